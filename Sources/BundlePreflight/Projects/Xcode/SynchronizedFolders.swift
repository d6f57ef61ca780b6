/// Xcode 16's folders whose files are members of targets without being listed.
struct SynchronizedFolders {
  private let files: ProjectFiles
  private let objects: XcodeObjects
  private let paths: XcodePaths
  /// The folders with exceptions, by the target or the phase of the exceptions.
  private var exceptional: [String: [String]] = [:]

  init(_ files: ProjectFiles, _ objects: XcodeObjects, _ paths: XcodePaths) {
    self.files = files
    self.objects = objects
    self.paths = paths
    for group in objects.all("PBXFileSystemSynchronizedRootGroup") {
      for exception in objects.list(group.object["exceptions"]) {
        let owner = exception.object["buildPhase"] ?? exception.object["target"]
        if let id = owner?.string { exceptional[id, default: []].append(group.id) }
      }
    }
  }

  /// Files that a folder's exceptions name, relative to the folder.
  private struct Exceptions {
    /// Files that are not members of the target, although the folder is.
    var excluded: Set<TreePath> = []
    /// Files that are members of the target, although the folder is not.
    var included: [TreePath] = []
    /// Files that belong to a phase of their own, with its folder in the bundle; nil if they are
    /// not in the resources.
    var byPhase: [(path: TreePath, folder: TreePath?)] = []
  }

  /// The folders that `target` may get sounds from, by their identifiers.
  func folders(of target: XcodeTarget) -> [String] {
    let owners = [target.id] + target.phases.map(\.id)
    let named = owners.flatMap { exceptional[$0] ?? [] }
    return Set(named).union(target.synchronizedFolders).sorted()
  }

  /// The number of comparisons that finding the sounds of one of them takes.
  func lookCount(in id: String) -> Int {
    files.sounds.count * (1 + (objects[id]?["explicitFolders"]?.elements?.count ?? 0))
      + (objects[id]?["exceptions"]?.elements?.count ?? 0)
  }

  /// The sounds that `target` gets from one of them.
  func sounds(of target: XcodeTarget, in id: String) -> [ShippedSound] {
    guard let group = objects[id], group.kind == "PBXFileSystemSynchronizedRootGroup",
      let folder = paths.path(of: id)
    else { return [] }
    let isMember = target.synchronizedFolders.contains(id)
    let exceptions = exceptions(of: group, for: target, isMember: isMember)
    let explicit = Self.paths(group["explicitFolders"])
    let members = isMember ? sounds(in: folder, explicit, but: exceptions.excluded) : []
    return members + listed(exceptions, in: folder)
  }

  private func exceptions(
    of group: LiteralNode, for target: XcodeTarget, isMember: Bool
  ) -> Exceptions {
    var result = Exceptions()
    for exception in objects.list(group["exceptions"]) {
      let listed = Self.paths(exception.object["membershipExceptions"])
      if let phase = exception.object["buildPhase"]?.string {
        guard let owned = target.phases.first(where: { $0.id == phase }) else { continue }
        let folder = XcodeProjectReader.folder(ofPhase: owned.object)
        result.byPhase += listed.map { ($0, folder) }
        result.excluded.formUnion(listed)
      } else if exception.object["target"]?.string == target.id {
        if isMember { result.excluded.formUnion(listed) } else { result.included += listed }
      }
    }
    return result
  }

  /// The paths in a list, relative to the folder.
  private static func paths(_ list: LiteralNode?) -> [TreePath] {
    (list?.elements ?? []).compactMap(\.string).map { TreePath($0) }
  }

  private func sounds(
    in folder: TreePath, _ explicitFolders: [TreePath], but excluded: Set<TreePath>
  ) -> [ShippedSound] {
    files.sounds(below: folder).compactMap { file in
      let path = file.relative(to: folder)
      guard !SkippedFolders.contain(path), !Self.isAmong(excluded, path) else { return nil }
      if let explicit = explicitFolders.first(where: path.isBelow) {
        let rest = path.relative(to: explicit)
        return ShippedSound(file: file, name: rest.name(in: explicit.name))
      }
      return CopiedFolder.flattenedName(of: path).map { ShippedSound(file: file, name: $0) }
    }
  }

  private func listed(_ exceptions: Exceptions, in folder: TreePath) -> [ShippedSound] {
    let all =
      exceptions.included.map { (path: $0, folder: TreePath?.some(.top)) } + exceptions.byPhase
    return all.compactMap { path, destination in
      guard let destination, let file = folder.resolving(path.text).flatMap(files.spelling),
        file.isSound
      else { return nil }
      return ShippedSound(file: file, name: destination.appending(file.name).text)
    }
  }

  /// Whether `path` or a folder around it is one of `paths`.
  private static func isAmong(_ paths: Set<TreePath>, _ path: TreePath) -> Bool {
    !paths.isEmpty && path.upwards.contains { !$0.isEmpty && paths.contains($0) }
  }
}
