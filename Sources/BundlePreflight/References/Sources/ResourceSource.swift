/// The sounds of awesome_notifications: `resource://raw/ding` is a raw resource of Android, and on
/// Apple's devices the file `ding.aiff` in the app's bundle (the library's AudioUtils.swift).
enum ResourceSource {
  private static let scheme = "resource://raw/"

  static func isOne(_ text: String) -> Bool { text.hasPrefix(scheme) }

  /// The sound's name on a platform; nil for another address.
  static func name(_ text: String, on platform: SoundBundle.Platform?) -> String? {
    guard isOne(text), text.utf8.count > scheme.utf8.count else { return nil }
    let name = String(text.dropFirst(scheme.count))
    return platform == .apple ? name + ".aiff" : name
  }
}
