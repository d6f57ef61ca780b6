/// A file that a project of MSBuild lists for an app.
struct MSBuildItem {
  /// The build action of a file.
  enum Kind: String, CaseIterable {
    /// A file in the bundle of an app for Apple's devices.
    case bundle = "BundleResource"
    case android = "AndroidResource"
    /// A file of both apps: on Apple's devices in the bundle, on Android not a resource.
    case maui = "MauiAsset"
  }

  let kind: Kind
  /// A path or a pattern, with `/`.
  let path: String
  let isRemoval: Bool
  /// The place in the bundle, with MSBuild's placeholders; nil if the path decides.
  private let place: String?
  let line: Int
  let column: Int

  /// The items of an element; empty if it lists nothing of a known kind.
  static func items(of element: XMLElement) -> [MSBuildItem] {
    guard let kind = Kind(rawValue: element.name),
      let list = element["Include"] ?? element["Remove"]
    else { return [] }
    let place = ["LogicalName", "TargetPath", "Link"].lazy.compactMap { name in
      element[name]?.value ?? element.children.first { $0.name == name }?.text
    }.first
    return list.value.split(separator: ";").map { path in
      MSBuildItem(
        kind: kind, path: slashed(path), isRemoval: element["Include"] == nil,
        place: place.map { MSBuildProject.stripped(slashed($0)) }, line: list.line,
        column: list.column)
    }
  }

  /// The place that the item sets for a file; nil if it sets none.
  func logicalName(of match: ResourcePattern.Match, isRecursive: Bool) -> String? {
    guard let place else { return nil }
    let folder = isRecursive ? match.below.folder : .top
    let suffix = match.file.name.dropFirst(match.file.stem.count)
    let values = [
      "%(RecursiveDir": folder.isEmpty ? "" : folder.text + "/",
      "%(Filename": match.file.stem, "%(Extension": String(suffix),
    ]
    var name = ""
    for part in place.split(separator: ")") {
      guard let start = part.firstIndex(of: "%") else {
        name += part
        continue
      }
      guard let value = values[String(part[start...])] else { return nil }
      name += part[..<start] + value
    }
    return name.contains("$(") ? nil : name
  }

  static func slashed(_ path: some StringProtocol) -> String {
    String(path.drop(while: \.isWhitespace).map { $0 == "\\" ? "/" : $0 })
  }
}

/// The settings and items of a `.csproj`.
struct MSBuildProject {
  let file: TreePath
  let items: [MSBuildItem]
  /// The paths of the projects that it refers to.
  let references: [String]
  let isApp: Bool
  let platforms: [SoundBundle.Platform]
  /// Whether files in the default folders are included without being listed.
  private let hasDefaults: Bool
  private let isSingleProject: Bool

  init(_ root: XMLElement, at file: TreePath) {
    self.file = file
    let groups = root.children.filter { $0.name == "ItemGroup" }
    items = groups.flatMap { group in
      group.children.flatMap { element in
        MSBuildItem.items(of: element).filter { item in
          item.kind == .android || ![group, element].contains(where: Self.isForAndroid)
        }
      }
    }
    references = groups.flatMap(\.children).filter { $0.name == "ProjectReference" }
      .compactMap { $0["Include"]?.value }.map { MSBuildItem.slashed($0) }
    let properties = root.children.filter { $0.name == "PropertyGroup" }.flatMap(\.children)
    func texts(_ name: String) -> [String] {
      properties.filter { $0.name == name }.map { $0.text.lowercased() }
    }
    let frameworks = (texts("TargetFrameworks") + texts("TargetFramework")).joined(separator: ";")
    let types = texts("ProjectTypeGuids").joined()
    isSingleProject = texts("UseMaui").contains("true") || texts("SingleProject").contains("true")
    hasDefaults =
      root["Sdk"] != nil && !texts("EnableDefaultItems").contains("false")
      && !texts("EnableDefaultCompileItems").contains("all")
    let isApple =
      ["-ios", "-maccatalyst", "-macos", "xamarin.ios"].contains(where: frameworks.contains)
      || types.contains("feacfbd2")
    let isAndroid =
      frameworks.contains("-android") || frameworks.contains("monoandroid")
      || types.contains("efba0ad7")
    // A file in a folder around the project may set the frameworks.
    let isComputed = isSingleProject && !isApple && !isAndroid
    platforms =
      (isApple || isComputed ? [SoundBundle.Platform.apple] : [])
      + (isAndroid || isComputed ? [.android] : [])
    isApp =
      texts("OutputType").contains { $0.contains("exe") }
      || texts("AndroidApplication").contains("true")
  }

  /// Whether a part is for Android alone.
  private static func isForAndroid(_ element: XMLElement) -> Bool {
    guard let condition = element["Condition"]?.value.lowercased() else { return false }
    return condition.contains("android") && !condition.contains("ios") && !condition.contains("!")
  }

  /// The folders whose files are included without being listed.
  func defaultFolders(of kind: MSBuildItem.Kind) -> [String] {
    guard hasDefaults else { return [] }
    switch kind {
    case .bundle:
      return isSingleProject
        ? ["Platforms/iOS/Resources", "Platforms/MacCatalyst/Resources"] : ["Resources"]
    case .android: return [isSingleProject ? "Platforms/Android/Resources" : "Resources"]
    case .maui: return []
    }
  }

  /// A path without the folder that maps to the bundle's top.
  func stripped(_ path: String) -> String { Self.stripped(path) }

  static func stripped(_ path: String) -> String {
    let folders = [
      "Platforms/iOS/Resources/", "Platforms/MacCatalyst/Resources/", "Resources/Raw/",
      "Resources/",
    ]
    return folders.first(where: path.hasPrefix).map { String(path.dropFirst($0.count)) } ?? path
  }
}
