/// IMA4 written straight from its description, one step after the other, to compare the codec with:
/// IMA Recommended Practices 3.00 (1992) §6 for the codes, QuickTime's rule for the preambles.
struct TextbookIMA4 {
  var predictor = 0
  var stepIndex = 0

  static let steps = [
    7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73,
    80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494,
    544, 598, 658, 724, 796, 876, 963, 1_060, 1_166, 1_282, 1_411, 1_552, 1_707, 1_878, 2_066,
    2_272, 2_499, 2_749, 3_024, 3_327, 3_660, 4_026, 4_428, 4_871, 5_358, 5_894, 6_484, 7_132,
    7_845, 8_630, 9_493, 10_442, 11_487, 12_635, 13_899, 15_289, 16_818, 18_500, 20_350, 22_385,
    24_623, 27_086, 29_794, 32_767,
  ]
  static let indexChanges = [-1, -1, -1, -1, 2, 4, 6, 8]

  /// Moves on by one code and returns the sample.
  mutating func take(_ code: Int) -> Int {
    let step = Self.steps[stepIndex]
    var difference = step >> 3
    if code & 1 != 0 { difference += step >> 2 }
    if code & 2 != 0 { difference += step >> 1 }
    if code & 4 != 0 { difference += step }
    predictor += code & 8 != 0 ? -difference : difference
    if predictor > 32_767 { predictor = 32_767 }
    if predictor < -32_768 { predictor = -32_768 }
    stepIndex += Self.indexChanges[code & 7]
    if stepIndex < 0 { stepIndex = 0 }
    if stepIndex > 88 { stepIndex = 88 }
    return predictor
  }

  /// Decodes one packet of one channel; who `restarts` takes every preamble as it stands.
  mutating func decode(_ packet: ArraySlice<UInt8>, restarts: Bool = false) -> [Int] {
    let bytes = Array(packet)
    let word = Int(Int16(bitPattern: UInt16(bytes[0]) << 8 | UInt16(bytes[1])))
    let (storedIndex, storedPredictor) = (word & 0x7F, word - (word & 0x7F))
    // A preamble that the running state agrees with does not disturb it.
    if restarts || storedIndex != stepIndex || abs(storedPredictor - predictor) > 0x7F {
      (predictor, stepIndex) = (storedPredictor, storedIndex)
    }
    return bytes.dropFirst(2).flatMap { byte in
      [take(Int(byte & 0x0F)), take(Int(byte >> 4))]
    }
  }

  /// Decodes a whole stream to interleaved samples.
  static func decode(_ packets: [UInt8], channels: Int, restarts: Bool = false) -> [Int] {
    var states = Array(repeating: TextbookIMA4(), count: channels)
    return stride(from: 0, to: packets.count, by: 34 * channels).flatMap { start in
      let planes = (0..<channels).map { channel in
        states[channel].decode(
          packets[start + 34 * channel..<start + 34 * (channel + 1)], restarts: restarts)
      }
      return (0..<64).flatMap { frame in planes.map { $0[frame] } }
    }
  }
}

extension TextbookIMA4 {
  /// The code that the standard's comparisons choose for `sample`.
  private func code(for sample: Int) -> Int {
    var difference = sample - predictor
    var code = 0
    if difference < 0 {
      code = 8
      difference = -difference
    }
    var step = Self.steps[stepIndex]
    for bit in [4, 2, 1] {
      if difference >= step {
        code |= bit
        difference -= step
      }
      step >>= 1
    }
    return code
  }

  /// Encodes one channel as all others do: from silence, one sample after the other.
  static func encode(_ samples: [Int]) -> [UInt8] {
    var state = TextbookIMA4()
    let padded = samples + Array(repeating: 0, count: 64 - samples.count % 64)
    return stride(from: 0, to: padded.count, by: 64).flatMap { start in
      let word = UInt16(truncatingIfNeeded: state.predictor & ~0x7F | state.stepIndex)
      var packet = [UInt8(word >> 8), UInt8(word & 0xFF)]
      for index in stride(from: start, to: start + 64, by: 2) {
        let low = state.code(for: padded[index])
        _ = state.take(low)
        let high = state.code(for: padded[index + 1])
        _ = state.take(high)
        packet.append(UInt8(low | high << 4))
      }
      return packet
    }
  }
}
