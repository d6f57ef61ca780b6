import AudioContainers
import AudioTypes

/// The file is CAF, WAVE or AIFF, and can be read.
struct ContainerRule: SoundRule {
  static let identifier = "container"

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard case .failure(let error) = sound.content else { return [] }
    switch error {
    case .notAContainer(let kind):
      guard sound.source.byteCount > 0 else { return [finding(.error, "the file is empty")] }
      let what = kind.map { "the content is \($0.name)" } ?? "the content is no known sound"
      return [
        finding(
          .error, what + "; alert sounds are CAF, WAVE or AIFF", fix: sound.conversion(), at: 0)
      ]
    case .malformed(let container, let malformed):
      let message = "malformed \(container.name): \(malformed.reason)"
      return [finding(.error, message, at: malformed.position)]
    case .file, .unsupported, .limit:
      return [finding(.error, error.description)]
    }
  }
}
