import AlertSounds
import AudioFormats
import AudioProcessing
import Files
import Glibc

/// Reads what a CAF of a foreign coding states, with any excerpt of it: lengths that exist, and no
/// other program.
func checkForeign(_ input: [UInt8]) {
  setenv("PATH", "/nonexistent", 1)
  var choices = Choices(input.suffix(16))
  let caf = foreign(input, &choices)
  guard let description = try? ContainerDescription(parsing: MemorySource(caf)) else { return }
  claim(description.validFrames ?? 0 >= 0, "a negative length")
  ScratchFile.shared.replace(with: caf)
  var sound: SoundFile
  do {
    sound = try SoundFile(path: ScratchFile.shared.path, decoders: .libraries)
  } catch { fatalError("memory can be parsed, the same bytes in a file cannot: \(error)") }
  let information = SoundInformation(sound)
  claim(information.duration.map { $0.isFinite && $0 >= 0 } ?? true, "an impossible duration")
  claim(information.bitRate ?? 0 >= 0, "a negative bit rate")
  _ = SoundValidator(.allRules).validate(MemorySource(caf), path: "sound.caf")
  let numbers: [Int64] = [0, 1, 64, .max - 1, .max, -1, .min, Int64(choices.number(in: 0...9_999))]
  let counts: [Int32?] = [nil, 0, 1, 64, .max, -1, .min]
  sound.excerpt.startFrame = choices.one(of: numbers)
  sound.excerpt.primingFrames = choices.one(of: counts)
  sound.excerpt.remainderFrames = choices.one(of: counts)
  guard let pcm = try? sound.pcm() else { return }
  claim(pcm.frameCount ?? 0 >= 0, "\(pcm.frameCount ?? 0) frames")
  let seconds = Double(choices.number(in: 0...90_000)) / 3
  claim(pcm.cut(after: seconds, fade: 0.01).frameCount ?? 0 >= 0, "a negative cut")
}

/// The same file with the coding of others, which most inputs have none of.
private func foreign(_ input: [UInt8], _ choices: inout Choices) -> [UInt8] {
  let ids = ["aac ", "alac", "opus", ".mp3", "abcd", ""]
  let id = Array(choices.one(of: ids).utf8)
  // The format ID in the first chunk (Apple Core Audio Format Specification).
  let place = 28
  guard !id.isEmpty, input.count >= place + 4 else { return input }
  var caf = input
  caf.replaceSubrange(place..<place + 4, with: id)
  return caf
}
