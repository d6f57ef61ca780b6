import AlertSounds

/// Reads which sounds a .NET app for phones gets: of Xamarin, .NET for iOS and Android, or MAUI.
struct DotNetReader {
  static let kind = ManifestKind(names: [], suffix: ".csproj") { file, files, _ in
    project(at: file, in: files)
  }

  private let files: ProjectFiles
  private var findings: [TreeFinding] = []
  private var sounds: [SoundBundle.Platform: [ShippedSound]] = [.apple: [], .android: []]
  private var visited: Set<TreePath> = []
  /// The maximum number of projects that one refers to, directly and indirectly.
  private static let maximumProjects = 200

  private static let signs: [BytePattern] = [
    "BundleResource", "AndroidResource", "MauiAsset", "-ios", "-android", "UseMaui",
    "FEACFBD2-3405-455C-9665-78FE426C6842", "EFBA0AD7-5A72-4C68-AF49-83D382785DCF",
  ]

  private static func project(at file: TreePath, in files: ProjectFiles) -> Project? {
    guard let bytes = files.settings(at: file),
      signs.contains(where: { bytes.contains(bytesOf: $0) })
    else { return nil }
    let root = file.folder
    do throws(TextError) {
      let build = MSBuildProject(try XMLElement.document(bytes), at: file)
      guard build.isApp else { return nil }
      var reader = DotNetReader(files: files)
      reader.add(build)
      let bundles = build.platforms.map { platform in
        SoundBundle(
          name: file.stem, platform: platform, role: .app,
          sounds: (reader.sounds[platform] ?? []).withoutRepeats())
      }
      return bundles.isEmpty
        ? nil
        : Project(kind: .dotNet, root: root, bundles: bundles, findings: reader.findings)
    } catch {
      return Project(
        kind: .dotNet, root: root, bundles: [], findings: [Rule.unreadable(file, error)])
    }
  }

  private init(files: ProjectFiles) { self.files = files }

  /// Adds a project's items and those of the projects that it refers to: the app gets them all.
  private mutating func add(_ build: MSBuildProject) {
    guard visited.count < Self.maximumProjects, visited.insert(build.file).inserted else { return }
    for kind in MSBuildItem.Kind.allCases { add(kind, of: build) }
    for path in build.references {
      guard let file = build.file.folder.resolving(path),
        let bytes = files.settings(at: file), let root = try? XMLElement.document(bytes)
      else { continue }
      add(MSBuildProject(root, at: file))
    }
  }

  private mutating func add(_ kind: MSBuildItem.Kind, of build: MSBuildProject) {
    let folder = build.file.folder
    var taken: [ShippedSound] = []
    for prefix in build.defaultFolders(of: kind) {
      guard let path = folder.resolving(prefix) else { continue }
      taken += files.sounds(below: path).filter { kind == .bundle || isRaw($0) }.map {
        shipped($0, kind, name: $0.relative(to: path).text)
      }
    }
    for item in build.items where item.kind == kind {
      let pattern = ResourcePattern(item.path, in: folder)
      guard !item.isRemoval else {
        taken.removeAll { pattern.contains($0.file) }
        continue
      }
      var matches = pattern.sounds(in: files)
      if pattern.isPath, matches.isEmpty, SoundFileName.isSound(item.path), let base = pattern.base
      {
        matches = found(base, item, in: build.file)
      }
      taken += matches.map { match in
        let name = item.logicalName(of: match, isRecursive: pattern.isRecursive)
        return shipped(
          match.file, kind,
          name: name ?? build.stripped(match.file.relative(to: folder).text))
      }
    }
    sounds[kind == .android ? .android : .apple, default: []] += taken
  }

  /// The file at a listed path, in the tree's spelling; adds a finding if it does not exist.
  private mutating func found(
    _ path: TreePath, _ item: MSBuildItem, in file: TreePath
  ) -> [ResourcePattern.Match] {
    let found = files.listedSound(
      path, as: path.name, or: "remove the item", in: file, line: item.line,
      column: item.column, &findings)
    return found.map { [.init(file: $0, below: TreePath($0.name))] } ?? []
  }

  /// The build writes the names of folders of resources in lower case, too.
  private func isRaw(_ file: TreePath) -> Bool {
    AndroidReader.isRaw(file.folder.name.lowercased())
  }

  private func shipped(_ file: TreePath, _ kind: MSBuildItem.Kind, name: String) -> ShippedSound {
    // The build writes the names of Android's resources in lower case.
    ShippedSound(file: file, name: kind == .android ? name.fileStem.lowercased() : name)
  }
}
