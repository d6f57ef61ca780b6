/// A pattern of paths, as a line of `.gitignore` has it.
///
/// `*`, `?` and `[a-z]` stay inside a part, `**` as a whole part stands for any number of parts. A
/// pattern with `/` before its end starts at the top; another one means the name in any folder.
/// With `/` at its end it means folders. Unlike in git `?` is one character, however many bytes it
/// has.
struct GlobPattern: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case anyDepth
    case name(GlobName)
  }

  /// Whether the pattern takes back what one before it has matched: it begins with `!`.
  let isNegated: Bool
  private let isFolder: Bool
  private let parts: [Part]

  init(_ pattern: String) {
    isNegated = pattern.utf8.first == UInt8(ascii: "!")
    let text = isNegated ? String(pattern.dropFirst()) : pattern
    var parts = TreePath.parts(text).map { part in
      part.utf8.count > 1 && part.allSatisfy { $0 == "*" } ? Part.anyDepth : .name(GlobName(part))
    }
    isFolder = text.utf8.last == UInt8(ascii: "/")
    let isAnchored = text.utf8.dropLast().contains(UInt8(ascii: "/"))
    if !isAnchored, !parts.isEmpty { parts.insert(.anyDepth, at: 0) }
    self.parts = parts
  }

  /// Where on the way down to a file the pattern matches.
  /// - Parameter names: the parts of the file's path.
  /// - Returns: for each count of parts whether the path of the first so many is matched.
  func matches(_ names: [[Character]]) -> [Bool] {
    var reached = [Bool](repeating: false, count: names.count + 1)
    guard !parts.isEmpty else { return reached }
    reached[0] = true
    for (index, part) in parts.enumerated() {
      switch part {
      case .anyDepth:
        // At the end it stands for what is in a folder, not for the folder.
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

/// Patterns in their order, as a `.gitignore` has lines: the last one that matches decides.
struct GlobList: Hashable, Sendable {
  private let patterns: [GlobPattern]

  var isEmpty: Bool { patterns.isEmpty }

  init(_ patterns: [String]) { self.patterns = patterns.map(GlobPattern.init) }

  /// Whether the file `path` is meant. What lies in a matched folder is matched, and nothing there
  /// can be taken back.
  func matches(_ path: String) -> Bool {
    let names = TreePath.parts(path).map(Array.init)
    var isMatched = [Bool](repeating: false, count: names.count + 1)
    for pattern in patterns {
      for (index, matches) in pattern.matches(names).enumerated() where matches {
        isMatched[index] = !pattern.isNegated
      }
    }
    return isMatched.contains(true)
  }
}
