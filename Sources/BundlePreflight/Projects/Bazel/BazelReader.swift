import AlertSounds

/// Reads which sounds the apps of a Bazel workspace get by `rules_apple`: their resources and those
/// of their libraries.
struct BazelReader {
  static let kind = ManifestKind(names: ["MODULE.bazel", "WORKSPACE.bazel", "WORKSPACE"]) {
    file, files, _ in
    project(at: file.folder, in: files)
  }

  private let files: ProjectFiles
  private let root: TreePath
  private var packages: [TreePath: StarlarkFile] = [:]
  private var findings: [TreeFinding] = []

  private static func project(at root: TreePath, in files: ProjectFiles) -> Project? {
    var reader = BazelReader(files: files, root: root)
    var bundles: [SoundBundle] = []
    for path in files.paths(below: root) {
      guard ["BUILD", "BUILD.bazel"].contains(path.name),
        !SkippedFolders.contain(path),
        files.settings(at: path)?.contains(bytesOf: "_application") == true
      else { continue }
      let package = path.folder
      for call in reader.package(package)?.calls ?? [] where appRules.contains(call.name) {
        guard let more = reader.bundles(of: call, in: package) else { return nil }
        bundles += more
      }
    }
    guard !bundles.isEmpty || !reader.findings.isEmpty else { return nil }
    return Project(kind: .bazel, root: root, bundles: bundles, findings: reader.findings)
  }

  private static let appRules: Set<String> = ["ios_application", "macos_application"]
  /// The attributes that list a rule's files for the app.
  private static let fileLists = ["resources", "data", "structured_resources"]

  private init(files: ProjectFiles, root: TreePath) {
    self.files = files
    self.root = root
  }

  private mutating func package(_ folder: TreePath) -> StarlarkFile? {
    if let known = packages[folder] { return known }
    let names = ["BUILD.bazel", "BUILD"].map(folder.appending)
    guard let path = names.first(where: files.contains), let bytes = files.settings(at: path) else {
      return nil
    }
    do throws(TextError) {
      packages[folder] = try StarlarkFile(bytes)
    } catch {
      findings.append(Rule.unreadable(path, error))
    }
    return packages[folder]
  }

  /// A rule with its package, and the place of its files in the app.
  private struct Origin {
    let call: StarlarkCall
    let package: TreePath
    /// Nil for the app's top, otherwise a nested bundle.
    let bundle: String?
    /// Whether its files keep their folders.
    var isStructured = false
  }

  /// The rules of an app that are still to be read, and the sounds so far.
  private struct Walk {
    var visited: Set<String> = []
    var open: [Origin] = []
    var sounds: [String?: [ShippedSound]] = [nil: []]
  }

  /// The app's bundle and the bundles in it; nil if its files are computed.
  private mutating func bundles(of app: StarlarkCall, in package: TreePath) -> [SoundBundle]? {
    var walk = Walk()
    walk.open = [Origin(call: app, package: package, bundle: nil)]
    while var rule = walk.open.popLast() {
      for name in Self.fileLists + ["deps"] + (rule.call.name == "filegroup" ? ["srcs"] : []) {
        guard let value = rule.call[name] else { continue }
        rule.isStructured = name == "structured_resources"
        if !add(value, of: rule, &walk), name != "deps" { return nil }
      }
    }
    let name = Self.text(app["name"]) ?? "app"
    return walk.sounds.map { bundle, sounds in
      SoundBundle(
        name: bundle ?? name, platform: .apple, role: bundle == nil ? .app : .module,
        sounds: sounds.withoutRepeats())
    }.sorted { ($0.role == .app ? "" : $0.name) < ($1.role == .app ? "" : $1.name) }
  }

  /// Adds the files of a value and the rules that it names; false if the value is computed.
  private mutating func add(
    _ value: StarlarkValue, of rule: Origin, _ walk: inout Walk
  ) -> Bool {
    let package = rule.package
    switch value {
    case .other: return false
    case .string(let text):
      add(text, of: rule, &walk)
      return true
    case .list(let values):
      return values.reduce(true) { add($1, of: rule, &walk) && $0 }
    case .call(let inner):
      if let constant = packages[package]?.constants[inner.name], inner.arguments.isEmpty {
        // A constant may refer to itself.
        guard walk.visited.insert("\(package)#\(inner.name)").inserted else { return true }
        return add(constant, of: rule, &walk)
      }
      if inner.name == "select" {
        return add(.list(inner.arguments.map(\.value)), of: rule, &walk)
      }
      guard inner.name.hasSuffix("glob") else { return false }
      let excluded = Self.texts(inner["exclude"]).map { ResourcePattern($0, in: package) }
      let patterns = inner.arguments.filter { $0.label == nil || $0.label == "include" }
        .flatMap { Self.texts($0.value) }
      for match in patterns.flatMap({ ResourcePattern($0, in: package).sounds(in: files) })
      where !excluded.contains(where: { $0.contains(match.file) }) {
        ship(match.file, of: rule, &walk)
      }
      return true
    }
  }

  /// Adds a file or a label.
  private mutating func add(_ text: String, of rule: Origin, _ walk: inout Walk) {
    guard !text.hasPrefix("@") || text.hasPrefix("@//") else { return }
    let label = text.hasPrefix("@") ? String(text.dropFirst()) : text
    var (folder, name) = (rule.package, label)
    if label.hasPrefix("//") {
      let parts = label.dropFirst(2).split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      folder = parts[0].isEmpty ? root : root.appending(String(parts[0]))
      name = parts.count > 1 ? String(parts[1]) : folder.name
    } else if label.hasPrefix(":") {
      name = String(label.dropFirst())
    }
    if let path = folder.resolving(name), let file = files.spelling(of: path) {
      guard file.isSound else { return }
      let place = Origin(
        call: rule.call, package: folder, bundle: rule.bundle, isStructured: rule.isStructured)
      return ship(file, of: place, &walk)
    }
    guard walk.visited.insert("\(folder):\(name)").inserted,
      let call = package(folder)?.calls.first(where: { Self.text($0["name"]) == name })
    else { return }
    let isBundle = call.name == "apple_resource_bundle"
    walk.open.append(
      Origin(
        call: call, package: folder,
        bundle: isBundle ? Self.text(call["bundle_name"]) ?? name : rule.bundle))
  }

  private func ship(_ file: TreePath, of rule: Origin, _ walk: inout Walk) {
    var name = TreePath(file.name)
    if rule.isStructured {
      name = file.relative(to: rule.package)
      let prefixes = Self.texts(rule.call["strip_structured_resources_prefixes"])
      if let prefix = prefixes.map({ TreePath($0) }).first(where: name.isBelow) {
        name = name.relative(to: prefix)
      }
    }
    walk.sounds[rule.bundle, default: []].append(ShippedSound(file: file, name: name.text))
  }

  private static func text(_ value: StarlarkValue?) -> String? {
    if case .string(let text) = value { text } else { nil }
  }

  private static func texts(_ value: StarlarkValue?) -> [String] {
    switch value {
    case .string(let text): [text]
    case .list(let values): values.flatMap { texts($0) }
    case .call, .other, nil: []
    }
  }
}
