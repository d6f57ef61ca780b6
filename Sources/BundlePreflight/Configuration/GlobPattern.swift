/// A pattern of paths in the syntax of a `.gitignore` line.
///
/// `*`, `?` and `[a-z]` match inside one part of the path; `**` as a whole part matches any number
/// of parts. A pattern with `/` before its end starts at the top; without it, the name matches in
/// any folder. A pattern that ends with `/` matches folders only. Unlike in git, `?` is one
/// character, of any number of bytes.
struct GlobPattern: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case anyDepth
    case name(GlobName)
  }

  /// Whether the pattern begins with `!`: its match cancels the matches of earlier patterns.
  let isNegated: Bool
  private let isFolder: Bool
  private let parts: [Part]

  init(_ pattern: String) {
    isNegated = pattern.utf8.first == UInt8(ascii: "!")
    let text = isNegated ? String(pattern.dropFirst()) : pattern
    var parts = text.pathParts.map { part in
      part.utf8.count > 1 && part.allSatisfy { $0 == "*" } ? Part.anyDepth : .name(GlobName(part))
    }
    isFolder = text.utf8.last == UInt8(ascii: "/")
    let isAnchored = text.utf8.dropLast().contains(UInt8(ascii: "/"))
    if !isAnchored, !parts.isEmpty { parts.insert(.anyDepth, at: 0) }
    self.parts = parts
  }

  /// Matches the pattern against a file's path and the folders on the way to it.
  /// - Parameter names: the parts of the file's path.
  /// - Returns: at index n, whether the path of the first n parts matches.
  func matches(_ names: [[Character]]) -> [Bool] {
    var reached = [Bool](repeating: false, count: names.count + 1)
    guard !parts.isEmpty else { return reached }
    reached[0] = true
    for (index, part) in parts.enumerated() {
      switch part {
      case .anyDepth:
        // At the end, `**` matches the content of a folder, not the folder.
        reached = Self.spread(reached, isLast: index == parts.count - 1)
      case .name(let name):
        reached = [false] + names.indices.map { reached[$0] && name.matches(names[$0]) }
      }
    }
    if isFolder { reached[names.count] = false }
    return reached
  }

  private static func spread(_ reached: [Bool], isLast: Bool) -> [Bool] {
    guard let first = reached.firstIndex(of: true) else { return reached }
    return reached.indices.map { isLast ? $0 > first : $0 >= first }
  }
}

/// Patterns in order, as in the lines of a `.gitignore`: the last one that matches decides.
struct GlobList: Hashable, Sendable {
  private let patterns: [GlobPattern]

  var isEmpty: Bool { patterns.isEmpty }

  init(_ patterns: [String]) { self.patterns = patterns.map(GlobPattern.init) }

  /// Whether the file `path` matches. Everything in a matched folder matches, and a later `!`
  /// cannot cancel that.
  func matches(_ path: String) -> Bool {
    let names = path.pathParts.map(Array.init)
    var isMatched = [Bool](repeating: false, count: names.count + 1)
    for pattern in patterns {
      for (index, matches) in pattern.matches(names).enumerated() where matches {
        isMatched[index] = !pattern.isNegated
      }
    }
    return isMatched.contains(true)
  }
}
