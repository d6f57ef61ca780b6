import AudioFormats
import Dispatch
import Files
import Glibc

/// The files below a folder, or a single file.
///
/// Links to files are followed, as a build does; of linked folders, the sounds are listed.
struct FolderTree: ReadableTree {
  let files: [TreeFile]
  let linkedSounds: [TreePath: TreePath]
  /// The files and folders that could not be read, with the reason.
  let unreadable: [(path: TreePath, reason: String)]
  private let root: String

  /// - Parameter isSkipped: whether the folder of this name, in this folder, is left out.
  init(root: String, skipping isSkipped: (_ folder: TreePath) -> Bool) {
    self.root = root
    var listing = FolderListing(root: root)
    listing.add(folder: .top, depth: 0, skipping: isSkipped)
    let linked = LinkedFolders(
      of: listing.links, in: root, besides: listing.files, skipping: isSkipped)
    files = (listing.files + linked.outer).sorted { $0.path < $1.path }
    linkedSounds = linked.sounds
    unreadable = listing.unreadable
  }

  /// A tree of the single file `path`.
  init(file path: String) {
    let folder = TreePath(path).folder.text
    root = path.hasPrefix("/") ? "/" + folder.drop { $0 == "/" } : folder.isEmpty ? "." : folder
    let source = try? FileSource(path: path)
    unreadable = []
    linkedSounds = [:]
    files = [TreeFile(path: TreePath(path.fileName), byteCount: source?.byteCount ?? 0)]
  }

  func contents(of path: TreePath, limit: Int) -> [UInt8]? {
    guard let source = try? FileSource(path: place(of: path)), source.byteCount <= Int64(limit)
    else { return nil }
    return try? source.bytes(at: 0, count: limit)
  }

  func read(
    _ wanted: [TreeFile], limit: Int64,
    _ body: @Sendable (TreeFile, Result<any ByteSource, FileError>) -> Void
  ) {
    withoutActuallyEscaping(body) { body in
      DispatchQueue.concurrentPerform(iterations: wanted.count) { index in
        let file = wanted[index]
        let source = Result { () throws(FileError) -> any ByteSource in
          try FileSource(path: place(of: file.path))
        }
        body(file, source)
      }
    }
  }

  private func place(of path: TreePath) -> String { root + "/" + path.text }
}

/// A folder being listed.
struct FolderListing {
  let root: String
  private(set) var files: [TreeFile] = []
  /// The links to folders, which are not followed.
  private(set) var links: [TreePath] = []
  private(set) var unreadable: [(path: TreePath, reason: String)] = []
  /// Deeper than any project; mounts can form a cycle.
  private static let maximumDepth = 64

  init(root: String) { self.root = root }

  mutating func add(folder: TreePath, depth: Int, skipping isSkipped: (TreePath) -> Bool) {
    guard depth <= Self.maximumDepth else {
      return unreadable.append((folder, "folders are nested more than \(Self.maximumDepth) deep"))
    }
    guard let stream = opendir(root + "/" + folder.text) else {
      return unreadable.append((folder, String(cString: strerror(errno)).lowercased()))
    }
    defer { closedir(stream) }
    var folders: [TreePath] = []
    while let entry = readdir(stream) {
      guard let name = Self.name(of: entry) else {
        unreadable.append((folder, "a file name in it is not UTF-8: rename the file"))
        continue
      }
      if name == "." || name == ".." { continue }
      let path = folder.appending(name)
      var status = stat()
      guard fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        if !isSkipped(path) { folders.append(path) }
        continue
      }
      if status.st_mode & S_IFMT == S_IFLNK {
        guard fstatat(dirfd(stream), name, &status, 0) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR, !isSkipped(path) { links.append(path) }
      }
      guard status.st_mode & S_IFMT == S_IFREG else { continue }
      files.append(TreeFile(path: path, byteCount: Int64(status.st_size)))
    }
    for path in folders { add(folder: path, depth: depth + 1, skipping: isSkipped) }
  }

  /// nil for a name that is not UTF-8: it could not be distinguished from others.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
    }
  }
}
