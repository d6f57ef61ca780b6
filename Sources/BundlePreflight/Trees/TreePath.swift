/// The path of a file or folder in a tree: relative to the tree's root, with `/` between its parts
/// and without `.` and `..`; empty for the root itself.
///
/// The tree is that of an input, or that of a whole run, in which each input lies where the command
/// line says, perhaps after `..`; or that of all files, where a path begins with `/`. A path that a
/// source names, and one that a report shows, are strings.
///
/// Paths are split by bytes, not characters: to the system, a slash with a combining accent is a
/// slash.
struct TreePath: Hashable, Comparable, Sendable {
  let text: String

  /// The root of a tree.
  static let top = TreePath("")

  /// A path that is known to be one of a tree.
  init(_ text: String) { self.text = text }

  var isEmpty: Bool { text.isEmpty }

  /// All parts, without empty ones.
  var parts: [Substring] { text.pathParts }

  /// The last part.
  var name: String { text.fileName }

  /// The last part without its extension.
  var stem: String { text.fileStem }

  /// The extension in lower case, without its dot.
  var suffix: String { text.fileSuffix }

  /// The folder around it; the top for what lies there.
  var folder: TreePath {
    TreePath(text.utf8.lastIndex(of: .slash).map { String(text[..<$0]) } ?? "")
  }

  /// The path itself, then the folders around it, the top last.
  var upwards: some Sequence<TreePath> { sequence(first: self) { $0.isEmpty ? nil : $0.folder } }

  /// Whether it is `folder` or below it.
  func isBelow(_ folder: TreePath) -> Bool {
    folder.isEmpty || self == folder || text.utf8.starts(with: (folder.text + "/").utf8)
  }

  /// The path of `path`, without `.` and `..`, in this folder.
  func appending(_ path: String) -> TreePath { TreePath(isEmpty ? path : text + "/" + path) }

  /// The path that a file in this folder means by `path`; nil if it leads out of the tree.
  func resolving(_ path: String) -> TreePath? {
    var parts = path.utf8.first == .slash ? [] : self.parts
    for part in path.pathParts where part != "." {
      if part == ".." {
        guard parts.popLast() != nil else { return nil }
      } else {
        parts.append(part)
      }
    }
    return TreePath(parts.joined(separator: "/"))
  }

  /// The path in the tree of `folder`, which it is below.
  func relative(to folder: TreePath) -> TreePath {
    guard !folder.isEmpty else { return self }
    let start = text.utf8.index(
      text.startIndex, offsetBy: folder.text.utf8.count + 1, limitedBy: text.endIndex)
    return TreePath(String(text[(start ?? text.endIndex)...]))
  }

  /// The name in a bundle of what lies here in the bundle's folder `folder`.
  func name(in folder: String) -> String { TreePath(folder).appending(text).text }

  /// The order of their texts.
  static func < (left: Self, right: Self) -> Bool { left.text < right.text }
}

extension TreePath: ExpressibleByStringLiteral, CustomStringConvertible {
  /// A path that is written in code.
  init(stringLiteral text: String) { self.init(text) }

  /// The path as text.
  var description: String { text }
}

/// The names and patterns that settings and sources write, which may have folders before them.
extension String {
  /// All parts between `/`, without empty ones.
  var pathParts: [Substring] { utf8.split(separator: .slash).map(Substring.init) }

  /// The part after the last `/`.
  var fileName: String {
    utf8.lastIndex(of: .slash).map { String(self[utf8.index(after: $0)...]) } ?? self
  }

  /// The name without its extension.
  var fileStem: String {
    let name = fileName
    return name.suffixDot.map { String(name[..<$0]) } ?? name
  }

  /// The extension in lower case, without its dot.
  var fileSuffix: String {
    let name = fileName
    return name.suffixDot.map { name[name.utf8.index(after: $0)...].lowercased() } ?? ""
  }

  /// The dot before a name's extension; one at the start belongs to the name.
  private var suffixDot: Index? {
    utf8.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == startIndex ? nil : $0 }
  }
}

extension UInt8 {
  fileprivate static let slash = UInt8(ascii: "/")
}
