/// A tree as readers of projects look at it.
struct ProjectFiles {
  /// All paths, in byte order.
  let paths: [String]
  /// Those that go for sounds, in byte order.
  let sounds: [String]
  private let known: Set<String>
  /// Paths by their lower-case form, of sounds only.
  private let foldedSounds: [String: String]
  private let tree: any FileTree

  init(_ tree: any FileTree) {
    self.tree = tree
    paths = tree.files.map(\.path).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    known = Set(paths)
    sounds = paths.filter(SoundFileName.isSound)
    foldedSounds = Dictionary(sounds.map { ($0.lowercased(), $0) }) { first, _ in first }
  }

  func contains(_ path: String) -> Bool { known.contains(path) }

  /// The tree's own spelling of a path; nil where there is no such file.
  ///
  /// Two texts may be equal and yet differ in their bytes, as an `é` of one or of two characters.
  func spelling(of path: String) -> String? { known.firstIndex(of: path).map { known[$0] } }

  /// The content of a project's file.
  func contents(of path: String) -> [UInt8]? { tree.contents(of: path) }

  /// The content of a file of settings that people write: a few hundred lines.
  func settings(at path: String) -> [UInt8]? { tree.contents(of: path, limit: 2 << 20) }

  /// The file that a project lists as `path`, and what is wrong with that.
  func listedSound(_ path: String) -> (file: String?, problem: String?) {
    if let file = spelling(of: path) { return (file, nil) }
    // On most Macs case does not matter.
    if let other = foldedSounds[path.lowercased()] {
      return (
        other,
        "'\(path)' is listed, but the file is '\(other)': it is found only where case does not matter"
      )
    }
    return (nil, "'\(path)' is listed among the resources, but is not there")
  }

  /// All paths below `folder`.
  func paths(below folder: String) -> ArraySlice<String> { Self.slice(of: paths, below: folder) }

  /// All sounds below `folder`.
  func sounds(below folder: String) -> ArraySlice<String> { Self.slice(of: sounds, below: folder) }

  /// Whether anything lies below `folder`.
  func hasFolder(_ folder: String) -> Bool { !paths(below: folder).isEmpty }

  /// The path of `path` below `folder`.
  static func relative(_ path: String, to folder: String) -> String {
    guard !folder.isEmpty else { return path }
    let start = path.utf8.index(
      path.startIndex, offsetBy: folder.utf8.count + 1, limitedBy: path.endIndex)
    return String(path[(start ?? path.endIndex)...])
  }

  /// What starts with `folder/` stands together in byte order.
  private static func slice(of paths: [String], below folder: String) -> ArraySlice<String> {
    guard !folder.isEmpty else { return paths[...] }
    let prefix = Array(folder.utf8) + [UInt8(ascii: "/")]
    let start = firstIndex(in: paths) { !$0.utf8.lexicographicallyPrecedes(prefix) }
    // After `/` comes `0`: the first path that is not below.
    let after = Array(folder.utf8) + [UInt8(ascii: "/") + 1]
    let end = firstIndex(in: paths) { !$0.utf8.lexicographicallyPrecedes(after) }
    return paths[start..<max(start, end)]
  }

  /// The first index from which on `isReached` holds.
  private static func firstIndex(in paths: [String], _ isReached: (String) -> Bool) -> Int {
    var (low, high) = (0, paths.count)
    while low < high {
      let middle = low + (high - low) / 2
      if isReached(paths[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
