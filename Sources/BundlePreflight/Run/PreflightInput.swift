import AlertSounds
import AudioFormats
import Files
import Glibc

/// One path of the command line, with its files and projects.
struct PreflightInput {
  /// As it was typed, without a `/` at the end.
  let path: String
  let tree: any ReadableTree
  private(set) var projects: [Project]
  /// Its files, in the order of their paths.
  let files: [TreeFile]
  /// The files with names of sounds. Listing an archive does not skip folders as walking a folder does,
  /// so files that belong to no project are left out here.
  private(set) var soundFiles: [TreePath]
  /// The folders with sources of apps, and those with pages of servers for browsers, which play sounds
  /// themselves.
  private(set) var sourceFolders: Set<TreePath>
  private(set) var pageFolders: Set<TreePath>
  /// The findings about the folder or the archive itself.
  let findings: [PreflightFinding]
  private let shape: Shape

  private enum Shape: String { case file, folder, archive }

  init(path: String) {
    let path = Self.trimmed(path)
    self.path = path
    shape = Self.shape(of: path)
    switch shape {
    case .archive:
      let archive = ArchiveTree(path: path)
      tree = archive
      findings = archive.findings
    case .folder:
      // In an app bundle nothing is left out. A folder `build` that the command line names is not
      // skipped either.
      let isApp = path.fileSuffix == "app"
      let folder = FolderTree(root: path) { !isApp && SkippedFolders.contain($0.appending("file")) }
      tree = folder
      findings = folder.unreadable.map { unreadable in
        PreflightFinding(
          Rule.fileUnreadable.finding(unreadable.reason),
          file: unreadable.path.isEmpty ? path : Self.join(path, unreadable.path))
      }
    case .file:
      tree = FolderTree(file: path)
      findings = []
    }
    files = tree.files
    let isArchive = shape == .archive
    soundFiles = files.map(\.path).filter { path in
      path.isSound && !(isArchive && SkippedFolders.contain(path))
    }
    sourceFolders = Set(files.filter { ReferenceScan.isSource($0.path) }.map(\.path.folder))
    pageFolders = Set(files.filter { Self.pages.contains($0.path.suffix) }.map(\.path.folder))
    projects = shape == .file ? [] : ProjectDetection.projects(in: tree, named: path.fileName)
  }

  private static let pages: Set<String> = ["php", "phtml", "aspx", "cshtml", "jsp", "erb"]

  /// The same input with some of its sounds, folders and projects alone.
  func part(
    sounds: [TreePath] = [], sources: [TreePath] = [], pages: [TreePath] = [],
    where isWanted: (Project) -> Bool
  ) -> PreflightInput {
    var part = self
    (part.soundFiles, part.sourceFolders) = (sounds, Set(sources))
    part.pageFolders = Set(pages)
    part.projects.removeAll { !isWanted($0) }
    return part
  }

  /// The kind of content, for people.
  var kind: String {
    let kinds = projects.map(\.kind.name)
    let unique = kinds.indices.filter { kinds.firstIndex(of: kinds[$0]) == $0 }.map { kinds[$0] }
    if shape == .archive { return (["archive"] + unique).joined(separator: " with ") }
    return unique.isEmpty ? shape.rawValue : unique.joined(separator: ", ")
  }

  /// Whether the command line names this very file.
  var isSingleFile: Bool { shape == .file }

  /// Whether a project shows all that is shipped.
  var knowsBundles: Bool {
    projects.contains { project in
      !project.bundles.isEmpty && !project.bundles.contains(where: \.isPartial)
    }
  }

  /// The path in the tree of the run, which is also the one that is shown.
  func place(_ inTree: TreePath) -> TreePath {
    TreePath(shape == .file ? path : Self.join(path, inTree))
  }

  /// The path in this tree of `place` in that of the run; nil if it is not of this input.
  func pathInTree(_ place: TreePath) -> TreePath? {
    let root = TreePath(path)
    guard shape != .file else { return place == root ? TreePath(root.name) : nil }
    guard path != "." else { return place }
    return place.isBelow(root) ? place.relative(to: root) : nil
  }

  /// An Xcode project is a folder inside of the folder that it describes.
  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard path.fileSuffix == "xcodeproj" else { return path }
    let folder = TreePath(path).folder
    return folder.isEmpty ? "." : folder.text
  }

  private static func join(_ root: String, _ path: TreePath) -> String {
    // Paths in the working folder are displayed without it.
    if path.isEmpty { return root == "." ? "" : root }
    return (root == "." ? "" : root == "/" ? "/" : root + "/") + path.text
  }

  private static let archiveSuffixes: Set<String> = [
    "ipa", "apk", "aab", "zip", "tar", "tgz", "gz", "bz2", "xz", "zst",
  ]

  private static func shape(of path: String) -> Shape {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return .folder }
    if archiveSuffixes.contains(path.fileSuffix) { return .archive }
    let head = (try? FileSource(path: path)).flatMap { try? $0.bytes(at: 0, count: 4) }
    return head == [0x50, 0x4B, 3, 4] ? .archive : .file
  }
}
