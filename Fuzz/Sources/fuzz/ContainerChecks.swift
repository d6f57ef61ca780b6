import AlertSounds
import AudioFormats
import Files

/// Parses a container from memory and from a file, decodes all of its sound and validates it: both
/// results must agree, every offset must be inside the file, and a sound without findings must be
/// playable.
func checkContainer(_ input: [UInt8], named name: String) {
  let source = MemorySource(input)
  let report = SoundValidator().validate(source, path: name)
  check(report, byteCount: source.byteCount)
  let description: ContainerDescription
  do {
    description = try ContainerDescription(parsing: source)
  } catch {
    check(error, byteCount: source.byteCount)
    claim(report.worst == .error, "what cannot be parsed is an error: \(error)")
    return
  }
  check(description, byteCount: source.byteCount)
  let sound = openedFromFile(input)
  guard case .container(let same) = sound.content else { fatalError("a file is not a container") }
  claim(description.isSame(as: same), "a file says something else than the same bytes in memory")
  checkInformation(about: sound)
  let isDecoded = checkDecoding(of: sound, description, input)
  claim(isDecoded || report.worst == .error, "no finding in a sound that cannot be decoded")
}

private func check(_ report: SoundReport, byteCount: Int64) {
  for finding in report.findings {
    let offset = finding.byteOffset ?? 0
    claim((0...byteCount).contains(offset), "a finding outside the file: \(finding)")
    let text = finding.message + (finding.fix?.text ?? "")
    claim(printable(text) == text, "an unprintable finding: \(finding)")
  }
  if let duration = report.duration {
    claim(duration.isFinite && duration >= 0, "a duration of \(duration) s")
  }
}

private func check(_ error: ContainerError, byteCount: Int64) {
  if case .malformed(_, let malformed) = error {
    claim((0...byteCount).contains(malformed.position), "an error outside the file: \(error)")
  }
  if case .file = error { fatalError("memory cannot fail: \(error)") }
  claim(printable(error.description) == error.description, "an unprintable error: \(error)")
}

private func check(_ description: ContainerDescription, byteCount: Int64) {
  let file = 0..<byteCount + 1
  claim(description.audioBytes.clamped(to: file) == description.audioBytes, "audio past the end")
  for chunk in description.chunks {
    claim(chunk.payload.clamped(to: file) == chunk.payload, "chunk '\(chunk.id)' past the end")
  }
  for irregularity in description.irregularities {
    claim((0...byteCount).contains(irregularity.position), "\(irregularity) is outside the file")
  }
  claim(description.validFrames ?? 0 >= 0, "a negative number of frames")
}

/// The same bytes, opened as `tocsin convert` and `tocsin play` open them.
private func openedFromFile(_ input: [UInt8]) -> SoundFile {
  ScratchFile.shared.replace(with: input)
  do {
    return try SoundFile(path: ScratchFile.shared.path, decoders: .libraries)
  } catch { fatalError("memory can be parsed, the same bytes in a file cannot: \(error)") }
}

/// Checks the output of `tocsin info` and afinfo: the numbers must be finite, and the count must be
/// the same after reading everything.
private func checkInformation(about sound: SoundFile) {
  var information = SoundInformation(sound)
  let told = information.packets
  do {
    try information.countByReading(sound)
  } catch { fatalError("reading fails with \(error)") }
  claim(information.packets == told, "\(information.packets ?? -1) packets are read")
  claim(information.duration.map { $0.isFinite && $0 >= 0 } ?? true, "an impossible duration")
  claim(information.bitRate ?? 0 >= 0, "a negative bit rate")
  let text = information.streamDescription
  claim(printable(text) == text, "an unprintable description: \(text)")
  let texts = information.completeInformation
  claim(texts.count - information.information.count <= 1, "more information than there is")
}

extension ContainerDescription {
  fileprivate func isSame(as other: ContainerDescription) -> Bool {
    container == other.container && dataFormat == other.dataFormat
      && audioBytes == other.audioBytes && packetCount == other.packetCount
      && validFrames == other.validFrames && packetTable == other.packetTable
      && channelLayout == other.channelLayout && chunks == other.chunks
      && irregularities == other.irregularities && information == other.information
  }
}
