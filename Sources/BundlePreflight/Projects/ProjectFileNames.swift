/// The files that tell what a project is and ships; their content is needed whole.
enum ProjectFileNames {
  private static let names = Set(
    [
      "project.pbxproj", "Package.swift", "package.json", "pubspec.yaml", "config.xml",
      "Info.plist", "AndroidManifest.xml",
    ] + ExpoConfiguration.dataFiles + ExpoConfiguration.codeFiles + CapacitorReader.configurations
      + AndroidReader.buildFiles)

  static func isOne(_ path: String) -> Bool {
    names.contains(TreePath.lastPart(path)) || AndroidReader.mayKeepSounds(path)
  }
}
