import AudioFormats
import Files

/// Runs the decoder on any bytes: the frames must be whole and within full scale, and one call and
/// several must give the same frames and an error at the same byte.
func checkIMA4(_ input: [UInt8]) {
  var choices = Choices(input)
  let channelCount = choices.number(in: 1...DataFormat.maximumIMA4ChannelCount)
  let packetsPerCall = choices.number(in: 1...7)
  let packets = choices.rest
  let packetSize = IMA4Layout.bytesPerChannel * channelCount
  let whole = decodeIMA4(packets, channelCount, bytesPerCall: packets.count)
  let pieces = decodeIMA4(packets, channelCount, bytesPerCall: packetsPerCall * packetSize)
  switch (whole, pieces) {
  case (.success(let samples), .success(let same)):
    let frames = packets.count / packetSize * IMA4Layout.framesPerPacket
    claim(samples.count == frames * channelCount, "\(samples.count) samples, not \(frames) frames")
    claim(samples == same, "decoded in pieces, the samples are others")
    claim(samples.allSatisfy { (-1..<1).contains($0) }, "a sample is over full scale")
  case (.failure(let malformed), .failure(let same)):
    claim(malformed == same, "\(malformed) in one call, \(same) in pieces")
    claim((0..<Int64(packets.count)).contains(malformed.position), "\(malformed) is outside")
  default:
    claim(false, "decoded in one call and in pieces, only one of them fails")
  }
}

private func decodeIMA4(
  _ packets: [UInt8], _ channelCount: Int, bytesPerCall: Int
) -> Result<[Double], Malformed> {
  var decoder = IMA4Decoder(channelCount: channelCount)
  var samples: [Double] = []
  var block = PCMBuffer(channelCount: channelCount)
  for start in stride(from: 0, to: packets.count, by: max(1, bytesPerCall)) {
    do {
      try decoder.decode(Array(packets[start...].prefix(bytesPerCall)), into: &block)
    } catch .malformed(let malformed) {
      return .failure(Malformed(at: malformed.position + Int64(start), malformed.reason))
    } catch { fatalError("\(error)") }
    samples += block.samples
  }
  return .success(samples)
}
