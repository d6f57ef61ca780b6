/// Decides from a file's name whether it is a sound.
enum SoundFileName {
  /// The extensions of containers that alerts may have.
  static let alertExtensions: Set<String> = ["caf", "wav", "wave", "aif", "aiff", "aifc"]

  /// The extensions of sounds that cannot be alerts but that some apps ship as alerts.
  static let foreignExtensions: Set<String> = [
    "mp3", "mp2", "m4a", "m4b", "m4r", "aac", "ac3", "ogg", "oga", "opus", "flac", "wma", "amr",
    "au", "snd", "w64", "mka", "weba", "mid", "midi",
  ]

  /// Whether the file at `path` has the name of a sound that an alert may have.
  static func isAlertSound(_ path: String) -> Bool {
    isSound(path) && alertExtensions.contains(TreePath.suffix(path))
  }

  /// Whether the file at `path` has the name of a sound.
  static func isSound(_ path: String) -> Bool {
    let suffix = TreePath.suffix(path)
    guard alertExtensions.contains(suffix) || foreignExtensions.contains(suffix) else {
      return false
    }
    // Files that begin with `._` are metadata that macOS stores next to a file on foreign disks and
    // in zip archives.
    return !TreePath.lastPart(path).hasPrefix("._")
  }
}
