/// Reads which sounds a NativeScript project's folder of native resources puts into its apps.
enum NativeScriptReader {
  static let configurations = ["nativescript.config.ts", "nativescript.config.js"]

  static func project(
    at root: String, in files: ProjectFiles, natives: inout NativeProjects
  ) -> Project? {
    guard let folder = resources(of: root, in: files) else { return nil }
    guard let resources = TreePath.join(root, folder) else { return nil }
    let parts = natives.take(
      ["platforms", ProjectFiles.relative(resources, to: root)], below: root)
    let ios = TreePath.below(resources, "iOS")
    // Files go to the top of the bundle; folders are copied with their content.
    let apple = files.sounds(below: ios).map {
      ShippedSound(file: $0, name: ProjectFiles.relative($0, to: ios))
    }
    let android = files.sounds(below: TreePath.below(resources, "Android")).filter {
      AndroidReader.module(ofResource: $0) != nil
    }.map { ShippedSound(file: $0, name: TreePath.stem($0)) }
    return Project(
      kind: .nativeScript, root: root,
      bundles: [
        SoundBundle(name: "app", platform: .apple, role: .app, sounds: apple),
        SoundBundle(name: "app", platform: .android, role: .app, sounds: android),
      ], findings: parts.findings)
  }

  /// Where the app's native resources are, from its folder; nil if it is no app of NativeScript.
  private static func resources(of root: String, in files: ProjectFiles) -> String? {
    guard let file = configurations.map({ TreePath.below(root, $0) }).first(where: files.contains)
    else {
      let isApp = PackageJSON(in: root, of: files)?.isNativeScriptApp == true
      return isApp ? "app/App_Resources" : nil
    }
    let named = JavaScriptText.values(
      after: "appResourcesPath", separator: ":", in: files.settings(at: file) ?? [])
    return named.lazy.compactMap(\.string).first ?? "App_Resources"
  }
}
