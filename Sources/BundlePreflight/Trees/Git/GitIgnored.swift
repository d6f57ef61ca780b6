import Files

/// Tells which files of a working tree Git leaves out: by the `.gitignore` around them, and if its index
/// does not have them all the same.
///
/// The files of the repository are read; Git is not run, and the user's own list of exceptions is not
/// looked at.
struct GitIgnored {
  /// The line that leaves a file out.
  struct Reason: Hashable {
    /// The `.gitignore`, as a path in the repository.
    let file: String
    /// From 1.
    let line: Int
    let pattern: String
    /// The name of the file, or of the folder around it, that the line means.
    var matched = ""
  }

  /// The working tree's top.
  let root: String
  private let repository: String
  private var lists: [String: [(pattern: GlobPattern, reason: Reason)]] = [:]

  /// The repository around a folder; nil where there is none.
  init?(around folder: String) {
    var root = folder
    while true {
      if let repository = Self.repository(in: root) {
        (self.root, self.repository) = (root, repository)
        return
      }
      guard !root.isEmpty, root != "/" else { return nil }
      root = TreePath.folder(root)
    }
  }

  /// The folder of Git's own files: `.git`, or what a file of that name says.
  private static func repository(in folder: String) -> String? {
    let path = folder + "/.git"
    if Self.bytes(path + "/HEAD") != nil { return path }
    guard let text = Self.bytes(path).map({ String(decoding: $0, as: UTF8.self) }),
      text.hasPrefix("gitdir: ")
    else { return nil }
    let named = text.dropFirst(8).prefix { !$0.isNewline }
    return named.hasPrefix("/") ? String(named) : folder + "/" + named
  }

  private static func bytes(_ path: String, limit: Int = 256 << 20) -> [UInt8]? {
    guard let source = try? FileSource(path: path), source.byteCount <= Int64(limit) else {
      return nil
    }
    return try? source.bytes(at: 0, count: limit)
  }

  /// Why each of these files, given by their absolute paths, is left out; those that are kept are
  /// not there.
  mutating func reasons(for files: [String]) -> [String: Reason] {
    var found: [String: Reason] = [:]
    for file in files where TreePath.isBelow(file, root) {
      if let reason = reason(for: ProjectFiles.relative(file, to: root)) { found[file] = reason }
    }
    guard !found.isEmpty else { return [:] }
    let known = Self.bytes(repository + "/index").map(GitIndex.init)
    return found.filter { file, _ in
      known?.paths.contains(ProjectFiles.relative(file, to: root)) != true
    }
  }

  /// The line that leaves the file out, if the index does not have it.
  private mutating func reason(for path: String) -> Reason? {
    let parts = TreePath.parts(path).map(String.init)
    let names = parts.map(Array.init)
    // What decides about the path of the first so many parts: the last line that matches it.
    var decided = [Reason?](repeating: nil, count: parts.count + 1)
    for depth in 0..<parts.count {
      let folder = parts[..<depth].joined(separator: "/")
      var rules = list(folder)
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
    _ folder: String
  ) -> [(pattern: GlobPattern, reason: Reason)] {
    if let known = lists[folder] { return known }
    let file = TreePath.below(folder, ".gitignore")
    let rules = Self.rules(root + "/" + file, as: file)
    lists[folder] = rules
    return rules
  }

  /// What the repository itself leaves out, on this machine.
  private var exclusions: [(pattern: GlobPattern, reason: Reason)] {
    Self.rules(repository + "/info/exclude", as: ".git/info/exclude")
  }

  private static func rules(
    _ path: String, as file: String
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
  private(set) var paths: Set<String> = []

  init(_ bytes: [UInt8]) {
    guard bytes.count > 12, bytes.starts(with: "DIRC".utf8) else { return }
    func number(_ place: Int, _ count: Int) -> Int {
      bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
    }
    let version = number(4, 4)
    // The entries' names are of 20 bytes, or of 32: then the flags of the first are no length.
    for hashLength in [20, 32] {
      paths = []
      var previous: [UInt8] = []
      var place = 12
      var isRead = true
      for _ in 0..<min(number(8, 4), bytes.count / 60) {
        let start = place
        place += 40 + hashLength
        guard place + 2 <= bytes.count else {
          isRead = false
          break
        }
        let flags = number(place, 2)
        place += version >= 3 && flags & 0x4000 != 0 ? 4 : 2
        if version == 4, let kept = Self.removed(bytes, &place) {
          previous = Array(previous.dropLast(min(kept, previous.count)))
        } else {
          previous = []
        }
        guard place < bytes.count, let end = bytes[place...].firstIndex(of: 0) else {
          isRead = false
          break
        }
        previous += bytes[place..<end]
        let length = flags & 0xFFF
        guard length == 0xFFF || length == previous.count else {
          isRead = false
          break
        }
        paths.insert(String(decoding: previous, as: UTF8.self))
        place = version == 4 ? end + 1 : start + ((end - start) / 8 + 1) * 8
      }
      if isRead { return }
    }
    paths = []
  }

  /// How many bytes of the path before it an entry of version 4 does not have.
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
