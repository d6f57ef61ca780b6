/// A place that asks for a sound by its name.
public struct SoundReference: Hashable, Sendable {
  /// In the place of a name that is computed except for its extension.
  static let anyName = "*"

  /// The kind of text that contains a reference.
  public enum Origin: String, Hashable, Sendable, Codable {
    /// A remote notification's JSON.
    case payload
    /// Swift or Objective-C.
    case appleSource = "apple-source"
    /// JavaScript, TypeScript, Dart.
    case crossPlatformSource = "cross-platform-source"
    /// Kotlin, Java.
    case androidSource = "android-source"
    /// A server in another language; it may send to an app outside of the tree.
    case server = "server-source"
  }

  /// One of the systems of Apple's devices that a source tells apart.
  enum AppleSystem: Hashable, Sendable { case iOS, macOS }

  /// The name as it is written.
  public let name: String
  /// The kind of text that contains it.
  public let origin: Origin
  /// The platform; nil for both.
  public let platform: SoundBundle.Platform?
  /// Whether this certainly asks for an alert sound; a doubtful reference is never an error.
  public let isCertain: Bool
  /// Whether the compiler checks that the sound exists, as in `R.raw.ding`.
  public let isCompiled: Bool
  /// The file's path in the tree.
  public internal(set) var file: String
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int

  /// Apple's systems that ask for the sound; empty where the source does not tell them apart.
  var systems: Set<AppleSystem> = []
  /// Whether Firebase carries the name: Android looks for exactly this resource, and a message
  /// without a platform has the one name for both.
  var isByFirebase = false

  /// The column where the name itself starts, if the text contains it literally; from 1, in
  /// characters.
  public var nameColumn: Int?

  /// A reference at a line and column of `file`.
  public init(
    name: String, origin: Origin, platform: SoundBundle.Platform?, isCertain: Bool,
    isCompiled: Bool = false, file: String, line: Int, column: Int
  ) {
    self.name = name
    self.origin = origin
    self.platform = platform
    self.isCertain = isCertain
    self.isCompiled = isCompiled
    self.file = file
    self.line = line
    self.column = column
  }
}
