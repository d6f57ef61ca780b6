import AlertSounds

/// Reads which sounds an Xcode project's targets copy into their bundles.
struct XcodeProjectReader {
  private let files: ProjectFiles
  /// The path of the `project.pbxproj`.
  private let file: TreePath
  private let objects: XcodeObjects
  private let paths: XcodePaths
  private let synchronizedFolders: SynchronizedFolders
  private var limit = ShippingLimit()
  private var findings: [TreeFinding] = []
  /// The identifiers of files that were reported: several targets may list one.
  private var reported: Set<String> = []

  /// The project whose `project.pbxproj` is at `file`.
  static func project(at file: TreePath, in files: ProjectFiles) -> Project {
    let root = file.folder.folder
    do throws(TextError) {
      guard let bytes = files.contents(of: file) else {
        throw TextError(message: "the project's file is too large to be read", line: 1, column: 1)
      }
      let objects = try XcodeObjects(try PropertyListReader.document(bytes))
      var reader = XcodeProjectReader(files: files, file: file, objects: objects, root: root)
      var bundles: [SoundBundle] = []
      for target in XcodeTarget.all(in: objects) { bundles.append(try reader.bundle(of: target)) }
      return Project(kind: .xcode, root: root, bundles: bundles, findings: reader.findings)
    } catch {
      let error = files.contents(of: file).flatMap(conflict(in:)) ?? error
      return Project(
        kind: .xcode, root: root, bundles: [], findings: [Rule.unreadable(file, error)])
    }
  }

  /// Git's mark of an unfinished merge; nil if there is none.
  private static func conflict(in bytes: [UInt8]) -> TextError? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.firstIndex { $0.starts(with: "<<<<<<< ".utf8) }.map { index in
      TextError(
        message: "unresolved merge conflict", line: index + 1, column: 1)
    }
  }

  private init(files: ProjectFiles, file: TreePath, objects: XcodeObjects, root: TreePath) {
    self.files = files
    self.file = file
    self.objects = objects
    paths = XcodePaths(objects, folder: root)
    synchronizedFolders = SynchronizedFolders(files, objects, paths)
  }

  private mutating func bundle(of target: XcodeTarget) throws(TextError) -> SoundBundle {
    var sounds: [ShippedSound] = []
    for phase in target.phases {
      guard let folder = Self.folder(ofPhase: phase.object) else { continue }
      for buildFile in objects.list(phase.object["files"]) {
        guard let id = buildFile.object["fileRef"]?.string else { continue }
        try limit.look(at: 1 + (objects[id]?["children"]?.elements?.count ?? 0))
        let more = resources(of: id, into: folder)
        try limit.add(more.count)
        sounds += more
      }
    }
    for folder in synchronizedFolders.folders(of: target) {
      try limit.look(at: synchronizedFolders.lookCount(in: folder))
      let more = synchronizedFolders.sounds(of: target, in: folder)
      try limit.add(more.count)
      sounds += more
    }
    var bundle = SoundBundle(
      name: target.name, platform: .apple, role: target.role, sounds: sounds.withoutRepeats())
    bundle.isForMac = target.isForMac
    bundle.isPartial = target.runsScriptOnSounds
    return bundle
  }

  /// The folder of a bundle into which a phase puts files; nil if it puts none into the resources.
  static func folder(ofPhase phase: LiteralNode) -> TreePath? {
    switch phase.kind {
    case "PBXResourcesBuildPhase": return .top
    case "PBXCopyFilesBuildPhase":
      // 7: the resources; 1: the bundle's top, the same place on all but macOS.
      guard ["7", "1"].contains(phase["dstSubfolderSpec"]?.string) else { return nil }
      return TreePath.top.resolving(phase["dstPath"]?.string ?? "")
    default: return nil
    }
  }

  /// The sounds that a member of a resource phase puts into `folder` of the bundle.
  private mutating func resources(of id: String, into folder: TreePath) -> [ShippedSound] {
    guard let object = objects[id] else { return [] }
    switch object.kind {
    case "PBXFileReference": return file(id, object, into: folder)
    // A file in several languages: each child is one of them.
    case "PBXVariantGroup":
      return objects.list(object["children"]).filter { $0.object.kind == "PBXFileReference" }
        .flatMap { file($0.id, $0.object, into: folder) }
    default: return []
    }
  }

  private mutating func file(
    _ id: String, _ object: LiteralNode, into folder: TreePath
  ) -> [ShippedSound] {
    let listed = object["path"] ?? object
    guard let path = paths.path(of: id), !path.isEmpty else {
      if let name = object["path"]?.string, SoundFileName.isSound(name), paths.isAbsolute(object) {
        report(
          "'\(name)' is listed by a path that only one machine has", about: id, at: listed,
          fix: "Move the file into the project, and add it relative to its group",
          isCertain: false)
      } else if let name = paths.pathToOwnMachine(of: id), SoundFileName.isSound(name) {
        report(
          "'\(name)' is listed, a file outside of the project that only one machine has",
          about: id, at: listed,
          fix: "Move the file into the project, and add it relative to its group",
          absent: name.fileName, severity: .warning)
      }
      return []
    }
    let name = folder.appending(path.name).text
    if let file = files.spelling(of: path) {
      return file.isSound ? [ShippedSound(file: file, name: name)] : []
    }
    let isFolder = object["lastKnownFileType"]?.string == "folder" || files.hasFolder(path)
    guard isFolder else { return missing(id, at: path, as: name, listed) }
    return CopiedFolder.sounds(at: path, in: files, as: name)
  }

  private mutating func missing(
    _ id: String, at path: TreePath, as name: String, _ listed: LiteralNode
  ) -> [ShippedSound] {
    guard path.isSound else { return [] }
    let (found, problem) = files.listedSound(path)
    if let problem {
      report(
        problem, about: id, at: listed,
        fix: found == nil
          ? "Add the file at this path, or remove it from Copy Bundle Resources"
          : "Give the file the name that the project lists",
        absent: found == nil ? name : nil)
    }
    return found.map { [ShippedSound(file: $0, name: name)] } ?? []
  }

  private mutating func report(
    _ message: String, about id: String, at node: LiteralNode, fix: Fix,
    absent: String? = nil, isCertain: Bool = true, severity: Finding.Severity? = nil
  ) {
    guard reported.insert(id).inserted else { return }
    var finding = Rule.resourceMissing.finding(
      message, fix: fix, file: file, line: node.line, column: node.column, isCertain: isCertain,
      severity: severity)
    finding.absentSound = absent
    findings.append(finding)
  }
}
