import AudioFormats
import Files
import TestSupport
import Testing

@Suite struct LinearPCMTests {
  /// Bytes of samples that are worth a look: all there are where they are few, else the extremes
  /// and some thousands at random.
  private func bytes(of format: LinearPCM) -> [UInt8] {
    let width = format.bytesPerSample
    if width == 1 { return Array(0...255) }
    if width == 2 { return (0...65_535).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
    var generator = SeededGenerator.printed(for: "samples of \(format)")
    let bits = UInt64(width * 8)
    let top = UInt64(1) << (bits - 1)
    let extremes = [0, 1, top - 1, top, top + 1, top | (top - 1), 0x55_5555, 0xAA_AAAA]
    let words = extremes + (0..<5_000).map { _ in generator.next() }
    return words.flatMap { word in
      stride(from: Int(bits) - 8, through: 0, by: -8).map {
        UInt8(truncatingIfNeeded: word >> UInt64($0))
      }
    }
  }

  private func decode(_ bytes: [UInt8], _ format: LinearPCM, channels: Int = 1) -> PCMBuffer {
    var pcm = PCMBuffer(channelCount: channels)
    LinearPCMDecoder(format).decode(bytes, into: &pcm)
    return pcm
  }

  private func encode(_ samples: [Double], _ format: LinearPCM) -> [UInt8] {
    var bytes: [UInt8] = []
    LinearPCMEncoder(format).encode(PCMBuffer(channelCount: 1, samples: samples), into: &bytes)
    return bytes
  }

  @Test(arguments: LinearPCM.all.filter { $0.sampleType != .float })
  func integersKeepEveryBit(format: LinearPCM) {
    let bytes = bytes(of: format)
    let pcm = decode(bytes, format)
    #expect(pcm.frameCount == bytes.count / format.bytesPerSample)
    // `==` on the whole arrays: a comparison that failed would print them.
    let isSame = encode(pcm.samples, format) == bytes
    #expect(isSame)
  }

  @Test(arguments: LinearPCM.all.filter { $0.sampleType == .float })
  func floatsKeepEveryBitButThoseOfNaN(format: LinearPCM) {
    let bytes = bytes(of: format)
    let width = format.bytesPerSample
    let pcm = decode(bytes, format)
    let again = encode(pcm.samples, format)
    let wrong = pcm.samples.indices.first { index in
      let range = index * width..<(index + 1) * width
      return !pcm.samples[index].isNaN && bytes[range] != again[range]
    }
    #expect(wrong == nil)
    #expect(zip(pcm.samples, decode(again, format).samples).allSatisfy { $0.isNaN == $1.isNaN })
  }

  @Test("words in both byte orders", arguments: LinearPCM.all)
  func aSampleIsItsWordOverFullScale(format: LinearPCM) {
    let width = format.bytesPerSample
    let bytes = Array(bytes(of: format).prefix(width * 2_000))
    for (index, sample) in decode(bytes, format).samples.enumerated() {
      let raw = Array(bytes[index * width..<(index + 1) * width])
      let word = (format.byteOrder == .littleEndian ? raw.reversed() : raw)
        .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let expected = value(of: word, format)
      guard sample != expected, !(sample.isNaN && expected.isNaN) else { continue }
      Issue.record("\(format) word \(hexadecimal(word, digits: 2 * width)) is \(sample)")
    }
  }

  /// What the standard representation says of `word`.
  private func value(of word: UInt64, _ format: LinearPCM) -> Double {
    switch (format.sampleType, format.bitDepth) {
    case (.float, 32): return Double(Float(bitPattern: UInt32(word)))
    case (.float, _): return Double(bitPattern: word)
    case (.unsignedInteger, _): return (Double(word) - 128) / 128
    case (.signedInteger, let bits):
      let range = Double(sign: .plus, exponent: bits, significand: 1)
      let unsigned = Double(word)
      return (unsigned >= range / 2 ? unsigned - range : unsigned) / (range / 2)
    }
  }

  @Test(
    "denormals, infinities and the ends of the range",
    arguments: [
      Float.leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
      .leastNormalMagnitude.nextDown, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .infinity, -.infinity, 0, -0.0, 1, -1, 1.5,
    ])
  func aSpecialFloatKeepsItsBits(value: Float) {
    let bytes = withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
    #expect(decode(bytes, .float32(.littleEndian)).samples == [Double(value)])
    #expect(encode([Double(value)], .float32(.littleEndian)) == bytes)
    #expect(encode([Double(value)], .float32(.bigEndian)) == bytes.reversed())
  }

  @Test func aDoubleThatAFloatCannotHoldIsRounded() {
    let samples = [0.1, 1e-50, 1e300, -1e300]
    let floats = decode(encode(samples, .float32(.bigEndian)), .float32(.bigEndian)).samples
    #expect(floats == [Double(Float(0.1)), 0, .infinity, -.infinity])
  }

  @Test func theLastBytesThatAreNoFrameAreLeftOut() {
    #expect(decode([0x40, 0, 0x20, 0, 0x10], .int16(.bigEndian)).samples == [0.5, 0.25])
    #expect(
      decode([0x40, 0, 0x20, 0, 0x10, 0], .int16(.bigEndian), channels: 2).samples == [0.5, 0.25])
    #expect(decode([], .int16(.bigEndian)).samples == [])
  }

  @Test(arguments: LinearPCM.all) func packetsAreAppended(format: LinearPCM) {
    var bytes: [UInt8] = [0xEE]
    let encoder = LinearPCMEncoder(format)
    encoder.encode(PCMBuffer(channelCount: 1, samples: [0, 0]), into: &bytes)
    encoder.encode(PCMBuffer(channelCount: 1, samples: []), into: &bytes)
    encoder.finish(into: &bytes)
    let zero: UInt8 = format == .uint8 ? 0x80 : 0
    #expect(bytes == [0xEE] + [UInt8](repeating: zero, count: 2 * format.bytesPerSample))
  }

  @Test(arguments: LinearPCM.all) func theDecoderReplacesWhatTheBufferHeld(format: LinearPCM) {
    var pcm = PCMBuffer(channelCount: 1, samples: [9, 9, 9])
    LinearPCMDecoder(format).decode(encode([0.5, -0.5], format), into: &pcm)
    #expect(pcm.samples == [0.5, -0.5])
  }
}
