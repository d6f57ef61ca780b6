import AudioContainers
import AudioTypes
import Files

/// The file is CAF, WAVE or AIFF, and can be read.
struct ContainerRule: SoundRule {
  static let identifier = "container"

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard case .failure(let error) = sound.content else { return [] }
    switch error {
    case .notAContainer(let kind):
      guard sound.source.byteCount > 0 else { return [finding(.error, "the file is empty")] }
      let what = kind.map { "the content is \($0.name)" } ?? "the content is of no known format"
      let fix = kind.flatMap { self.fix($0, sound) }
      return [finding(.error, what + "; alert sounds are CAF, WAVE or AIFF", fix: fix, at: 0)]
    case .malformed(let container, let malformed):
      let message = "malformed \(container.name): \(malformed.reason)"
      return [finding(.error, message, at: malformed.position)]
    case .file, .unsupported, .limit:
      return [finding(.error, error.description)]
    }
  }

  private func fix(_ kind: ForeignKind, _ sound: ExaminedSound) -> String? {
    switch kind {
    case .gitLFSPointer: "git lfs pull"
    case .webPage: "download the file itself in place of the page about it"
    // Files that are not known to be sounds cannot be converted.
    default: kind.isSound ? sound.foreignConversion(kind.needsFFmpeg) : nil
    }
  }

  static var page: RulePage {
    makePage(
      .error, "The file is CAF, WAVE or AIFF, and can be read",
      """
      Alert sounds are packed as CAF, WAVE or AIFF. A device does not play MP3, M4A, Ogg or FLAC as
      an alert, and renaming such a file to `.caf` does not help: the system looks at the content.
      Nothing says so on the device: the default sound plays.

      The first bytes are looked at, then the container's chunks. The finding names the format that
      the content has, or the byte at which the container breaks its own rules.

      To fix it, convert the sound; renaming is not enough:

          tocsin convert ding.mp3 ding.caf -d ima4 -f caff

      A container that is malformed usually was cut on its way: get the file again from where it
      came. The finding also names a pointer that Git LFS left: `git lfs pull` brings the file.
      """)
  }
}
