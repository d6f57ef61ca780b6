import AudioFormats
import Files

/// The file is CAF, WAVE or AIFF, and can be read.
struct ContainerCheck: SoundCheck {
  static let rule = Rule.container

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard case .failure(let error) = sound.content else { return [] }
    switch error {
    case .notAContainer(let kind):
      guard sound.source.byteCount > 0 else { return finding("the file is empty") }
      let what =
        kind.map { "the content is \($0.name)" }
        ?? "the content is of no known format (raw samples without a header?)"
      let step = if let kind { self.step(kind, sound) } else { raw(sound) }
      return finding(what + "; alert sounds are CAF, WAVE or AIFF", step, at: 0)
    case .malformed(let container, let malformed):
      return finding("malformed \(container.name): \(malformed.reason)", at: malformed.position)
    case .file, .unsupported, .limit: return finding(error.description)
    }
  }

  /// Whether the content can be decoded at all is seen when it is repaired.
  private func finding(
    _ message: String, _ step: Fix.Step? = nil, at byteOffset: Int64? = nil
  ) -> [Finding] {
    [Self.rule.finding(message, fix: Fix(step, .recode), at: byteOffset)]
  }

  /// Text-to-speech services send raw samples; mostly these.
  private func raw(_ sound: ExaminedSound) -> Fix.Step {
    sound.conversion("-d ima4 -f caff --raw LEI16@24000", purpose: "if these are its samples")
  }

  private func step(_ kind: ForeignKind, _ sound: ExaminedSound) -> Fix.Step? {
    switch kind {
    case .gitLFSPointer: .command(Fix.Command("git lfs pull"))
    case .webPage: .advice("download the file itself in place of the page about it")
    // Files that are not known to be sounds cannot be converted.
    default: kind.isSound ? sound.foreignConversion(kind.needsFFmpeg) : nil
    }
  }
}
