import AlertSounds
import AudioFormats
import Files

/// Decodes a sound, and a part of it that the input chooses, block by block as `tocsin convert`
/// does.
/// - Returns: whether there is a codec for the sound and none of its packets is bad.
func checkDecoding(
  of sound: SoundFile, _ description: ContainerDescription, _ input: [UInt8]
) -> Bool {
  let all = decodedAtOnce(description, MemorySource(input))
  // Sounds without a codec here are decoded by other programs.
  if case .other = description.dataFormat.coding {
    guard case .failure(.unsupported) = all else { fatalError("\(all) without a codec") }
    return false
  }
  var part = sound
  part.excerpt = excerpt(input)
  _ = checkDecoding(of: part, description, all)
  return checkDecoding(of: sound, description, all)
}

/// Compares a part of a sound with the same part of `all` packets decoded in one call.
private func checkDecoding(
  of sound: SoundFile, _ description: ContainerDescription, _ all: Result<PCMBuffer, CodecError>
) -> Bool {
  let start = description.audioBytes.lowerBound
  switch (all, decodedInBlocks(sound)) {
  case (.success(let all), .success(let samples)):
    let part = part(of: description, sound.excerpt, frameCount: all.frameCount)
    let expected = all.samples[..<(part.upperBound * all.channelCount)]
      .dropFirst(part.lowerBound * all.channelCount)
    claim(
      samples.elementsEqual(expected) { $0.bitPattern == $1.bitPattern },
      "\(samples.count) samples are decoded in blocks, not frames \(part)")
    return true
  case (.failure(.malformed(let malformed)), .failure(.malformed(let same))):
    claim(malformed.position + start == same.position, "\(malformed) stands at \(same)")
    claim(description.audioBytes.contains(same.position), "\(same) is not in the audio")
    return false
  case (.failure(.malformed), .success):
    return true  // the bad packet is after the last valid frame
  case (let whole, let blocks):
    fatalError("decoded at once: \(whole), in blocks: \(blocks)")
  }
}

/// The excerpt of a sound, chosen by the input's last bytes.
private func excerpt(_ input: [UInt8]) -> SoundFile.Excerpt {
  var choices = Choices(input.suffix(8))
  var excerpt = SoundFile.Excerpt()
  let some = choices.number(in: 0...10_000)
  excerpt.startFrame = choices.one(of: [0, Int64(some), 64, 4_096, .max, -1, .min])
  let counts: [Int32?] = [nil, Int32(some), 0, 64, 4_096, .max, -1, .min]
  excerpt.primingFrames = choices.one(of: counts)
  excerpt.remainderFrames = choices.one(of: counts)
  return excerpt
}

/// The frames of an excerpt that exist in the sound.
private func part(
  of description: ContainerDescription, _ excerpt: SoundFile.Excerpt, frameCount: Int
) -> Range<Int> {
  guard let validFrames = description.validFrames else { fatalError("a codec without frames") }
  var start = Int(description.packetTable?.primingFrames ?? 0)
  var end = start + Int(validFrames)
  if let primingFrames = excerpt.primingFrames { start = min(max(0, Int(primingFrames)), end) }
  if let remainderFrames = excerpt.remainderFrames {
    end = max(start, frameCount - max(0, Int(remainderFrames)))
  }
  let lower = min(start + min(max(0, Int(excerpt.startFrame)), frameCount), end, frameCount)
  return lower..<max(lower, min(end, frameCount))
}

private func decodedAtOnce(
  _ description: ContainerDescription, _ source: MemorySource
) -> Result<PCMBuffer, CodecError> {
  Result { () throws(CodecError) in
    var decoder = try makeDecoder(for: description.dataFormat)
    var reader = PacketReader(source, description)
    var packets: [UInt8] = []
    do {
      try reader.read(byteCount: description.audioBytes.count, into: &packets)
    } catch { fatalError("memory cannot fail: \(error)") }
    var sound = PCMBuffer(channelCount: description.dataFormat.channelCount)
    try decoder.decode(packets, into: &sound)
    return sound
  }
}

private func decodedInBlocks(_ sound: SoundFile) -> Result<[Double], CodecError> {
  do {
    var pcm = try sound.pcm()
    var samples: [Double] = []
    var block = PCMBuffer(channelCount: pcm.channelCount)
    repeat {
      try pcm.read(into: &block)
      samples += block.samples
    } while block.frameCount > 0
    claim(pcm.frameCount ?? 0 >= samples.count / pcm.channelCount, "more frames than are told")
    return .success(samples)
  } catch SoundError.codec(_, let error) {
    return .failure(error)
  } catch { fatalError("decoding fails with \(error)") }
}
