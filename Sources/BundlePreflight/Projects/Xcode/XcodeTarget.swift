/// The parts of an Xcode target that decide what its bundle contains.
struct XcodeTarget {
  let id: String
  let name: String
  let role: SoundBundle.Role
  /// Its build phases in their order.
  let phases: [(id: String, object: LiteralNode)]
  /// Folders whose files are members without being listed (Xcode 16).
  let synchronizedFolders: Set<String>

  /// All targets that make a bundle.
  static func all(in objects: XcodeObjects) -> [XcodeTarget] {
    let listed = objects.list(objects.project?["targets"])
    let targets = listed.isEmpty ? objects.all("PBXNativeTarget") : listed
    return targets.filter { $0.object.kind == "PBXNativeTarget" }.map { id, object in
      XcodeTarget(
        id: id, name: object["name"]?.string ?? id,
        role: role(ofProduct: object["productType"]?.string ?? "", isWatch(object, objects)),
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

  /// Whether a target is built for watchOS: then its product type is the same as a phone's app.
  private static func isWatch(_ target: LiteralNode, _ objects: XcodeObjects) -> Bool {
    let list = target["buildConfigurationList"]?.string.flatMap { objects[$0] }
    return objects.list(list?["buildConfigurations"]).contains { configuration in
      configuration.object["buildSettings"]?["SDKROOT"]?.string == "watchos"
    }
  }
}

extension String {
  fileprivate func replacing(prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
