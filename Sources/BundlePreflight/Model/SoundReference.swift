/// A place that asks for a sound by its name.
struct SoundReference: PlacedFact, Hashable, Sendable {
  /// In the place of a name that is computed except for its extension.
  static let anyName = "*"

  /// The kind of text that contains a reference.
  enum Origin: String, Hashable, Sendable, Codable {
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
  let name: String
  /// The kind of text that contains it.
  let origin: Origin
  /// The platform; nil for both.
  let platform: SoundBundle.Platform?
  /// Whether this certainly asks for an alert sound; a doubtful reference is never an error.
  var isCertain: Bool
  /// Whether the compiler checks that the sound exists, as in `R.raw.ding`.
  var isCompiled = false
  var file: TreePath
  var line: Int
  var column: Int

  /// Apple's systems that ask for the sound; empty where the source does not tell them apart.
  var systems: Set<AppleSystem> = []
  /// Who hands the name to Android as it stands, if it is known.
  var library: Library?

  enum Library: Sendable {
    /// A message without a platform has the one name for both.
    case firebase
    case notifee
  }

  /// The column where the name itself starts, if the text contains it literally; from 1, in
  /// characters.
  var nameColumn: Int?
}
