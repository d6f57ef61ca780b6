/// Decides from a file's name whether it is a sound.
enum SoundFileName {
  /// The extensions of containers that alerts may have.
  static let alertExtensions: Set<String> = ["caf", "wav", "wave", "aif", "aiff", "aifc"]

  /// The extensions of sounds that cannot be alerts but that some apps ship as alerts.
  static let foreignExtensions: Set<String> = [
    "mp3", "mp2", "m4a", "m4b", "m4r", "aac", "ac3", "ogg", "oga", "opus", "flac", "wma", "amr",
    "au", "snd", "w64", "mka", "weba", "mid", "midi",
  ]

  /// Whether `name`, perhaps with folders before it, is that of a sound that an alert may have.
  static func isAlertSound(_ name: String) -> Bool {
    isSound(name) && alertExtensions.contains(name.fileSuffix)
  }

  /// Whether `name`, perhaps with folders before it, is that of a sound.
  static func isSound(_ name: String) -> Bool {
    let suffix = name.fileSuffix
    guard alertExtensions.contains(suffix) || foreignExtensions.contains(suffix) else {
      return false
    }
    // Files that begin with `._` are metadata that macOS stores next to a file on foreign disks and
    // in zip archives.
    return !name.fileName.hasPrefix("._")
  }
}

extension TreePath {
  /// Whether the file has the name of a sound that an alert may have.
  var isAlertSound: Bool { SoundFileName.isAlertSound(text) }

  /// Whether the file has the name of a sound.
  var isSound: Bool { SoundFileName.isSound(text) }
}
