/// The files that tell what a project is and ships; their content is needed whole.
enum ProjectFileNames {
  private static let names: Set<String> = [
    "project.pbxproj", "Package.swift", "app.json", "app.config.json", "app.config.js",
    "app.config.ts", "package.json", "pubspec.yaml", "capacitor.config.json",
    "capacitor.config.ts", "capacitor.config.js", "config.xml", "Info.plist",
    "AndroidManifest.xml",
  ]

  static func isOne(_ path: String) -> Bool { names.contains(TreePath.lastPart(path)) }
}
