import AlertSounds
import AudioFormats
import Files

/// Converts any container, as a file, to CAF: once its packets are copied (`-d 0`), once its
/// samples are decoded to doubles. Both outputs must have the same samples as the input and no
/// irregularities, although they keep further chunks.
func checkCopy(_ input: [UInt8]) {
  let source = MemorySource(input)
  guard let description = try? ContainerDescription(parsing: source) else { return }
  // Our codecs do not decode foreign codings.
  if case .other = description.dataFormat.coding { return }
  ScratchFile.shared.replace(with: input)
  let samples: [Double]
  do {
    let sound = try SoundFile(path: ScratchFile.shared.path)
    if let tag = SourceTag(carriedBy: sound) {
      claim(!tag.name.utf8.contains(UInt8(ascii: "/")), "the tag leads elsewhere: \(tag.name)")
    }
    samples = try decoded(sound)
  } catch { return }  // data that cannot be decoded to its end is not a sound
  // Of a sound whose packets hold less than its header counts, nothing may be left: an error.
  guard !samples.isEmpty else { return }
  checkConversion(to: .linearPCM(.float64(.bigEndian)), samples, description)
  if Container.caf.writableCodings.contains(description.dataFormat.coding) {
    checkConversion(to: nil, samples, description)
  }
}

private func checkConversion(
  to coding: DataFormat.Coding?, _ samples: [Double], _ source: ContainerDescription
) {
  let output = ScratchFile.folder + "/copy.caf"
  let name = coding?.name ?? "the source's packets"
  var request = ConversionRequest(container: .caf, dataFormat: DataFormatRequest(coding))
  request.extraChunks = [.sourceTag, .copiedHash, .copiedInformation]
  let copy: SoundFile
  do {
    let result = try SoundConverter(request).convert(ScratchFile.shared.path, to: output)
    let frameCount = samples.count / source.dataFormat.channelCount
    claim(result.frameCount == Int64(frameCount), "\(result.frameCount) frames, not \(frameCount)")
    copy = try SoundFile(path: output)
    claim(try sameSamples(decoded(copy), samples), "\(name): the copy holds other samples")
  } catch { fatalError("\(name): \(error)") }
  guard case .container(let description) = copy.content else { fatalError("no CAF came out") }
  claim(description.dataFormat.sampleRate == source.dataFormat.sampleRate, "another sample rate")
  claim(description.irregularities.isEmpty, "\(description.irregularities)")
}

private func decoded(_ sound: SoundFile) throws -> [Double] {
  var pcm = try sound.pcm()
  var samples: [Double] = []
  var block = PCMBuffer(channelCount: pcm.channelCount)
  repeat {
    try pcm.read(into: &block)
    samples += block.samples
  } while block.frameCount > 0
  return samples
}

private func sameSamples(_ left: [Double], _ right: [Double]) -> Bool {
  left.elementsEqual(right) { $0 == $1 || $0.isNaN && $1.isNaN }
}
