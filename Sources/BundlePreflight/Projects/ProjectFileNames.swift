/// The files that define a project's kind and content; readers need them whole.
enum ProjectFileNames {
  private static let names = Set(
    [
      "project.pbxproj", "Package.swift", "package.json", "pubspec.yaml", "config.xml",
      "Info.plist", "AndroidManifest.xml", "libs.versions.toml", "resources.arsc", "target.yml",
      "BUILD",
      "BUILD.bazel", "Podfile",
    ] + NativeScriptReader.configurations + ExpoConfiguration.dataFiles
      + ExpoConfiguration.codeFiles + CapacitorReader.configurations
      + AndroidReader.buildFiles)

  static func isOne(_ path: TreePath) -> Bool {
    let name = path.name
    return names.contains(name) || ManifestKind.index(ofManifest: name) != nil
      || AndroidReader.mayKeepSounds(path)
  }
}
