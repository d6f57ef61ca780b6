/// A place that asks for a sound by its name.
public struct SoundReference: Hashable, Sendable {
  /// The kind of text that asks.
  public enum Origin: String, Hashable, Sendable, Codable {
    /// A remote notification's JSON.
    case payload
    /// Swift or Objective-C.
    case appleSource = "apple-source"
    /// JavaScript, TypeScript, Dart.
    case crossPlatformSource = "cross-platform-source"
    /// Kotlin, Java.
    case androidSource = "android-source"
    /// A server in another language; the app that it sends to may be another one.
    case server = "server-source"
  }

  /// The name as it stands there.
  public let name: String
  /// The kind of text that it stands in.
  public let origin: Origin
  /// nil: on both platforms.
  public let platform: SoundBundle.Platform?
  /// Whether this surely asks for an alert sound; a doubtful one never is an error.
  public let isCertain: Bool
  /// Whether a compiler sees to it that the sound is there, as in `R.raw.ding`.
  public let isCompiled: Bool
  /// The file's path in the tree.
  public let file: String
  /// From 1.
  public let line: Int
  /// From 1, in characters.
  public let column: Int

  /// Where the name itself starts, if it stands there letter by letter; from 1, in characters.
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
