/// A place in a source that is a fault only in some projects: which it is in, the whole tree tells.
struct SoundConcern: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A critical sound, which takes an entitlement.
    case critical
    /// A push of Firebase that has a sound for Android alone.
    case silentOnApple
  }

  let kind: Kind
  let isCertain: Bool
  /// The file's path in the tree.
  var file: String
  /// From 1.
  let line: Int
  /// From 1, in characters.
  let column: Int
}
