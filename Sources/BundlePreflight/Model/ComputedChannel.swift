/// A channel whose identifier is computed at run time.
struct ComputedChannel: Hashable, Sendable {
  /// The text with which the identifier starts, as far as it is known.
  var start = ""
  /// Whether the name of the app's package follows this text.
  var namesPackage = false

  /// Whether the channel may have this identifier, in apps of these packages.
  func mayBe(_ identifier: String, in packages: Set<String>) -> Bool {
    guard namesPackage else { return identifier.hasPrefix(start) }
    return packages.isEmpty || packages.contains { identifier.hasPrefix(start + $0) }
  }
}
