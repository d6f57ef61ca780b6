public import AudioFormats
public import AudioImport
public import Files

/// The reason why something cannot be done with a sound.
public enum SoundError: Error, Sendable {
  case file(FileError)
  case container(path: String, ContainerError)
  /// A container that cannot be written.
  case output(path: String, ContainerError)
  case codec(path: String, CodecError)
  case imported(path: String, ImportError)
  /// A conversion that makes no sense, as a sentence.
  case request(String)
}

extension SoundError: CustomStringConvertible {
  /// The failed operation, its place and the reason, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .container(let path, let error): Self.text(path, error)
    case .output(let path, let error): Self.text(path, error)
    case .codec(let path, let error): Self.text(path, error)
    case .imported(let path, let error): Self.text(path, error)
    case .request(let sentence): sentence
    }
  }

  private static func text(_ path: String, _ error: some CustomStringConvertible) -> String {
    "\(printable(path)): \(error.description)"
  }
}
