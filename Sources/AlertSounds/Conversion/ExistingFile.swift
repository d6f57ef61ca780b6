public import AudioFormats
public import Files
import Glibc

/// The content of a file by its first bytes, as far as it decides whether an output may replace it.
public enum FileContent: Hashable, Sendable {
  /// The file has no bytes: nothing is lost with it.
  case nothing
  case container(Container)
  case foreign(ForeignKind)
  case svg, png
  /// Bytes of no known kind, or a file that cannot be read.
  case unknown

  /// The content of a file that starts with `head`; `ContentProbe.byteCount` bytes are enough.
  public init(_ head: [UInt8]) {
    // PNG 1.2, 3.1; an XML declaration may be before an SVG.
    let text = head.drop { $0 <= 0x20 }
    if head.isEmpty {
      self = .nothing
    } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if text.starts(with: "<svg".utf8) || text.starts(with: "<?xml".utf8) {
      self = .svg
    } else {
      switch ContentProbe(head) {
      case .container(let container): self = .container(container)
      case .foreign(let kind): self = .foreign(kind)
      case .unknown: self = .unknown
      }
    }
  }

  /// The name for people, with an article or without one: `a WAVE sound`, `plain text`.
  public var name: String {
    switch self {
    case .nothing: "empty"
    case .container(let container): "a sound in \(container.name)"
    case .foreign(let kind) where kind.isSound: "a sound in \(kind.name)"
    case .foreign(let kind): kind.name
    case .svg: "an SVG picture"
    case .png: "a PNG picture"
    case .unknown: "a file of an unknown kind"
    }
  }

  /// Whether both are one kind of file: WAVE in 32 and 64 bits, AIFF and AIFF-C are.
  func isKind(of other: FileContent) -> Bool {
    switch (self, other) {
    case (.container(let one), .container(let two)): one.family == two.family
    default: self == other
    }
  }
}

extension Container {
  /// The container that stands for all that share its magic number.
  fileprivate var family: Container {
    switch self {
    case .caf: .caf
    case .wave, .rf64: .wave
    case .aiff, .aifc: .aiff
    }
  }
}

/// A regular file at the place of an output.
public struct ExistingFile: Hashable, Sendable {
  /// The path of the output.
  public let path: String
  /// The content of the file.
  public let content: FileContent
  /// Distinguishes the file from others, whatever their names.
  public let identity: FileIdentity?

  /// A file with known content, which need not exist.
  public init(path: String, content: FileContent, identity: FileIdentity? = nil) {
    self.path = path
    self.content = content
    self.identity = identity
  }

  /// The file at `path`.
  /// - Returns: nil where there is none, and where it is not a regular file: those are not replaced
  ///   anyway.
  public init?(at path: String) {
    guard path != OutputFile.standardPath, access(path, F_OK) == 0 else { return nil }
    do throws(FileError) {
      let source = try FileSource(path: path)
      let head = try source.bytes(at: 0, count: ContentProbe.byteCount)
      self.init(path: path, content: FileContent(head), identity: source.identity)
    } catch {
      if case .notRegular = error.reason { return nil }
      self.init(path: path, content: .unknown)
    }
  }
}

/// The origin of an output's name.
public enum OutputNaming: Hashable, Sendable {
  /// An option that says what it is: `-o`, `--output`.
  case option
  /// The last of the arguments, where a pattern of the shell may have put another input.
  case position
  /// The name of an input, in a folder that was named.
  case inputName
}

/// The reason why an existing file stays.
public enum ReplacementRefusal: Error, Hashable, Sendable {
  /// Its name ends as an input's does, so it may be an input, too.
  case namedLikeInput(String)
  /// It holds something else than what would be written.
  case otherContent(FileContent)
}

extension ExistingFile {
  /// Judges whether an output may replace this file unasked. This is the one rule for every output
  /// of a conversion and of a drawing.
  /// - Parameters:
  ///   - content: the content of the output.
  ///   - naming: the origin of the output's name.
  ///   - inputs: the paths of the inputs.
  /// - Returns: nil where the file may be replaced.
  public func refusal(
    by content: FileContent, named naming: OutputNaming, inputs: [String]
  ) -> ReplacementRefusal? {
    if naming == .option { return nil }
    if naming == .position, let input = inputs.first(where: { endsAlike($0, path) }) {
      return .namedLikeInput(input)
    }
    guard self.content != .nothing, !self.content.isKind(of: content) else { return nil }
    return .otherContent(self.content)
  }
}

/// Whether two names end alike: in the same extension, none among them, or in two of one container.
private func endsAlike(_ one: String, _ two: String) -> Bool {
  guard one != OutputFile.standardPath else { return false }
  let (first, second) = (fileExtension(of: one), fileExtension(of: two))
  return first == second
    || Container.allCases.contains {
      $0.fileExtensions.contains(first) && $0.fileExtensions.contains(second)
    }
}
