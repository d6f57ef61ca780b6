/// Reads a Kotlin Multiplatform project: its Xcode and Android projects as one, and the files of
/// Compose's resources, which are in a folder of the app that no system searches for sounds.
enum KotlinReader {
  static let kind = ManifestKind(names: ["settings.gradle.kts", "settings.gradle"]) {
    file, files, natives in
    project(at: file.folder, in: files, &natives)
  }

  private static func project(
    at root: TreePath, in files: ProjectFiles, _ natives: inout NativeProjects
  ) -> Project? {
    // Android's projects have no folder of this name.
    guard files.paths(below: root).contains(where: { $0.text.contains("src/commonMain/") }) else {
      return nil
    }
    let parts = natives.takeAll(below: root)
    guard !parts.isEmpty else { return nil }
    let composed = files.sounds(below: root).compactMap { file -> ShippedSound? in
      guard !SkippedFolders.contain(file),
        case let parts = file.parts,
        let start = parts.firstIndex(of: "composeResources"),
        parts[start...].dropFirst().first == "files"
      else { return nil }
      return ShippedSound(
        file: file, name: "compose-resources/" + parts[(start + 1)...].joined(separator: "/"))
    }
    var bundles = parts.bundles
    if !composed.isEmpty, bundles.contains(where: { $0.platform == .apple && $0.role == .app }) {
      bundles = bundles.adding(composed, for: .apple, named: "iosApp")
    }
    var project = Project(
      kind: .kotlin, root: root, bundles: bundles, findings: parts.findings)
    project.shrinking = parts.shrinking
    project.defaultChannels = parts.flatMap(\.defaultChannels)
    return project
  }
}
