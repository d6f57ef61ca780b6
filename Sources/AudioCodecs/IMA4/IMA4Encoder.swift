public import AudioTypes

/// Encodes Apple's IMA4: 34 bytes a channel for 64 frames.
///
/// Each sample takes the code that the standard encoder's comparisons choose. The stream differs
/// from others in its first preamble: it states the predictor and the step index that suit the
/// first packet best, where others start from silence and need some dozen samples to catch up.
public struct IMA4Encoder: PacketEncoder {
  private let channelCount: Int
  private var chains: [Chain]
  /// Frames that fill no packet yet, interleaved.
  private var pending: [Int16] = []
  private var hasStarted = false

  /// What the encoder follows for each channel: the state that a decoder will have.
  private struct Chain {
    var state = IMAState()
    var samples = [Int16](repeating: 0, count: IMA4Layout.framesPerPacket)
  }

  /// An encoder at the start of a stream.
  public init(channelCount: Int) {
    self.channelCount = channelCount
    chains = Array(repeating: Chain(), count: channelCount)
  }

  public mutating func encode(_ pcm: PCMBuffer, into packets: inout [UInt8]) {
    pending.append(
      contentsOf: pcm.samples.lazy.map { Int16(truncatingIfNeeded: quantize($0, fullScale: 0x1p15)) })
    encodeWholePackets(into: &packets)
  }

  /// Appends the last packet, filled with silence: there is always one that is not full.
  public mutating func finish(into packets: inout [UInt8]) {
    let frames = IMA4Layout.framesPerPacket * channelCount
    pending.append(contentsOf: repeatElement(0, count: frames - pending.count))
    encodeWholePackets(into: &packets)
  }

  private mutating func encodeWholePackets(into packets: inout [UInt8]) {
    let samplesPerPacket = IMA4Layout.framesPerPacket * channelCount
    let count = pending.count / samplesPerPacket
    packets.reserveCapacity(packets.count + count * IMA4Layout.bytesPerChannel * channelCount)
    for packet in 0..<count {
      for channel in 0..<channelCount {
        takeSamples(of: channel, from: packet * samplesPerPacket)
        if !hasStarted { chains[channel].state = IMA4Start.best(for: chains[channel].samples) }
        encodePacket(&chains[channel], into: &packets)
      }
      hasStarted = true
    }
    pending.removeFirst(count * samplesPerPacket)
  }

  private mutating func takeSamples(of channel: Int, from start: Int) {
    for frame in 0..<IMA4Layout.framesPerPacket {
      chains[channel].samples[frame] = pending[start + frame * channelCount + channel]
    }
  }

  private func encodePacket(_ chain: inout Chain, into packets: inout [UInt8]) {
    let preamble = IMA4Preamble(carrying: chain.state).bytes
    packets.append(preamble.0)
    packets.append(preamble.1)
    chain.state.encode(chain.samples) { low, high in packets.append(low | high << 4) }
  }
}

extension IMAState {
  /// Encodes `samples` two by two and leaves the state that a decoder will have behind them.
  /// - Returns: the sum of squared differences between the samples and what is decoded.
  @discardableResult
  @inline(__always)
  mutating func encode(_ samples: [Int16], _ emit: (_ low: UInt8, _ high: UInt8) -> Void) -> Int64 {
    let table = IMAStepTable.shared
    var error: Int64 = 0
    unsafe table.transitions.withUnsafeBufferPointer { transitions in
      unsafe table.thresholds.withUnsafeBufferPointer { thresholds in
        for index in stride(from: 0, to: samples.count, by: 2) {
          let low = unsafe choose(Int32(samples[index]), transitions, thresholds, &error)
          let high = unsafe choose(Int32(samples[index + 1]), transitions, thresholds, &error)
          emit(low, high)
        }
      }
    }
    return error
  }

  /// The code for `sample`; the state moves on as the decoder's will.
  ///
  /// The seven comparisons do not wait for one another, as those of the textbook do.
  @inline(__always)
  private mutating func choose(
    _ sample: Int32, _ transitions: UnsafeBufferPointer<Int32>,
    _ thresholds: UnsafeBufferPointer<Int32>, _ error: inout Int64
  ) -> UInt8 {
    let difference = sample - predictor
    let magnitude = abs(difference)
    let row = stepIndex << 3
    var code = difference < 0 ? 8 : 0
    for step in 1...7 { unsafe code += magnitude >= thresholds[row + step] ? 1 : 0 }
    let wrong = unsafe Int64(sample - advance(code, transitions))
    error += wrong * wrong
    return UInt8(truncatingIfNeeded: code)
  }
}
