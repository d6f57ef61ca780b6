import Glibc

/// The sounds in folders that links lead to, which a build copies like any others.
///
/// Only sounds are looked for there: what is read as source or as project would be read twice. A
/// link is followed to a folder of the tree or, in a Git repository, of the same work tree, but not
/// to one around itself; links in linked folders are not followed. So nothing goes round in circles.
struct LinkedFolders {
  /// The sounds in linked folders that are also in the tree itself: the path there, by that through
  /// the link.
  private(set) var sounds: [TreePath: TreePath] = [:]
  /// The sounds that are in the tree through a link alone.
  private(set) var outer: [TreeFile] = []
  /// The sounds of the folders that were listed, by the folder's full path.
  private var listed: [TreePath: [TreeFile]] = [:]
  /// The paths in the tree of all sounds in linked folders, by their full paths.
  private var known: [TreePath: TreePath] = [:]
  /// The number of sounds that links have led to.
  private var count = 0
  private let root: TreePath
  /// The folder that links must not lead out of.
  private let top: TreePath
  /// The maximum number of sounds that links lead to: a crafted project may have a thousand links
  /// to a thousand sounds.
  private static let maximumCount = 1 << 16

  /// - Parameters:
  ///   - root: the tree's folder.
  ///   - links: the paths of links to folders.
  ///   - files: the paths of the tree's own files.
  ///   - isSkipped: whether the folder of this name, in this folder, is left out.
  init(
    of links: [TreePath], in root: String, besides files: [TreeFile],
    skipping isSkipped: (_ folder: TreePath) -> Bool
  ) {
    guard !links.isEmpty, let root = Self.target(of: root) else {
      (self.root, top) = ("", "")
      return
    }
    self.root = root
    top = root.upwards.first { access($0.text + "/.git", F_OK) == 0 } ?? root
    let own = Set(files.lazy.map(\.path))
    for link in links.sorted() { follow(link, own, skipping: isSkipped) }
  }

  private mutating func follow(
    _ link: TreePath, _ own: Set<TreePath>, skipping isSkipped: (TreePath) -> Bool
  ) {
    let place = root.appending(link.text)
    // A product's own links, as those of a framework for macOS, lead to what it has anyway.
    let isProduct = link.parts.contains { $0.hasSuffix(".app") || $0.hasSuffix(".framework") }
    guard !isProduct, let target = Self.target(of: place.text), target.isBelow(top),
      let folder = Self.target(of: place.folder.text), !folder.isBelow(target)
    else { return }
    for sound in sounds(below: target) {
      guard count < Self.maximumCount else { return }
      count += 1
      let path = link.appending(sound.path.text)
      guard !isSkipped(path.folder) else { continue }
      let full = target.appending(sound.path.text)
      let inTree = full.isBelow(root) ? full.relative(to: root) : nil
      if let twin = inTree.flatMap({ own.contains($0) ? $0 : nil }) ?? known[full] {
        sounds[path] = twin
      } else {
        known[full] = path
        outer.append(TreeFile(path: path, byteCount: sound.byteCount))
      }
    }
  }

  private mutating func sounds(below target: TreePath) -> [TreeFile] {
    if let known = listed[target] { return known }
    var listing = FolderListing(root: target.text)
    listing.add(folder: .top, depth: 0) { SkippedFolders.contain($0.appending("file")) }
    let sounds = listing.files.filter(\.path.isSound).sorted { $0.path < $1.path }
    listed[target] = sounds
    return sounds
  }

  /// The full path of a folder or file, through all links; nil if it does not exist.
  private static func target(of path: String) -> TreePath? {
    guard let path = realpath(path, nil) else { return nil }
    defer { free(path) }
    return String(validatingCString: path).map { TreePath($0) }
  }
}
