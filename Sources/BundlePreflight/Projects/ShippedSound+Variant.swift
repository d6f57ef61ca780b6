extension ShippedSound {
  /// What chooses this file among others of its name, such as a language: `de.lproj` on Apple's
  /// systems, on Android the folder. Empty where nothing does.
  ///
  /// Two sounds of a bundle get into each other's way when their names and variants are equal.
  func variant(on platform: SoundBundle.Platform) -> String {
    let folder = TreePath.folder(file)
    switch platform {
    case .apple: return folder.hasSuffix(".lproj") ? TreePath.lastPart(folder) : ""
    // In a release package the files of all folders lie in one.
    case .android: return TreePath.lastPart(folder) == "res" ? file : folder
    }
  }
}
