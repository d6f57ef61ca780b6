/// The parts of an Xcode target that decide what its bundle contains.
struct XcodeTarget {
  let id: String
  let name: String
  let role: SoundBundle.Role
  /// Whether it is built for macOS alone.
  let isForMac: Bool
  /// Its build phases in their order.
  let phases: [(id: String, object: LiteralNode)]
  /// Folders whose files are members without being listed (Xcode 16).
  let synchronizedFolders: Set<String>

  /// Whether a script of the build touches sounds: it names a kind of file that alerts have, or a
  /// folder of sounds.
  var runsScriptOnSounds: Bool {
    phases.contains { phase in
      guard phase.object.kind == "PBXShellScriptBuildPhase" else { return false }
      let lists = ["inputPaths", "outputPaths"].flatMap { phase.object[$0]?.elements ?? [] }
      return (lists.compactMap(\.string) + [phase.object["shellScript"]?.string ?? ""])
        .map { $0.lowercased() }
        .contains { text in Self.signs.contains { text.utf8.contains(bytesOf: $0) } }
    }
  }

  private static let signs: [BytePattern] = [".caf", ".wav", ".aif", "sounds"]

  /// All targets that make a bundle.
  static func all(in objects: XcodeObjects) -> [XcodeTarget] {
    let listed = objects.list(objects.project?["targets"])
    let targets = listed.isEmpty ? objects.all("PBXNativeTarget") : listed
    let common = objects.project.flatMap { systems($0, objects).first }
    return targets.filter { $0.object.kind == "PBXNativeTarget" }.map { id, object in
      let systems = systems(object, objects)
      return XcodeTarget(
        id: id, name: object["name"]?.string ?? id,
        role: role(
          ofProduct: object["productType"]?.string ?? "", systems.contains("watchos")),
        isForMac: (systems.first ?? common) == "macosx",
        phases: objects.list(object["buildPhases"]),
        synchronizedFolders: Set(
          (object["fileSystemSynchronizedGroups"]?.elements ?? []).compactMap(\.string)))
    }
  }

  /// The role of a product, by Xcode's identifier of its type.
  static func role(ofProduct type: String, _ isWatch: Bool) -> SoundBundle.Role {
    let kind = type.replacing(prefix: "com.apple.product-type.")
    return switch kind {
    // An App Clip is installed instead of its app, never with it.
    case "application.watchapp", "application.watchapp2", "application.on-demand-install-capable":
      .appExtension
    case _ where kind.hasPrefix("application"): isWatch ? .appExtension : .app
    case "bundle.unit-test", "bundle.ui-testing", "bundle.ocunit-test", "bundle.multi-device-test":
      .tests
    case _ where kind.contains("extension") || kind.hasPrefix("xpc-service"): .appExtension
    default: .module
    }
  }

  /// The systems that the configurations of a target or of the project are for, as `SDKROOT` says:
  /// those for watchOS have the same product type as a phone's app.
  private static func systems(_ target: LiteralNode, _ objects: XcodeObjects) -> [String] {
    let list = target["buildConfigurationList"]?.string.flatMap { objects[$0] }
    return objects.list(list?["buildConfigurations"]).compactMap { configuration in
      configuration.object["buildSettings"]?["SDKROOT"]?.string
    }
  }
}

extension String {
  fileprivate func replacing(prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
