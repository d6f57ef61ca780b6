/// Reads which sounds the apps of a Bazel workspace get by `rules_apple`: their resources and those
/// of their libraries.
struct BazelReader {
  static let kind = ManifestKind(names: ["MODULE.bazel", "WORKSPACE.bazel", "WORKSPACE"]) {
    file, files, _ in
    project(at: TreePath.folder(file), in: files)
  }

  private let files: ProjectFiles
  private let root: String
  private var packages: [String: StarlarkFile] = [:]
  private var findings: [PreflightFinding] = []

  private static func project(at root: String, in files: ProjectFiles) -> Project? {
    var reader = BazelReader(files: files, root: root)
    var bundles: [SoundBundle] = []
    for path in files.paths(below: root) {
      guard ["BUILD", "BUILD.bazel"].contains(TreePath.lastPart(path)),
        !SkippedFolders.contain(path),
        files.settings(at: path)?.contains(bytesOf: "_application") == true
      else { continue }
      let package = TreePath.folder(path)
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

  private init(files: ProjectFiles, root: String) {
    self.files = files
    self.root = root
  }

  private mutating func package(_ folder: String) -> StarlarkFile? {
    if let known = packages[folder] { return known }
    let names = ["BUILD.bazel", "BUILD"].map { TreePath.below(folder, $0) }
    guard let path = names.first(where: files.contains), let bytes = files.settings(at: path) else {
      return nil
    }
    do throws(TextError) {
      packages[folder] = try StarlarkFile(bytes)
    } catch {
      findings.append(PreflightRule.unreadable(path, error))
    }
    return packages[folder]
  }

  /// The rules of an app that are still to be read, with their places in the bundle.
  private struct Walk {
    var visited: Set<String> = []
    /// Rules with their package and their place in the bundle: nil for its top, otherwise a nested
    /// bundle.
    var open: [(call: StarlarkCall, package: String, bundle: String?)] = []
    var sounds: [String?: [ShippedSound]] = [nil: []]
  }

  /// The app's bundle and the bundles in it; nil if its files are computed.
  private mutating func bundles(of app: StarlarkCall, in package: String) -> [SoundBundle]? {
    var walk = Walk()
    walk.open = [(app, package, nil)]
    while let (call, package, bundle) = walk.open.popLast() {
      for name in Self.fileLists + ["deps"] + (call.name == "filegroup" ? ["srcs"] : []) {
        guard let value = call[name] else { continue }
        let isKnown = add(
          value, of: call, in: package, bundle, isStructured: name == "structured_resources", &walk)
        if !isKnown, name != "deps" { return nil }
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
    _ value: StarlarkValue, of call: StarlarkCall, in package: String, _ bundle: String?,
    isStructured: Bool, _ walk: inout Walk
  ) -> Bool {
    switch value {
    case .other: return false
    case .string(let text):
      add(text, of: call, in: package, bundle, isStructured: isStructured, &walk)
      return true
    case .list(let values):
      var isKnown = true
      for value in values {
        let isOne = add(value, of: call, in: package, bundle, isStructured: isStructured, &walk)
        isKnown = isKnown && isOne
      }
      return isKnown
    case .call(let inner):
      if let constant = packages[package]?.constants[inner.name], inner.arguments.isEmpty {
        // A constant may refer to itself.
        guard walk.visited.insert(package + "#" + inner.name).inserted else { return true }
        return add(constant, of: call, in: package, bundle, isStructured: isStructured, &walk)
      }
      if inner.name == "select" {
        let values = inner.arguments.map(\.value)
        return add(.list(values), of: call, in: package, bundle, isStructured: isStructured, &walk)
      }
      guard inner.name.hasSuffix("glob") else { return false }
      let excluded = Self.texts(inner["exclude"]).map { ResourcePattern($0, in: package) }
      let patterns = inner.arguments.filter { $0.label == nil || $0.label == "include" }
        .flatMap { Self.texts($0.value) }
      for match in patterns.flatMap({ ResourcePattern($0, in: package).sounds(in: files) })
      where !excluded.contains(where: { $0.contains(match.file) }) {
        ship(match.file, of: call, in: package, bundle, isStructured: isStructured, &walk)
      }
      return true
    }
  }

  /// Adds a file or a label.
  private mutating func add(
    _ text: String, of call: StarlarkCall, in package: String, _ bundle: String?,
    isStructured: Bool, _ walk: inout Walk
  ) {
    guard !text.hasPrefix("@") || text.hasPrefix("@//") else { return }
    let label = text.hasPrefix("@") ? String(text.dropFirst()) : text
    var folder = package
    var name = label
    if label.hasPrefix("//") {
      let parts = label.dropFirst(2).split(separator: ":", maxSplits: 1)
      folder = TreePath.below(root, parts.first.map(String.init) ?? "")
      if label.hasPrefix("//:") { folder = root }
      name = parts.count > 1 ? String(parts[1]) : TreePath.lastPart(folder)
      if label.hasPrefix("//:") { name = String(label.dropFirst(3)) }
    } else if label.hasPrefix(":") {
      name = String(label.dropFirst())
    }
    if let path = TreePath.join(folder, name), let file = files.spelling(of: path) {
      if SoundFileName.isSound(file) {
        ship(file, of: call, in: folder, bundle, isStructured: isStructured, &walk)
      }
      return
    }
    guard walk.visited.insert(folder + ":" + name).inserted,
      let rule = self.package(folder)?.calls.first(where: { Self.text($0["name"]) == name })
    else { return }
    let isBundle = rule.name == "apple_resource_bundle"
    walk.open.append(
      (rule, folder, isBundle ? Self.text(rule["bundle_name"]) ?? name : bundle))
  }

  private func ship(
    _ file: String, of call: StarlarkCall, in package: String, _ bundle: String?,
    isStructured: Bool, _ walk: inout Walk
  ) {
    var name = TreePath.lastPart(file)
    if isStructured {
      name = ProjectFiles.relative(file, to: package)
      let prefixes = Self.texts(call["strip_structured_resources_prefixes"])
      if let prefix = prefixes.first(where: { TreePath.isBelow(name, $0) }) {
        name = ProjectFiles.relative(name, to: prefix)
      }
    }
    walk.sounds[bundle, default: []].append(ShippedSound(file: file, name: name))
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
