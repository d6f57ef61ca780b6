/// A place in a source that is a fault only in some projects; deciding that takes the whole tree.
struct SoundConcern: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A critical sound, which needs an entitlement.
    case critical
    /// A push of Firebase with a sound for Android only.
    case silentOnApple
    /// A raw resource of an app's package, by its address.
    case resource(name: String, package: String)
  }

  let kind: Kind
  let isCertain: Bool
  /// The file's path in the tree.
  var file: TreePath
  /// The line, from 1.
  let line: Int
  /// The column in characters, from 1.
  let column: Int
}
