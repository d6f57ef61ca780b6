import AlertSounds
import YAMLText

/// Reads which sounds the targets of an XcodeGen project get, if the generated Xcode project is not
/// in the tree.
struct XcodeGenReader {
  static let kind = ManifestKind(names: ["project.yml", "project.yaml"], isGenerator: true) {
    file, files, _ in project(at: file, in: files)
  }

  private let files: ProjectFiles
  /// The templates of targets by name, with the folders that their paths are relative to.
  private var templates: [String: (node: YAMLNode, folder: TreePath)] = [:]
  private var targets: [(name: String, node: YAMLNode, folder: TreePath)] = []
  private var included: Set<TreePath> = []
  /// Far more files than people include.
  private static let maximumFiles = 500

  private static func project(at file: TreePath, in files: ProjectFiles) -> Project? {
    var reader = XcodeGenReader(files: files)
    let root = file.folder
    do throws(YAMLError) {
      guard let bytes = files.settings(at: file) else { return nil }
      let spec = try YAMLNode.parse(bytes)
      // Other tools also have files of this name.
      guard spec["name"] != nil, spec["targets"] != nil || spec["include"] != nil else {
        return nil
      }
      reader.add(spec, folder: root)
    } catch {
      let text = files.settings(at: file) ?? []
      guard text.contains(bytesOf: "\ntargets:") else { return nil }
      let problem = TextError(message: error.message, line: error.line, column: error.column)
      return Project(
        kind: .xcodeGen, root: root, bundles: [],
        findings: [Rule.unreadable(file, problem)])
    }
    let bundles = reader.targets.compactMap { reader.bundle($0.name, $0.node, $0.folder) }
    return bundles.isEmpty ? nil : Project(kind: .xcodeGen, root: root, bundles: bundles)
  }

  private init(files: ProjectFiles) { self.files = files }

  /// Adds a file's targets and templates, and those of the files that it includes.
  private mutating func add(_ spec: YAMLNode, folder: TreePath) {
    for entry in spec["targetTemplates"]?.entries ?? [] {
      if let name = entry.key.string { templates[name] = (entry.value, folder) }
    }
    for entry in spec["targets"]?.entries ?? [] {
      if let name = entry.key.string { targets.append((name, entry.value, folder)) }
    }
    let includes = spec["include"]?.elements ?? spec["include"].map { [$0] } ?? []
    for include in includes {
      guard let path = include.string ?? include["path"]?.string,
        let file = folder.resolving(path), included.count < Self.maximumFiles,
        included.insert(file).inserted, let bytes = files.settings(at: file),
        let other = try? YAMLNode.parse(bytes)
      else { continue }
      let isRelative = include["relativePaths"]?.bool ?? true
      add(other, folder: isRelative ? file.folder : folder)
    }
  }

  private func bundle(_ name: String, _ target: YAMLNode, _ folder: TreePath) -> SoundBundle? {
    var layers = [(node: target, folder: folder)]
    for template in target["templates"]?.elements ?? [] {
      if let layer = template.string.flatMap({ templates[$0] }) { layers.append(layer) }
    }
    let type = layers.lazy.compactMap { $0.node["type"]?.string }.first ?? ""
    let platforms = layers.lazy.compactMap { $0.node["platform"] }.first
    let isWatch = platforms?.string == "watchOS"
    var sounds: [ShippedSound] = []
    for (node, folder) in layers {
      for key in ["sources", "resources"] {
        let listed = node[key]?.elements ?? node[key].map { [$0] } ?? []
        sounds += listed.flatMap { source in self.sounds(source, of: name, in: folder) }
      }
    }
    return SoundBundle(
      name: name, platform: .apple, role: XcodeTarget.role(ofProduct: type, isWatch),
      sounds: sounds.withoutRepeats())
  }

  private func sounds(
    _ source: YAMLNode, of target: String, in folder: TreePath
  ) -> [ShippedSound] {
    guard let path = source.string ?? source["path"]?.string else { return [] }
    let phase = source["buildPhase"]?.string
    guard phase == nil || phase == "resources" else { return copied(source, path, in: folder) }
    // `Packages/${target_name}/Resources`, in templates.
    let name = path.split(separator: "/").map { $0 == "${target_name}" ? target[...] : $0 }
      .joined(separator: "/")
    let sounds = files.resources(
      at: name, in: folder, isFolderKept: source["type"]?.string == "folder")
    guard let base = folder.resolving(name) else { return [] }
    let excluded = patterns(source["excludes"], in: base)
    let included = patterns(source["includes"], in: base)
    return sounds.filter { sound in
      !excluded.contains { $0.contains(sound.file) }
        && (included.isEmpty || included.contains { $0.contains(sound.file) })
    }
  }

  /// A phase that copies files into the resources.
  private func copied(_ source: YAMLNode, _ path: String, in folder: TreePath) -> [ShippedSound] {
    guard let copy = source["buildPhase"]?["copyFiles"],
      ["resources", "wrapper"].contains(copy["destination"]?.string)
    else { return [] }
    let place = TreePath(copy["subpath"]?.string ?? "")
    return files.resources(at: path, in: folder).map {
      ShippedSound(file: $0.file, name: place.appending($0.name).text)
    }
  }

  private func patterns(_ list: YAMLNode?, in folder: TreePath) -> [ResourcePattern] {
    (list?.elements ?? []).compactMap(\.string).map { ResourcePattern($0, in: folder) }
  }
}
