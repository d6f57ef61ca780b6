/// Reads which sounds a NativeScript project's folder of native resources puts into its apps.
enum NativeScriptReader {
  static let configurations = ["nativescript.config.ts", "nativescript.config.js"]

  static func project(
    at root: TreePath, in files: ProjectFiles, natives: inout NativeProjects
  ) -> Project? {
    guard let resources = resources(of: root, in: files).flatMap(root.resolving) else { return nil }
    let parts = natives.take(["platforms", resources.relative(to: root).text], below: root)
    let ios = resources.appending("iOS")
    // Files go to the top of the bundle; folders are copied with their content.
    let apple = files.sounds(below: ios).map {
      ShippedSound(file: $0, name: $0.relative(to: ios).text)
    }
    let folder = resources.appending("Android")
    let android = files.sounds(below: folder).filter {
      AndroidReader.module(ofResource: $0) != nil || $0.folder == folder.appending("raw")
    }.map { ShippedSound(file: $0, name: $0.stem) }
    return Project(
      kind: .nativeScript, root: root,
      bundles: [
        SoundBundle(name: "app", platform: .apple, role: .app, sounds: apple),
        SoundBundle(name: "app", platform: .android, role: .app, sounds: android),
      ], findings: parts.findings)
  }

  /// Where apps before version 7 have their native resources.
  private static let oldFolders = ["app/App_Resources", "App_Resources", "src/App_Resources"]

  /// Where the app's native resources are, from its folder; nil if it is no app of NativeScript.
  private static func resources(of root: TreePath, in files: ProjectFiles) -> String? {
    guard let file = configurations.map(root.appending).first(where: files.contains) else {
      guard PackageJSON(in: root, of: files)?.isNativeScriptApp == true else { return nil }
      return oldFolders.first { files.hasFolder(root.appending($0)) }
    }
    let named = JavaScriptText.values(
      after: "appResourcesPath", separator: ":", in: files.settings(at: file) ?? [])
    return named.lazy.compactMap(\.string).first ?? "App_Resources"
  }
}
