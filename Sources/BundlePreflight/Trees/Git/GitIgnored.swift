import Files

/// Finds the files of a working tree that Git ignores: a `.gitignore` around them excludes them,
/// and the index does not contain them.
///
/// It reads the files of the repository without running Git, and does not read the user's own
/// ignore file.
struct GitIgnored {
  /// The line that excludes a file.
  struct Reason: Hashable {
    /// The `.gitignore`, as a path in the repository.
    let file: TreePath
    /// The line, from 1.
    let line: Int
    let pattern: String
    /// The name of the file, or of the folder around it, that the line matches.
    var matched = ""
  }

  /// The working tree's top.
  let root: TreePath
  private let repository: String
  private var lists: [TreePath: [(pattern: GlobPattern, reason: Reason)]] = [:]

  /// The repository around a folder; nil if there is none.
  init?(around folder: TreePath) {
    var root = folder
    while true {
      if let repository = Self.repository(in: root) {
        (self.root, self.repository) = (root, repository)
        return
      }
      guard !root.isEmpty, root != "/" else { return nil }
      root = root.folder
    }
  }

  /// The folder of Git's own files: `.git`, or the target in a file of that name.
  private static func repository(in folder: TreePath) -> String? {
    let path = folder.text + "/.git"
    if Self.bytes(path + "/HEAD") != nil { return path }
    guard let text = Self.bytes(path).map({ String(decoding: $0, as: UTF8.self) }),
      text.hasPrefix("gitdir: ")
    else { return nil }
    let named = text.dropFirst(8).prefix { !$0.isNewline }
    return named.hasPrefix("/") ? String(named) : folder.text + "/" + named
  }

  private static func bytes(_ path: String, limit: Int = 256 << 20) -> [UInt8]? {
    guard let source = try? FileSource(path: path), source.byteCount <= Int64(limit) else {
      return nil
    }
    return try? source.bytes(at: 0, count: limit)
  }

  /// The reason why each of these files, given by absolute paths, is ignored; files that are not
  /// ignored have no entry.
  mutating func reasons(for files: [TreePath]) -> [TreePath: Reason] {
    var found: [TreePath: Reason] = [:]
    for file in files where file.isBelow(root) {
      if let reason = reason(for: file.relative(to: root)) { found[file] = reason }
    }
    guard !found.isEmpty else { return [:] }
    let known = Self.bytes(repository + "/index").map(GitIndex.init)
    return found.filter { file, _ in known?.paths.contains(file.relative(to: root)) != true }
  }

  /// The line that excludes the file, if the index does not contain it.
  private mutating func reason(for path: TreePath) -> Reason? {
    let parts = path.parts.map(String.init)
    let names = parts.map(Array.init)
    // At index n, the last line that matches the path of the first n parts: it decides.
    var decided = [Reason?](repeating: nil, count: parts.count + 1)
    for depth in 0..<parts.count {
      var rules = list(TreePath(parts[..<depth].joined(separator: "/")))
      if depth == 0 { rules = exclusions + rules }
      for (pattern, reason) in rules {
        for (index, matches) in pattern.matches(Array(names[depth...])).enumerated() where matches {
          var reason = reason
          reason.matched = depth + index > 0 ? parts[depth + index - 1] : ""
          decided[depth + index] = pattern.isNegated ? nil : reason
        }
      }
    }
    return decided.lazy.compactMap(\.self).first
  }

  private mutating func list(
    _ folder: TreePath
  ) -> [(pattern: GlobPattern, reason: Reason)] {
    if let known = lists[folder] { return known }
    let file = folder.appending(".gitignore")
    let rules = Self.rules(root.text + "/" + file.text, as: file)
    lists[folder] = rules
    return rules
  }

  /// The repository's own exclusions on this machine.
  private var exclusions: [(pattern: GlobPattern, reason: Reason)] {
    Self.rules(repository + "/info/exclude", as: ".git/info/exclude")
  }

  private static func rules(
    _ path: String, as file: TreePath
  ) -> [(pattern: GlobPattern, reason: Reason)] {
    guard let bytes = bytes(path, limit: 1 << 20) else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.enumerated().compactMap { index, line in
      var text = line
      while text.hasSuffix(" "), !text.hasSuffix("\\ ") { text.removeLast() }
      guard !text.isEmpty, !text.hasPrefix("#") else { return nil }
      return (
        GlobPattern(String(text)), Reason(file: file, line: index + 1, pattern: String(text))
      )
    }
  }
}

/// The paths in Git's index (gitformat-index(5), versions 2 to 4).
struct GitIndex {
  let paths: Set<TreePath>

  init(_ bytes: [UInt8]) {
    guard bytes.count > 12, bytes.starts(with: "DIRC".utf8) else {
      paths = []
      return
    }
    // Object names have 20 or 32 bytes; with the wrong length, the lengths of paths are invalid.
    paths = [20, 32].lazy.compactMap { Self.paths(in: bytes, hashLength: $0) }.first ?? []
  }

  /// Nil if the object names have another length.
  private static func paths(in bytes: [UInt8], hashLength: Int) -> Set<TreePath>? {
    func number(_ place: Int, _ count: Int) -> Int {
      bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
    }
    let version = number(4, 4)
    var paths: Set<TreePath> = []
    var path: [UInt8] = []
    var place = 12
    for _ in 0..<min(number(8, 4), bytes.count / 60) {
      let start = place
      place += 40 + hashLength
      guard place + 2 <= bytes.count else { return nil }
      let flags = number(place, 2)
      place += version >= 3 && flags & 0x4000 != 0 ? 4 : 2
      if version == 4, let removed = removed(bytes, &place) {
        path = Array(path.dropLast(min(removed, path.count)))
      } else {
        path = []
      }
      guard place < bytes.count, let end = bytes[place...].firstIndex(of: 0) else { return nil }
      path += bytes[place..<end]
      let length = flags & 0xFFF
      guard length == 0xFFF || length == path.count else { return nil }
      paths.insert(TreePath(String(decoding: path, as: UTF8.self)))
      place = version == 4 ? end + 1 : start + ((end - start) / 8 + 1) * 8
    }
    return paths
  }

  /// The number of bytes that an entry of version 4 removes from the end of the previous path.
  private static func removed(_ bytes: [UInt8], _ place: inout Int) -> Int? {
    var value = 0
    for index in 0..<8 {
      guard place < bytes.count else { return nil }
      let byte = bytes[place]
      place += 1
      value = (index == 0 ? 0 : (value + 1) << 7) | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
    }
    return nil
  }
}
