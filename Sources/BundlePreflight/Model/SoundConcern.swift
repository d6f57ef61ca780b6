/// A place in a source that is a fault only in some projects; deciding that takes the whole tree.
struct SoundConcern: PlacedFact, Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// A critical sound, which needs an entitlement.
    case critical
    /// A push of Firebase with a sound for Android only.
    case silentOnApple
    /// A raw resource of an app's package, by its address.
    case resource(name: String, package: String)
  }

  let kind: Kind
  var isCertain: Bool
  var file: TreePath
  var line: Int
  var column: Int
}
