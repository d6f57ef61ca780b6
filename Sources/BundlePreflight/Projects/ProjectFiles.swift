import AlertSounds

/// A tree's files, with the lookups that readers of projects need.
struct ProjectFiles {
  /// All paths, in byte order, also those of sounds through links.
  let paths: [TreePath]
  /// The paths that have the name of a sound, in byte order.
  let sounds: [TreePath]
  private let known: Set<TreePath>
  /// The paths of sounds by their lower-case form.
  private let foldedSounds: [String: TreePath]
  private let tree: any FileTree

  init(_ tree: any FileTree) {
    self.tree = tree
    let all = tree.files.map(\.path) + tree.linkedSounds.keys
    paths = all.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    known = Set(paths)
    sounds = paths.filter(\.isSound)
    foldedSounds = Dictionary(sounds.map { ($0.text.lowercased(), $0) }) { first, _ in first }
  }

  func contains(_ path: TreePath) -> Bool { known.contains(path) }

  /// The tree's own spelling of a path; nil if there is no such file.
  ///
  /// Two strings may be equal and yet differ in their bytes, such as an `é` of one or of two
  /// scalars.
  func spelling(of path: TreePath) -> TreePath? { known.firstIndex(of: path).map { known[$0] } }

  /// The content of a project's file.
  func contents(of path: TreePath) -> [UInt8]? { tree.contents(of: path) }

  /// The content of a settings file, up to 2 MiB: people write a few hundred lines.
  func settings(at path: TreePath) -> [UInt8]? { tree.contents(of: path, limit: 2 << 20) }

  /// The file that a project lists as `path`, and the problem with it, if any.
  func listedSound(_ path: TreePath) -> (file: TreePath?, problem: String?) {
    if let file = spelling(of: path) { return (file, nil) }
    // Most Macs ignore case.
    if let other = foldedSounds[path.text.lowercased()] {
      return (
        other,
        "'\(path)' is listed, but the file is '\(other)': it is found only where case does not matter"
      )
    }
    return (nil, "'\(path)' is listed among the resources, but is not there")
  }

  /// The same, with the problem added to `findings`.
  /// - Parameters:
  ///   - name: the name that the app's bundle has it by; nil if it is not in the bundle itself.
  ///   - remedy: the alternative to adding the file.
  func listedSound(
    _ path: TreePath, as name: String?, or remedy: String, in file: TreePath, line: Int,
    column: Int,
    _ findings: inout [TreeFinding]
  ) -> TreePath? {
    let (found, problem) = listedSound(path)
    if let problem {
      var finding = Rule.resourceMissing.finding(
        problem, fix: "Add the file at this path, or \(remedy)", file: file, line: line,
        column: column)
      finding.absentSound = found == nil ? name : nil
      findings.append(finding)
    }
    return found
  }

  /// All paths below `folder`.
  func paths(below folder: TreePath) -> ArraySlice<TreePath> {
    Self.slice(of: paths, below: folder)
  }

  /// All sounds below `folder`.
  func sounds(below folder: TreePath) -> ArraySlice<TreePath> {
    Self.slice(of: sounds, below: folder)
  }

  /// Whether there are files below `folder`.
  func hasFolder(_ folder: TreePath) -> Bool { !paths(below: folder).isEmpty }

  /// In byte order, the paths that start with `folder/` are adjacent.
  private static func slice(of paths: [TreePath], below folder: TreePath) -> ArraySlice<TreePath> {
    guard !folder.isEmpty else { return paths[...] }
    let prefix = Array(folder.text.utf8) + [UInt8(ascii: "/")]
    let start = firstIndex(in: paths) { !$0.text.utf8.lexicographicallyPrecedes(prefix) }
    // After `/` comes `0`: the first path that is not below.
    let after = Array(folder.text.utf8) + [UInt8(ascii: "/") + 1]
    let end = firstIndex(in: paths) { !$0.text.utf8.lexicographicallyPrecedes(after) }
    return paths[start..<max(start, end)]
  }

  /// The first index from which `isReached` is true.
  private static func firstIndex(in paths: [TreePath], _ isReached: (TreePath) -> Bool) -> Int {
    var (low, high) = (0, paths.count)
    while low < high {
      let middle = low + (high - low) / 2
      if isReached(paths[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
