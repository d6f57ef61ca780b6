import AudioFormats
import Files

/// The files below one root, in a folder or an archive.
protocol FileTree: Sendable {
  /// All regular files, in the order of their paths.
  var files: [TreeFile] { get }

  /// The sounds that have another path, through a link to a folder: their paths in `files` by that
  /// one.
  var linkedSounds: [TreePath: TreePath] { get }

  /// The whole content of a project's file; nil if there is none, or it is over `limit` bytes.
  func contents(of path: TreePath, limit: Int) -> [UInt8]?
}

/// A tree whose files can be read in parallel.
protocol ReadableTree: FileTree {
  /// Calls `body` once for each of `wanted`, on all cores and in no order.
  /// - Parameter limit: the maximum size in bytes; a larger file is not read, and `body` gets
  ///   `nil`.
  func read(
    _ wanted: [TreeFile], limit: Int64,
    _ body: @Sendable (TreeFile, Result<any ByteSource, FileError>) -> Void)
}

extension FileTree {
  var linkedSounds: [TreePath: TreePath] { [:] }

  /// The content of a project's file, up to 32 MiB. Most have some kilobytes; a large
  /// `project.pbxproj` has 10 MB.
  func contents(of path: TreePath) -> [UInt8]? { contents(of: path, limit: 32 << 20) }
}

/// A file in a tree.
struct TreeFile: Hashable, Sendable {
  let path: TreePath
  let byteCount: Int64
}
