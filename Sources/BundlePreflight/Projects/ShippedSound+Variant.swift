extension ShippedSound {
  /// The qualifier that selects this file among others of its name, such as a language: `de.lproj`
  /// on Apple's systems, the folder on Android. Empty if there is none.
  ///
  /// Two sounds of a bundle conflict if their names and variants are equal.
  func variant(on platform: SoundBundle.Platform) -> String {
    let folder = file.folder
    switch platform {
    case .apple: return folder.text.hasSuffix(".lproj") ? folder.name : ""
    // In a release package the files of all folders are in one folder.
    case .android: return (folder.name == "res" ? file : folder).text
    }
  }
}
