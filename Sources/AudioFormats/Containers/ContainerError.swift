public import Files

/// The reason why a container cannot be read or written.
public enum ContainerError: Error, Hashable, Sendable {
  case file(FileError)
  /// The bytes break the container's own rules.
  case malformed(Container, Malformed)
  /// The bytes are well formed, but Tocsin does not support their meaning.
  case unsupported(String)
  /// A size that the container cannot express.
  case limit(String)
  /// The first bytes are those of no alert sound container.
  case notAContainer(ForeignKind?)
}

extension ContainerError: CustomStringConvertible {
  /// The error and its place, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .malformed(let container, let malformed):
      "malformed \(container.name) at byte \(malformed.position): \(malformed.reason)"
    case .unsupported(let what), .limit(let what): what
    case .notAContainer(let kind):
      kind.map { "the content is \($0.name), not CAF, WAVE or AIFF" }
        ?? "the content is not CAF, WAVE or AIFF"
    }
  }
}
