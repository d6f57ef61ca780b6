/// Reads which sounds a NativeScript project's folder of native resources puts into its apps.
enum NativeScriptReader {
  static let configurations = ["nativescript.config.ts", "nativescript.config.js"]

  static func project(
    at root: TreePath, in files: ProjectFiles, natives: inout NativeProjects
  ) -> Project? {
    guard let folder = resources(of: root, in: files),
      let resources = root.resolving(folder)
    else { return nil }
    let parts = natives.take(["platforms", resources.relative(to: root).text], below: root)
    let ios = resources.appending("iOS")
    // Files go to the top of the bundle; folders are copied with their content.
    let apple = files.sounds(below: ios).map {
      ShippedSound(file: $0, name: $0.relative(to: ios).text)
    }
    let android = files.sounds(below: resources.appending("Android")).filter {
      AndroidReader.module(ofResource: $0) != nil
    }.map { ShippedSound(file: $0, name: $0.stem) }
    return Project(
      kind: .nativeScript, root: root,
      bundles: [
        SoundBundle(name: "app", platform: .apple, role: .app, sounds: apple),
        SoundBundle(name: "app", platform: .android, role: .app, sounds: android),
      ], findings: parts.findings)
  }

  /// Where the app's native resources are, from its folder; nil if it is no app of NativeScript.
  private static func resources(of root: TreePath, in files: ProjectFiles) -> String? {
    guard let file = configurations.map(root.appending).first(where: files.contains) else {
      let isApp = PackageJSON(in: root, of: files)?.isNativeScriptApp == true
      return isApp ? "app/App_Resources" : nil
    }
    let named = JavaScriptText.values(
      after: "appResourcesPath", separator: ":", in: files.settings(at: file) ?? [])
    return named.lazy.compactMap(\.string).first ?? "App_Resources"
  }
}
