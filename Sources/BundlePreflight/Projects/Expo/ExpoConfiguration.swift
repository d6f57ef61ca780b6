import AlertSounds

/// The notification sounds in an Expo project's configuration.
struct ExpoConfiguration {
  /// A file in the list of the `expo-notifications` plug-in.
  struct Sound {
    let path: String
    /// The configuration's file, and the place in it.
    let file: TreePath
    let line: Int
    let column: Int
  }

  static let dataFiles = ["app.json", "app.config.json"]
  static let codeFiles = ["ts", "js", "mjs", "cjs"].map { "app.config.\($0)" }
  private static let plugin = "expo-notifications"

  /// Whether Expo generates the native projects from this configuration. An app may use only Expo's
  /// packages and keep its native projects itself.
  private(set) var isExpo = false
  private let dependsOnExpo: Bool
  /// The app's name; nil if it is computed.
  private(set) var name: String?
  private(set) var sounds: [Sound] = []
  /// Whether there may be more sounds, because the list is computed.
  private(set) var isPartial = false
  private(set) var findings: [TreeFinding] = []
  /// Whether it entitles the app to critical sounds, or has code that may.
  private(set) var mayPlayCritical = false

  init(in root: TreePath, of files: ProjectFiles) {
    let package = PackageJSON(in: root, of: files)
    dependsOnExpo = package?.dependsOn("expo") == true
    for file in Self.dataFiles.map(root.appending) where files.contains(file) {
      read(data: files.settings(at: file) ?? [], of: file, root, files)
    }
    guard isExpo || dependsOnExpo else { return }
    for file in Self.codeFiles.map(root.appending) where files.contains(file) {
      isExpo = true
      read(code: files.settings(at: file) ?? [], of: file, root, files)
    }
  }

  private mutating func read(
    data: [UInt8], of file: TreePath, _ folder: TreePath, _ files: ProjectFiles
  ) {
    mayPlayCritical = mayPlayCritical || SourceFacts.allowsCriticalSounds(data)
    do throws(TextError) {
      let root = try LiteralReader.document(data)
      let plugins = (root["expo"] ?? root)["plugins"]?.elements ?? []
      let settings = plugins.filter {
        ($0.elements?.first?.string ?? $0.string) == Self.plugin
      }
      let isBare = dependsOnExpo && (root["slug"] != nil || root["plugins"] != nil)
      isExpo = isExpo || isBare || root["expo"]?.entries != nil || !settings.isEmpty
      name = name ?? (root["expo"] ?? root)["name"]?.string
      for setting in settings {
        if let options = setting.elements?.dropFirst().first { add(options, of: file) }
      }
      markOtherPlugins(plugins, folder, files)
    } catch {
      // Other kinds of projects also have a file of this name.
      isExpo = isExpo || dependsOnExpo || String(decoding: data, as: UTF8.self).contains("\"expo\"")
      isPartial = true
      findings.append(Rule.unreadable(file, error))
    }
  }

  private mutating func read(
    code: [UInt8], of file: TreePath, _ root: TreePath, _ files: ProjectFiles
  ) {
    mayPlayCritical = mayPlayCritical || code.contains(bytesOf: Self.entitlements)
    let options = JavaScriptText.values(
      after: Self.plugin, separator: ",", in: code)
    // In a list of names, the next element is the next plug-in.
    for option in options where option.string == nil && option.elements == nil {
      add(option, of: file)
    }
    for plugins in JavaScriptText.values(after: "plugins", separator: ":", in: code) {
      markOtherPlugins(plugins.elements ?? [], root, files)
    }
  }

  private mutating func add(_ options: LiteralNode, of file: TreePath) {
    guard let list = options["sounds"] else {
      if options.entries == nil { addUnknown(options, file) }
      return
    }
    for node in list.elements ?? [] {
      guard let path = node.string else { continue }
      sounds.append(Sound(path: path, file: file, line: node.line, column: node.column))
    }
    if list.strings == nil { addUnknown(list, file) }
  }

  private mutating func addUnknown(_ node: LiteralNode, _ file: TreePath) {
    isPartial = true
    findings.append(
      Rule.projectUnreadable.finding(
        "the sounds of '\(Self.plugin)' are computed here: which they are is not known",
        fix: "List the files as texts", file: file, line: node.line, column: node.column,
        isCertain: false))
  }

  private static let entitlements: BytePattern = "ntitlements"

  /// Marks the list as incomplete if a project's own plug-in names sounds, or a folder of them, in
  /// its name or its text: only running it would show which sounds it ships. One that copies other
  /// files ships none.
  private mutating func markOtherPlugins(
    _ plugins: [LiteralNode], _ root: TreePath, _ files: ProjectFiles
  ) {
    for plugin in plugins {
      let path = (plugin.elements?.first ?? plugin).string ?? ""
      let name = path.lowercased()
      let text = path.hasPrefix(".") ? ownPlugin(path, root, files) : []
      mayPlayCritical =
        mayPlayCritical || name.contains("critical") || text.contains(bytesOf: Self.entitlements)
      isPartial =
        isPartial
        || path.hasPrefix(".")
          && (name.contains("sound") || Self.signs.contains { text.contains(bytesOf: $0) })
    }
  }

  /// What a plug-in that ships sounds has in its text.
  private static let signs: [BytePattern] = [
    "sound", "Sound", "SOUND", "res/raw", "'raw'", "\"raw\"", ".caf", ".wav", ".aif", ".mp3",
    ".m4a",
    ".ogg",
  ]

  /// The text of the plug-in at `path`; empty if it is not found.
  private func ownPlugin(_ path: String, _ root: TreePath, _ files: ProjectFiles) -> [UInt8] {
    guard let place = root.resolving(path) else { return [] }
    let endings = ["", ".js", ".ts", ".cjs", ".mjs", "/index.js", "/index.ts", "/app.plugin.js"]
    let file = endings.map { TreePath(place.text + $0) }.first(where: files.contains)
    return file.flatMap(files.settings) ?? []
  }
}
