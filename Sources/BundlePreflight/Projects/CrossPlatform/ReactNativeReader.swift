/// Reads a React Native project: the sounds of its two native projects.
enum ReactNativeReader {
  static func project(
    at root: TreePath, in files: ProjectFiles, natives: inout NativeProjects
  ) -> Project? {
    guard let package = PackageJSON(in: root, of: files), package.dependsOn("react-native") else {
      return nil
    }
    let parts = natives.take(["ios", "macos", "android"], below: root)
    guard !parts.isEmpty else { return nil }
    return Project(
      kind: .reactNative, root: root, bundles: parts.bundles, findings: parts.findings)
  }
}
