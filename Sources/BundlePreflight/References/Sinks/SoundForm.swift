/// How a library reads the text that it is given for a sound.
enum SoundForm: String, Sendable {
  /// The name of a file, or of one of Android's resources.
  case name
  /// The name on each platform by itself.
  case each
  /// The address of one of Android's resources: `android.resource://com.example.bells/raw/bell`.
  case address = "android.resource://"
  /// The sounds of awesome_notifications: `resource://raw/ding` is a raw resource of Android, and on
  /// Apple's devices the file `ding.aiff` in the app's bundle (the library's AudioUtils.swift).
  case resource = "resource://"

  /// The names that a text means, each with its platform.
  func names(
    _ evaluated: EvaluatedText, on platform: SoundBundle.Platform?
  ) -> [(name: String, platform: SoundBundle.Platform?)] {
    let (text, given) = (evaluated.text, evaluated.platform)
    let own = platform ?? given
    guard given == nil || own == given else { return [] }
    switch self {
    case .name: return [(text, own)]
    case .each:
      return [(text, .android), (text, .apple)].filter { own == nil || own == $0.platform }
    case .address: return evaluated.resource.map { [($0, .android)] } ?? []
    case .resource:
      let scheme = "resource://raw/"
      guard text.hasPrefix(scheme), text.utf8.count > scheme.utf8.count else { return [] }
      let name = String(text.dropFirst(scheme.count))
      return [(name, .android), (name + ".aiff", .apple)].filter {
        own == nil || own == $0.platform
      }
    }
  }
}
