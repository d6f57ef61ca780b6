import AlertSounds
import AudioFormats
public import Files

/// The reason why a notification gets another sound than the one that it names.
public enum SoundFallback: Error, Hashable, Sendable {
  /// The name cannot be one of a file: empty, too long, with a `/` or a NUL in it, or `.` or `..`.
  case invalidName(String)
  /// None of the folders has a file of this name.
  case notFound(name: String)
  /// The file of this name cannot be read.
  case refused(path: String, SoundFileRefusal)
  /// The sound is not shorter than 30 s (Apple, `UNNotificationSound`).
  case tooLong(path: String, seconds: Double)
  /// It breaks one of the other rules for alert sounds: the rule's identifier and its message.
  case invalid(path: String, rule: String, message: String)
  /// Its packets cannot be decoded.
  case undecodable(path: String, message: String)
  /// Reading and decoding took too long; the disk hangs, or too many sounds are asked for at once.
  case tooSlow(name: String)
}

/// The reason why a file beneath a folder is not read.
public enum SoundFileRefusal: Error, Hashable, Sendable {
  /// It is a symbolic link, or its path contains one.
  case link
  case permissionDenied
  case notRegular(FileKind)
  case tooLarge(byteCount: Int64)
  /// Somebody cut it while it was read.
  case endedEarly
  /// Any other `errno`.
  case system(Int32)
}

extension SoundFallback {
  /// One word for counters and records.
  public var code: String {
    switch self {
    case .invalidName: "invalid-name"
    case .notFound: "not-found"
    case .refused: "refused"
    case .tooLong: "too-long"
    case .invalid: "invalid"
    case .undecodable: "undecodable"
    case .tooSlow: "too-slow"
    }
  }
}

extension SoundFallback: CustomStringConvertible {
  /// The reason why it is not the sound that was named, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .invalidName(let name): "'\(printable(name))' is not a plain file name"
    case .notFound(let name): "there is no sound called '\(printable(name))'"
    case .refused(let path, let refusal): "\(printable(path)): \(refusal)"
    case .tooLong(let path, let seconds):
      "\(printable(path)): \(fixed(seconds, decimals: 3)) s long; an alert sound must be under 30 s"
    case .invalid(let path, let rule, let message): "\(printable(path)): \(message) [\(rule)]"
    case .undecodable(let path, let message): "\(printable(path)): \(message)"
    case .tooSlow(let name): "reading '\(printable(name))' takes too long"
    }
  }
}

extension SoundFileRefusal: CustomStringConvertible {
  /// The reason why the file is not read, as a part of a sentence.
  public var description: String {
    switch self {
    case .link: "it is a link or lies behind one; the file itself must be in the folder"
    case .permissionDenied: "permission denied"
    case .notRegular(let kind): "it is \(kind.rawValue); a regular file is needed"
    case .tooLarge(let count): "\(count) bytes are more than the 16 MiB that a sound may have"
    case .endedEarly: "the file became shorter while it was read"
    case .system(let code): "the system's error \(code)"
    }
  }
}
