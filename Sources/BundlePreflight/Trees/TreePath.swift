/// Parts of paths with `/` between them.
///
/// Paths are split by bytes, not characters: to the system, a slash with a combining accent is a
/// slash.
enum TreePath {
  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// All parts, without empty ones.
  static func parts(_ path: String) -> [Substring] {
    path.utf8.split(separator: slash).map(Substring.init)
  }

  /// The part after the last `/`.
  static func lastPart(_ path: String) -> String {
    path.utf8.lastIndex(of: slash).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  /// The part before the last `/`; empty for a file at the top.
  static func folder(_ path: String) -> String {
    path.utf8.lastIndex(of: slash).map { String(path[..<$0]) } ?? ""
  }

  /// `path`, then the folders around it, the top last.
  static func upwards(from path: String) -> some Sequence<String> {
    sequence(first: path) { $0.isEmpty ? nil : folder($0) }
  }

  /// `path` below `folder`, without `.` and with `..` resolved; nil if it leads out of the top.
  static func join(_ folder: String, _ path: String) -> String? {
    var parts = path.utf8.first == slash ? [] : self.parts(folder)
    for part in self.parts(path) where part != "." {
      if part == ".." {
        guard parts.popLast() != nil else { return nil }
      } else {
        parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }

  /// Whether `path` is `folder` or below it.
  static func isBelow(_ path: String, _ folder: String) -> Bool {
    folder.isEmpty || path == folder || path.utf8.starts(with: (folder + "/").utf8)
  }

  /// The extension in lower case, without its dot.
  static func suffix(_ path: String) -> String {
    let name = lastPart(path)
    guard let dot = name.utf8.lastIndex(of: dot), dot != name.startIndex else { return "" }
    return name[name.utf8.index(after: dot)...].lowercased()
  }

  /// The last part without its extension.
  static func stem(_ path: String) -> String {
    let name = lastPart(path)
    guard let dot = name.utf8.lastIndex(of: dot), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}
