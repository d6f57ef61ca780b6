import AlertSounds
import AudioTypes
import Files
import Glibc

/// One path of the command line, with its files and projects.
struct PreflightInput {
  /// As it was typed, without a `/` at the end.
  let path: String
  let tree: any ReadableTree
  let projects: [Project]
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
      let isApp = TreePath.suffix(path) == "app"
      let folder = FolderTree(root: path) { !isApp && SkippedFolders.contain($0 + "/file") }
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
    projects =
      shape == .file ? [] : ProjectDetection.projects(in: tree, named: TreePath.lastPart(path))
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

  /// Whether a project shows what is shipped.
  var knowsBundles: Bool { projects.contains { !$0.bundles.isEmpty } }

  /// The files with names of sounds, as paths in the tree. Listing an archive does not skip folders
  /// as walking a folder does, so files that belong to no project are left out here.
  var soundFiles: [String] {
    tree.files.map(\.path).filter { path in
      SoundFileName.isSound(path) && (shape != .archive || !SkippedFolders.contain(path))
    }
  }

  /// The displayed path for a path in the tree.
  func place(_ inTree: String) -> String {
    shape == .file ? path : Self.join(path, inTree)
  }

  /// The path in the tree of what is displayed as `place`; nil if it is not of this input.
  func pathInTree(_ place: String) -> String? {
    guard shape != .file else { return place == path ? TreePath.lastPart(path) : nil }
    guard path != "." else { return place }
    return TreePath.isBelow(place, path) ? ProjectFiles.relative(place, to: path) : nil
  }

  /// An Xcode project is a folder inside of the folder that it describes.
  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard TreePath.suffix(path) == "xcodeproj" else { return path }
    let folder = TreePath.folder(path)
    return folder.isEmpty ? "." : folder
  }

  private static func join(_ root: String, _ path: String) -> String {
    // Paths in the working folder are displayed without it.
    if path.isEmpty { return root == "." ? "" : root }
    return root == "." ? path : root == "/" ? "/" + path : root + "/" + path
  }

  private static let archiveSuffixes: Set<String> = [
    "ipa", "apk", "aab", "zip", "tar", "tgz", "gz", "bz2", "xz", "zst",
  ]

  private static func shape(of path: String) -> Shape {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return .folder }
    if archiveSuffixes.contains(TreePath.suffix(path)) { return .archive }
    let head = (try? FileSource(path: path)).flatMap { try? $0.bytes(at: 0, count: 4) }
    return head == [0x50, 0x4B, 3, 4] ? .archive : .file
  }
}
