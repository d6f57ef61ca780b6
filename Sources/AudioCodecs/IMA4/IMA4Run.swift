import AudioTypes

/// The inner loops of the encoder: packets made from samples, without a check or an allocation.
///
/// Every sample waits for the one before it, so a chain leaves most of a processor idle. Two
/// channels are two chains: they are encoded in step.
@unsafe struct IMA4Run {
  /// Interleaved frames: 64 a packet.
  let samples: UnsafeBufferPointer<Int16>
  /// Room for the packets: 34 bytes a channel.
  let packets: UnsafeMutableBufferPointer<UInt8>

  mutating func encodeMono(_ state: inout IMAState, packetCount: Int) {
    unsafe precondition(samples.count >= packetCount * IMA4Layout.framesPerPacket)
    unsafe precondition(packets.count >= packetCount * IMA4Layout.bytesPerChannel)
    unsafe IMAStepTable.shared.withUnsafePointers { table in
      var sample = 0
      for packet in 0..<packetCount {
        let start = packet * IMA4Layout.bytesPerChannel
        unsafe writePreamble(of: state, at: start)
        for byte in start + 2..<start + IMA4Layout.bytesPerChannel {
          let low = unsafe state.encode(Int32(samples[sample]), table)
          let high = unsafe state.encode(Int32(samples[sample + 1]), table)
          unsafe packets[byte] = UInt8(truncatingIfNeeded: low | high << 4)
          sample += 2
        }
      }
    }
  }

  mutating func encodeStereo(_ left: inout IMAState, _ right: inout IMAState, packetCount: Int) {
    let size = IMA4Layout.bytesPerChannel
    unsafe precondition(samples.count >= packetCount * IMA4Layout.framesPerPacket * 2)
    unsafe precondition(packets.count >= packetCount * size * 2)
    unsafe IMAStepTable.shared.withUnsafePointers { table in
      var sample = 0
      for packet in 0..<packetCount {
        let start = packet * size * 2
        unsafe writePreamble(of: left, at: start)
        unsafe writePreamble(of: right, at: start + size)
        for byte in start + 2..<start + size {
          let leftLow = unsafe left.encode(Int32(samples[sample]), table)
          let rightLow = unsafe right.encode(Int32(samples[sample + 1]), table)
          let leftHigh = unsafe left.encode(Int32(samples[sample + 2]), table)
          let rightHigh = unsafe right.encode(Int32(samples[sample + 3]), table)
          unsafe packets[byte] = UInt8(truncatingIfNeeded: leftLow | leftHigh << 4)
          unsafe packets[byte + size] = UInt8(truncatingIfNeeded: rightLow | rightHigh << 4)
          sample += 4
        }
      }
    }
  }

  private func writePreamble(of state: IMAState, at start: Int) {
    let preamble = IMA4Preamble(carrying: state).bytes
    unsafe packets[start] = preamble.0
    unsafe packets[start + 1] = preamble.1
  }
}

extension IMAState {
  /// The code for `sample`; the state moves on as the decoder's will.
  ///
  /// The seven comparisons do not wait for one another, as those of the textbook do.
  @inline(__always)
  mutating func encode(_ sample: Int32, _ table: IMAStepTable.Pointers) -> Int {
    let difference = sample &- predictor
    let magnitude = abs(difference)
    let row = unsafe table.thresholds + stepIndex << 3
    var code = Int(truncatingIfNeeded: difference >> 31) & 8
    for step in 1...7 { code &+= unsafe magnitude >= row[step] ? 1 : 0 }
    _ = unsafe decode(code, table)
    return code
  }

  /// Takes one code and returns the sample that it stands for.
  @inline(__always)
  mutating func decode(_ code: Int, _ table: IMAStepTable.Pointers) -> Int32 {
    let entry = unsafe table.transitions[stepIndex << 4 | code]
    predictor = min(max(predictor &+ entry >> 8, -32_768), 32_767)
    stepIndex = Int(entry & 0xFF)
    return predictor
  }
}
