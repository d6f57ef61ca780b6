import Glibc

/// A pattern of paths, as `.gitignore` has them: `*` and `?` stay inside a part, `**` stands for
/// any number of parts; without `/` inside, a pattern means the name in any folder; a folder means
/// all that is in it.
struct GlobPattern: Hashable, Sendable {
  private let parts: [String]

  init(_ pattern: String) {
    var parts = pattern.split(separator: "/").map(String.init)
    let isAnchored = pattern.dropLast().contains("/")
    if !isAnchored { parts.insert("**", at: 0) }
    self.parts = parts
  }

  func matches(_ path: String) -> Bool {
    let names = path.split(separator: "/").map(String.init)
    // reached[n]: the pattern so far matches the first n parts.
    var reached = [Bool](repeating: false, count: names.count + 1)
    reached[0] = true
    for part in parts {
      reached = part == "**" ? Self.spread(reached) : Self.step(reached, part, names)
    }
    // What lies below a matched folder is matched, too.
    return reached.dropFirst().contains(true)
  }

  private static func spread(_ reached: [Bool]) -> [Bool] {
    guard let first = reached.firstIndex(of: true) else { return reached }
    return reached.indices.map { $0 >= first }
  }

  private static func step(_ reached: [Bool], _ part: String, _ names: [String]) -> [Bool] {
    [false] + names.indices.map { reached[$0] && fnmatch(part, names[$0], FNM_PERIOD) == 0 }
  }
}
