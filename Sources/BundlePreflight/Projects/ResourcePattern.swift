/// A pattern by which a manifest lists files: `Resources/**/*.caf`, `Sounds/{a,b}.wav`.
struct ResourcePattern {
  /// A sound that matches.
  struct Match {
    let file: TreePath
    /// The path below the part of the pattern that has no wildcards.
    let below: TreePath
  }

  /// The folder that contains all matches, or the one file; nil if it leads out of the tree.
  let base: TreePath?
  /// The rest of the pattern, once for each expansion of its braces; empty for a path without
  /// wildcards.
  private let rests: [GlobPattern]
  /// Whether folders around a file count as matched by `**`.
  let isRecursive: Bool

  /// - Parameter folder: the folder that the pattern is relative to.
  init(_ pattern: String, in folder: TreePath) {
    let parts = pattern.pathParts
    let fixed = parts.prefix { !$0.contains(where: { "*?[{".contains($0) }) }
    let start = pattern.utf8.first == UInt8(ascii: "/") ? nil : folder
    base = start.flatMap { $0.resolving(fixed.joined(separator: "/")) }
    let rest = parts.dropFirst(fixed.count).joined(separator: "/")
    rests = rest.isEmpty ? [] : Self.expanded(rest).map { GlobPattern("/" + $0) }
    isRecursive = rest.contains("**")
  }

  /// Whether it is a plain path.
  var isPath: Bool { rests.isEmpty }

  /// The sounds that match. The plain path of a folder matches nothing here.
  func sounds(in files: ProjectFiles) -> [Match] {
    guard let base else { return [] }
    guard !isPath else {
      guard let file = files.spelling(of: base), file.isSound else { return [] }
      return [Match(file: file, below: TreePath(file.name))]
    }
    return files.sounds(below: base).compactMap { file in
      let path = file.relative(to: base)
      guard !SkippedFolders.contain(path) else { return nil }
      let names = path.parts.map(Array.init)
      return rests.contains { $0.matches(names).last == true }
        ? Match(file: file, below: path) : nil
    }
  }

  /// Whether the file at `path` of the tree, or a folder around it, matches.
  func contains(_ path: TreePath) -> Bool {
    guard let base else { return false }
    guard !isPath else { return path.isBelow(base) }
    guard path.isBelow(base), path != base else { return false }
    let names = path.relative(to: base).parts.map(Array.init)
    return rests.contains { $0.matches(names).contains(true) }
  }

  /// `a{b,c}d` as `abd` and `acd`; expansions over the limit are left out.
  private static func expanded(_ pattern: String) -> [String] {
    var done: [String] = []
    var open = [pattern]
    while let next = open.popLast(), done.count + open.count < 64 {
      guard let start = next.firstIndex(of: "{"),
        let end = next[start...].firstIndex(of: "}")
      else {
        done.append(next)
        continue
      }
      let choices = next[next.index(after: start)..<end].split(
        separator: ",", omittingEmptySubsequences: false)
      open += choices.map { String(next[..<start] + $0 + next[next.index(after: end)...]) }
    }
    return done
  }
}

extension ProjectFiles {
  /// The sounds that a target includes by `path`: the file, the matches of the pattern, or all
  /// files of the folder, each with its name at the bundle's top.
  func resources(
    at path: String, in folder: TreePath, isFolderKept: Bool = false
  ) -> [ShippedSound] {
    let pattern = ResourcePattern(path, in: folder)
    guard let base = pattern.base else { return [] }
    if pattern.isPath, hasFolder(base) {
      guard !isFolderKept else { return CopiedFolder.sounds(at: base, in: self, as: base.name) }
      return sounds(below: base).compactMap { file in
        let path = file.relative(to: base)
        return SkippedFolders.contain(path)
          ? nil
          : CopiedFolder.flattenedName(of: path).map { ShippedSound(file: file, name: $0) }
      }
    }
    return pattern.sounds(in: self).compactMap { match in
      CopiedFolder.flattenedName(of: match.below).map { ShippedSound(file: match.file, name: $0) }
    }
  }
}
