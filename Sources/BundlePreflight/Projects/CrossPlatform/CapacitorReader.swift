import AlertSounds

/// Reads a Capacitor project: the sounds of its native projects, and the sound in its settings.
enum CapacitorReader {
  static let configurations = [
    "capacitor.config.json", "capacitor.config.ts", "capacitor.config.js",
  ]

  static func project(
    at root: TreePath, in files: ProjectFiles, natives: inout NativeProjects
  ) -> Project? {
    let configurations = configurations.map(root.appending).filter(files.contains)
    guard !configurations.isEmpty else { return nil }
    let parts = natives.take(["ios", "android"], below: root)
    var bundles = parts.bundles
    if !parts.cover(.apple) {
      bundles = bundles.assuming(root.appending("ios/App/App"), in: files)
    }
    var findings = parts.findings
    var references: [SoundReference] = []
    for file in configurations {
      let bytes = files.settings(at: file) ?? []
      do throws(TextError) {
        references += try sounds(in: bytes, isJSON: file.suffix == "json").map {
          SoundReference(
            name: $0.text, origin: .crossPlatformSource, platform: .android, isCertain: true,
            file: file, line: $0.node.line, column: $0.node.column)
        }
      } catch {
        findings.append(Rule.unreadable(file, error))
      }
    }
    return Project(
      kind: .capacitor, root: root, bundles: bundles, findings: findings, references: references)
  }

  /// The sound of all local notifications without one of their own, which is for Android alone: the
  /// plug-in's half for iOS does not read it.
  private static func sounds(
    in bytes: [UInt8], isJSON: Bool
  ) throws(TextError) -> [(text: String, node: LiteralNode)] {
    let settings =
      isJSON
      ? [try LiteralReader.document(bytes)["plugins"]?["LocalNotifications"]].compactMap { $0 }
      : JavaScriptText.values(
        after: "LocalNotifications", separator: ":", in: bytes)
    return settings.compactMap { $0["sound"] }.compactMap { node in
      node.string.map { (text: $0, node: node) }
    }
  }
}
