/// Finds the projects and products in a tree, with the sounds that each ships and their names.
enum ProjectDetection {
  /// All projects and products, in the order of their folders.
  ///
  /// An Xcode or Android project inside a cross-platform one is part of that and not listed again.
  /// - Parameter name: the last part of the path that the tree was named by: an app bundle or an
  ///   archive may be the tree itself.
  static func projects(in tree: some FileTree, named name: String = "") -> [Project] {
    let projects = listed(in: tree, named: name)
    let links = tree.linkedSounds
    // A sound is one sound, by whichever path a project ships it.
    return links.isEmpty ? projects : projects.map { $0.moved { links[$0] ?? $0 } }
  }

  private static func listed(in tree: some FileTree, named name: String) -> [Project] {
    let files = ProjectFiles(tree)
    if name.hasSuffix(".app"), AppBundleReader.isApp(.top, in: files) {
      return [AppBundleReader.project(at: .top, named: name, in: files)]
    }
    if let package = AndroidPackageReader.project(named: name, in: files) { return [package] }
    let places = ProjectPlaces(in: files)
    var natives = NativeProjects(places.natives(in: files) + places.generated(in: files))
    var projects = places.appBundles.map { AppBundleReader.project(at: $0, named: "", in: files) }
    projects += places.packages.map { PackageReader.project(at: $0, in: files) }
    // Deeper roots first: their parts must not count for the projects around them.
    let roots = places.crossPlatformRoots.reversed()
    projects += roots.compactMap { crossPlatform(at: $0, in: files, natives: &natives) }
    projects += places.manifestProjects(in: files, &natives)
    projects += natives.remaining
    return projects.sorted { ($0.root, $0.kind.rawValue) < ($1.root, $1.kind.rawValue) }
  }

  private typealias Reader = (TreePath, ProjectFiles, inout NativeProjects) -> Project?

  /// The first kind that fits: an Expo project is a React Native project, too.
  private static func crossPlatform(
    at root: TreePath, in files: ProjectFiles, natives: inout NativeProjects
  ) -> Project? {
    let readers: [Reader] = [
      FlutterReader.project, ExpoReader.project, CapacitorReader.project,
      NativeScriptReader.project, ReactNativeReader.project, CordovaReader.project,
    ]
    let all = natives.all(below: root)
    for reader in readers {
      guard var project = reader(root, files, &natives) else { continue }
      project.shrinking = all.shrinking
      project.defaultChannels = all.flatMap(\.defaultChannels)
      project.packages = all.reduce(into: []) { $0.formUnion($1.packages) }
      project.hasApplePart = files.hasFolder(root.appending("ios"))
      return project
    }
    return nil
  }
}

/// The places in a tree where projects may begin, by the names of files.
private struct ProjectPlaces {
  var appBundles: [TreePath] = []
  var packages: [TreePath] = []
  private var configuredFolders: Set<TreePath> = []
  private var xcodeProjects: [TreePath] = []
  private var androidRoots: Set<TreePath> = []
  /// The manifests, with their kind as an index of `ManifestKind.all`.
  private var manifests: [(kind: Int, path: TreePath)] = []

  private static let crossPlatformFiles: Set<String> = Set(
    ["package.json", "pubspec.yaml", "config.xml"] + CapacitorReader.configurations
      + NativeScriptReader.configurations + ExpoConfiguration.dataFiles
      + ExpoConfiguration.codeFiles)

  init(in files: ProjectFiles) {
    var apps: Set<TreePath> = []
    var others: Set<TreePath> = []
    for path in files.paths {
      if let app = AppBundleReader.app(around: path) {
        if apps.contains(app) { continue }
        if !others.contains(app), !SkippedFolders.contain(app),
          AppBundleReader.isApp(app, in: files)
        {
          apps.insert(app)
          continue
        }
        others.insert(app)
      }
      if !SkippedFolders.contain(path) { add(path, in: files) }
    }
    appBundles = apps.sorted()
  }

  private mutating func add(_ path: TreePath, in files: ProjectFiles) {
    let name = path.name
    let folder = path.folder
    switch name {
    case "project.pbxproj" where folder.text.hasSuffix(".xcodeproj"): xcodeProjects.append(path)
    case "Package.swift": packages.append(path)
    case "build.gradle", "build.gradle.kts":
      androidRoots.insert(AndroidReader.root(ofModuleIn: folder, in: files))
    case _ where Self.crossPlatformFiles.contains(name): configuredFolders.insert(folder)
    default:
      if let kind = ManifestKind.index(ofManifest: name) { manifests.append((kind, path)) }
      if path.text.utf8.contains(bytesOf: "/res/raw"),
        let module = AndroidReader.module(ofResource: path)
      {
        androidRoots.insert(AndroidReader.root(ofModuleIn: module, in: files))
      }
    }
  }

  /// Folders with a cross-platform project's settings. Their native projects contain copies of
  /// these.
  var crossPlatformRoots: [TreePath] {
    configuredFolders.filter { !isNativePart($0) }.sorted()
  }

  private func isNativePart(_ folder: TreePath) -> Bool {
    folder.upwards.contains { path in
      ["ios", "macos", "android", "platforms"].contains(path.name)
        && configuredFolders.contains(path.folder)
    }
  }

  func natives(in files: ProjectFiles) -> [Project] {
    let outer = androidRoots.filter { root in
      !root.upwards.dropFirst().contains(where: androidRoots.contains)
    }
    return xcodeProjects.map { XcodeProjectReader.project(at: $0, in: files) }
      + outer.sorted().compactMap { AndroidReader.project(below: $0, in: files) }
  }

  /// The projects of tools that generate Xcode projects, if the generated ones are not in the tree.
  func generated(in files: ProjectFiles) -> [Project] {
    let made = Set(xcodeProjects.map { $0.folder.folder })
    var natives = NativeProjects([])
    return manifests.filter { ManifestKind.all[$0.kind].isGenerator }
      .filter { !made.contains($0.path.folder) }
      .compactMap { ManifestKind.all[$0.kind].project($0.path, files, &natives) }
  }

  /// The projects of all other manifests; of two manifests of one project only one counts.
  func manifestProjects(in files: ProjectFiles, _ natives: inout NativeProjects) -> [Project] {
    var known: Set<String> = []
    return manifests.filter { !ManifestKind.all[$0.kind].isGenerator }.sorted {
      ($0.kind, $0.path) < ($1.kind, $1.path)
    }.compactMap { manifest in
      let project = ManifestKind.all[manifest.kind].project(manifest.path, files, &natives)
      guard let project,
        project.kind == .dotNet || known.insert("\(project.kind) \(project.root)").inserted
      else { return nil }
      return project
    }
  }
}
