import AudioFormats
import TestSupport
import Testing

/// How samples become integers.
@Suite struct QuantizationTests {
  private static let integers = LinearPCM.all.filter { $0.sampleType != .float }

  /// The integers that `samples` become, signed.
  private func quantized(_ samples: [Double], _ format: LinearPCM) -> [Int] {
    var bytes: [UInt8] = []
    LinearPCMEncoder(format).encode(PCMBuffer(channelCount: 1, samples: samples), into: &bytes)
    let width = format.bytesPerSample
    return stride(from: 0, to: bytes.count, by: width).map { start in
      let raw = bytes[start..<start + width]
      let word = (format.byteOrder == .littleEndian ? Array(raw.reversed()) : Array(raw))
        .reduce(0) { $0 << 8 | Int($1) }
      if format.sampleType == .unsignedInteger { return word - 128 }
      return word >= 1 << (format.bitDepth - 1) ? word - 1 << format.bitDepth : word
    }
  }

  private func fullScale(_ format: LinearPCM) -> Double {
    Double(sign: .plus, exponent: format.bitDepth - 1, significand: 1)
  }

  @Test(arguments: integers) func overFullScaleIsHeld(format: LinearPCM) {
    let most = Int(fullScale(format)) - 1
    let over = [1, 1.0.nextDown, 1.5, 2, 1e18, 1e300, .greatestFiniteMagnitude, .infinity]
    #expect(quantized(over, format) == over.map { _ in most })
    #expect(quantized(over.map { -$0 }, format) == over.map { _ in -most - 1 })
  }

  @Test(arguments: integers) func whatIsNoNumberIsSilence(format: LinearPCM) {
    let none = [Double.nan, -.nan, .signalingNaN, Double(bitPattern: .max), -0.0, 0, 1e-300]
    #expect(quantized(none, format) == none.map { _ in 0 })
  }

  @Test(arguments: integers) func tiesGoToTheEvenNumber(format: LinearPCM) {
    let scale = fullScale(format)
    let halves = [0.5, 1.5, 2.5, 3.5, -0.5, -1.5, -2.5, 63.5, -63.5, 126.5, -127.5]
    #expect(
      quantized(halves.map { $0 / scale }, format) == [0, 2, 2, 4, 0, -2, -2, 64, -64, 126, -128])
  }

  @Test(arguments: integers) func besidesATieTheNearerNumberWins(format: LinearPCM) {
    let scale = fullScale(format)
    let offset = 1e-6
    let samples = [0.5 + offset, 0.5 - offset, -0.5 - offset, -0.5 + offset].map { $0 / scale }
    #expect(quantized(samples, format) == [1, 0, -1, 0])
  }

  @Test(arguments: integers) func anySampleIsRoundedToTheNearest(format: LinearPCM) {
    var generator = SeededGenerator.printed(for: "rounding to \(format)")
    let samples = (0..<5_000).map { _ in Double.random(in: -1.2...1.2, using: &generator) }
    let scale = fullScale(format)
    let expected = samples.map { sample in
      Int(max(-scale, min(scale - 1, (sample * scale).rounded(.toNearestOrEven))))
    }
    let wrong = zip(quantized(samples, format), expected).enumerated().first { $1.0 != $1.1 }
    #expect(wrong == nil, "sample \(wrong.map { samples[$0.offset] } ?? 0)")
  }
}
