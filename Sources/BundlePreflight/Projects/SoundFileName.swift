/// What a file's name says about its being a sound.
enum SoundFileName {
  /// Extensions of containers that alerts may have.
  static let alertExtensions: Set<String> = ["caf", "wav", "wave", "aif", "aiff", "aifc"]

  /// Extensions of sounds that no alert can be, and that apps ship as one all the same.
  static let foreignExtensions: Set<String> = [
    "mp3", "mp2", "m4a", "m4b", "m4r", "aac", "ac3", "ogg", "oga", "opus", "flac", "wma", "amr",
    "au", "snd", "w64", "mka", "weba", "mid", "midi",
  ]

  /// Whether a file at `path` goes for a sound that an alert may have.
  static func isAlertSound(_ path: String) -> Bool {
    isSound(path) && alertExtensions.contains(TreePath.suffix(path))
  }

  /// Whether a file at `path` goes for a sound.
  static func isSound(_ path: String) -> Bool {
    let suffix = TreePath.suffix(path)
    guard alertExtensions.contains(suffix) || foreignExtensions.contains(suffix) else {
      return false
    }
    // What macOS keeps beside a file on foreign disks and in zip archives, under the same name.
    return !TreePath.lastPart(path).hasPrefix("._")
  }
}
