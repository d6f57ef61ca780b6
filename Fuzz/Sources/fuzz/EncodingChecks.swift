import AudioFormats

/// Runs the encoder on any samples with all its options: the number of packets must fit the length,
/// and they must decode to the same samples under both rules for preambles.
func checkEncoding(_ input: [UInt8]) {
  var choices = Choices(input)
  let channelCount = choices.number(in: 1...DataFormat.maximumIMA4ChannelCount)
  let effort: IMA4Encoder.Effort? = choices.one(of: IMA4Encoder.Effort.allCases.map { $0 } + [nil])
  let sampleRate = choices.one(of: [8_000.0, 22_050, 44_100, 96_000])
  let bytes = choices.rest
  let samples = stride(from: 0, to: bytes.count / (2 * channelCount) * 2 * channelCount, by: 2)
    .map { Double(Int16(truncatingIfNeeded: Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]))) * 0x1p-15 }
  var encoder: any PacketEncoder
  do {
    encoder = try IMA4HearingEncoder(channelCount: channelCount, sampleRate: sampleRate)
  } catch { fatalError("no encoder for hearing at \(sampleRate) Hz: \(error)") }
  if let effort { encoder = IMA4Encoder(channelCount: channelCount, effort: effort) }
  var packets: [UInt8] = []
  encoder.encode(PCMBuffer(channelCount: channelCount, samples: samples), into: &packets)
  encoder.finish(into: &packets)
  let packetCount = samples.count / channelCount / IMA4Layout.framesPerPacket + 1
  let size = packetCount * IMA4Layout.bytesPerChannel * channelCount
  claim(packets.count == size, "\(packets.count) bytes, not \(size)")
  let decoded = [IMA4Decoder.PreambleRule.carriesOn, .restarts].map { rule in
    var decoder = IMA4Decoder(channelCount: channelCount, rule: rule)
    var decoded: [Int16] = []
    do { try decoder.decode(packets, into: &decoded) } catch { fatalError("\(error)") }
    return decoded
  }
  claim(decoded[0] == decoded[1], "decoders disagree")
}
