import AlertSounds

/// Reads which sounds a Swift package's targets have among their resources.
struct PackageReader {
  private let files: ProjectFiles
  private let file: TreePath
  private let root: TreePath
  private var limit = ShippingLimit()
  private var findings: [TreeFinding] = []

  /// A target of the manifest.
  private struct Target {
    let call: SwiftCall
    let name: String
    var isTest: Bool { call.name == "testTarget" }
  }

  /// The package whose `Package.swift` is at `file`.
  static func project(at file: TreePath, in files: ProjectFiles) -> Project {
    let root = file.folder
    do throws(TextError) {
      guard let bytes = files.settings(at: file) else {
        throw TextError(message: "the manifest is too large to be read", line: 1, column: 1)
      }
      var reader = PackageReader(files: files, file: file, root: root)
      let bundles = try reader.bundles(of: try SwiftCall.all(in: bytes))
      return Project(kind: .swiftPM, root: root, bundles: bundles, findings: reader.findings)
    } catch {
      return Project(
        kind: .swiftPM, root: root, bundles: [], findings: [Rule.unreadable(file, error)])
    }
  }

  private init(files: ProjectFiles, file: TreePath, root: TreePath) {
    self.files = files
    self.file = file
    self.root = root
  }

  private mutating func bundles(of calls: [SwiftCall]) throws(TextError) -> [SoundBundle] {
    let targets = Self.targets(in: calls)
    let apps = Set(Self.calls("iOSApplication", in: calls).flatMap { $0["targets"]?.strings ?? [] })
    let isAlone = targets.count { !$0.isTest } == 1
    var bundles: [SoundBundle] = []
    for target in targets {
      let isApp = apps.contains(target.name)
      guard isApp || target.call["resources"] != nil else { continue }
      bundles.append(
        SoundBundle(
          name: target.name, platform: .apple,
          role: isApp ? .app : target.isTest ? .tests : .module,
          sounds: try sounds(of: target, isAlone: isAlone)))
    }
    return bundles
  }

  private static func targets(in calls: [SwiftCall]) -> [Target] {
    ["target", "executableTarget", "testTarget"].flatMap { Self.calls($0, in: calls) }
      .compactMap { call in call["name"]?.string.map { Target(call: call, name: $0) } }
  }

  /// All calls of `name`; calls among dependencies only refer to a target.
  private static func calls(_ name: String, in calls: [SwiftCall]) -> [SwiftCall] {
    calls.flatMap { call in
      (call.name == name ? [call] : [])
        + call.arguments.filter { $0.label != "dependencies" }
        .flatMap { Self.calls(name, in: $0.calls) }
    }
  }

  private mutating func sounds(
    of target: Target, isAlone: Bool
  ) throws(TextError) -> [ShippedSound] {
    guard let folder = folder(of: target, isAlone: isAlone) else { return [] }
    let excluded = (target.call["exclude"]?.strings ?? []).compactMap(folder.resolving)
    let rules = target.call["resources"]?.calls ?? []
    var sounds: [ShippedSound] = []
    for rule in rules {
      try limit.look(at: 1 + files.sounds.count * (1 + excluded.count))
      let more = self.sounds(of: rule, in: folder, but: excluded)
      try limit.add(more.count)
      sounds += more
    }
    return sounds.withoutRepeats()
  }

  /// The target's folder: the one that it names, or the package manager's default.
  private func folder(of target: Target, isAlone: Bool) -> TreePath? {
    if let path = target.call["path"] {
      return path.string.flatMap(root.resolving)
    }
    let folders = ["Sources", "Source", "src", "srcs"]
    let candidates = (target.isTest ? ["Tests"] + folders : folders).map(root.appending)
    let found = candidates.first { files.hasFolder($0.appending(target.name)) }
    if let found { return found.appending(target.name) }
    // A package's only target may fill the folder itself (tools version 5.9).
    return isAlone && !target.isTest ? candidates.first(where: files.hasFolder) : nil
  }

  private mutating func sounds(
    of rule: SwiftCall, in folder: TreePath, but excluded: [TreePath]
  ) -> [ShippedSound] {
    // Resources that are embedded in code are not in a bundle.
    guard rule.name == "process" || rule.name == "copy", let argument = rule.arguments.first,
      let listed = argument.string, let path = folder.resolving(listed)
    else { return [] }
    if let file = files.spelling(of: path) {
      return file.isSound ? [ShippedSound(file: file, name: path.name)] : []
    }
    guard files.hasFolder(path) else { return missing(path, argument) }
    let isProcessed = rule.name == "process"
    return files.sounds(below: path).compactMap { file in
      let relative = file.relative(to: path)
      guard !SkippedFolders.contain(relative), !excluded.contains(where: file.isBelow)
      else { return nil }
      let name =
        isProcessed
        ? CopiedFolder.flattenedName(of: relative)
        : relative.name(in: path.name)
      return name.map { ShippedSound(file: file, name: $0) }
    }
  }

  private mutating func missing(
    _ path: TreePath, _ argument: SourceItem
  ) -> [ShippedSound] {
    guard path.isSound else { return [] }
    let found = files.listedSound(
      path, as: nil, or: "correct the target's resources", in: file, line: argument.place.line,
      column: argument.place.column, &findings)
    return found.map { [ShippedSound(file: $0, name: path.name)] } ?? []
  }
}
