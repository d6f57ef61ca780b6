import AlertSounds

/// Reads which sounds the targets of a Tuist manifest get, if the generated Xcode project is not in
/// the tree. The results of the manifest's helpers are not known.
struct TuistReader {
  static let kind = ManifestKind(names: ["Project.swift"], isGenerator: true) { file, files, _ in
    project(at: file, in: files)
  }

  private static func project(at file: TreePath, in files: ProjectFiles) -> Project? {
    guard let bytes = files.settings(at: file), bytes.contains(bytesOf: "ProjectDescription")
    else { return nil }
    let root = file.folder
    do throws(TextError) {
      let targets = try SwiftCall.all(in: bytes).flatMap { $0.all(isTarget) }
      let bundles = targets.compactMap { bundle($0, root, files) }
      // If one target is computed, the content of the app is not known.
      guard !bundles.isEmpty, bundles.count == targets.count else { return nil }
      var project = Project(kind: .tuist, root: root, bundles: bundles)
      project.mayPlayCritical = targets.compactMap { $0["entitlements"] }
        .contains(where: mayPlayCritical)
      return project
    } catch {
      return Project(
        kind: .tuist, root: root, bundles: [], findings: [Rule.unreadable(file, error)])
    }
  }

  /// `.target(name: …)`, `Target(name: …)`; targets among dependencies have only a name.
  private static func isTarget(_ call: SwiftCall) -> Bool {
    call.name.lowercased() == "target" && call["product"]?.word != nil
  }

  private static func bundle(
    _ target: SwiftCall, _ root: TreePath, _ files: ProjectFiles
  ) -> SoundBundle? {
    guard let product = target["product"]?.word else { return nil }
    let resources = ["resources", "buildableFolders"].compactMap { target[$0] }
    let texts = resources.flatMap(\.strings)
    let calls = resources.flatMap(\.calls).flatMap { $0.all { patternCalls.contains($0.name) } }
    // An element that is neither a text nor a known call is computed.
    guard resources.isEmpty || !texts.isEmpty || !calls.isEmpty else { return nil }
    var sounds = texts.flatMap { files.resources(at: $0, in: root) }
    for call in calls {
      guard let path = (call["pattern"] ?? call["path"] ?? call.arguments.first)?.string else {
        return nil
      }
      let excluded = (call["excluding"]?.strings ?? []).map { ResourcePattern($0, in: root) }
      sounds += files.resources(
        at: path, in: root, isFolderKept: call.name == "folderReference"
      ).filter { sound in !excluded.contains { $0.contains(sound.file) } }
    }
    return SoundBundle(
      name: target["name"]?.string ?? product, platform: .apple, role: role(of: product),
      sounds: sounds.withoutRepeats())
  }

  /// Whether entitlements have critical alerts, or are computed. The file of
  /// `.file(path: "Bells.entitlements")` is read for itself.
  private static func mayPlayCritical(_ entitlements: SourceItem) -> Bool {
    if entitlements.string != nil || entitlements.word == "nil" { return false }
    guard let call = entitlements.calls.first, call.name != "file" else {
      return entitlements.calls.isEmpty
    }
    guard call.name == "dictionary", let entries = call.arguments.first?.elements else {
      return true
    }
    return entries.contains { entry in
      guard let key = entry.label else { return entry.terms.first?.isMark(":") != true }
      // The names of entitlements have dots or hyphens; a name of Swift's has neither.
      return key == criticalAlerts ? !entry.isFalse : !key.contains { ".-".contains($0) }
    }
  }

  private static let criticalAlerts = "com.apple.developer.usernotifications.critical-alerts"

  private static let patternCalls: Set<String> = [
    "glob", "folderReference", "file", "folder", "path", "relativeToManifest",
  ]

  private static func role(of product: String) -> SoundBundle.Role {
    switch product {
    case "app": .app
    case "unitTests", "uiTests": .tests
    case _
    where product.hasSuffix("Extension") || product == "appClip" || product == "xpc"
      || product.hasPrefix("watch2"):
      .appExtension
    // Libraries and frameworks have a bundle of their own.
    default: .module
    }
  }
}

extension SourceItem {
  /// The elements of an array or a dictionary, if it is nothing else.
  fileprivate var elements: [SourceItem]? {
    guard terms.count == 1, case .group(UInt8(ascii: "["), let items) = terms[0] else { return nil }
    return items
  }

  /// `false`, `.boolean(false)`
  fileprivate var isFalse: Bool {
    terms.last == .name("false") || calls.first?.arguments.first?.terms == [.name("false")]
  }
}
