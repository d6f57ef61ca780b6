/// Reads which sounds a built Android package has among its raw resources.
enum AndroidPackageReader {
  /// The package that fills a tree: an `.apk` or an `.aab`; nil for other files.
  /// - Parameter name: the file's name, without its folder.
  static func project(named name: String, in files: ProjectFiles) -> Project? {
    let isBundle = files.contains("base/manifest/AndroidManifest.xml")
    let isPackage =
      files.contains("AndroidManifest.xml")
      && (files.contains("resources.arsc") || files.contains("classes.dex"))
    guard isBundle || isPackage else { return nil }
    var modules: [String: [ShippedSound]] = [isBundle ? "base" : "": []]
    for path in files.sounds {
      guard let module = module(of: path, isBundle: isBundle) else { continue }
      modules[module, default: []].append(ShippedSound(file: path, name: path.stem))
    }
    // Release builds shorten the paths; the resource table has the names.
    let table = files.contents(of: "resources.arsc").flatMap(AndroidResourceTable.init)
    let known = Set(modules[""]?.map(\.file) ?? [])
    for entry in table?.raw ?? [] where !isBundle && !known.contains(entry.path) {
      guard let file = files.spelling(of: entry.path), file.isSound else { continue }
      modules["", default: []].append(ShippedSound(file: file, name: entry.name))
    }
    let bundles = modules.sorted { $0.key < $1.key }.map { module, sounds in
      SoundBundle(
        name: module.isEmpty ? (name.isEmpty ? "app" : name.fileStem) : module,
        platform: .android, role: module.isEmpty || module == "base" ? .app : .module,
        sounds: sounds)
    }
    return Project(kind: .android, root: .top, bundles: bundles)
  }

  private static func module(of path: TreePath, isBundle: Bool) -> String? {
    let parts = path.parts
    guard parts.count == (isBundle ? 4 : 3) else { return nil }
    guard parts[parts.count - 3] == "res", AndroidReader.isRaw(parts[parts.count - 2]) else {
      return nil
    }
    return isBundle ? String(parts[0]) : ""
  }
}
