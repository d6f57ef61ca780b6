import AlertSounds

@testable import BundlePreflight

/// A tree of files that are nowhere but in a test.
struct MemoryTree: FileTree {
  private let contents: [String: [UInt8]]

  /// Texts by their paths.
  init(_ texts: [String: String]) { contents = texts.mapValues { Array($0.utf8) } }

  /// Texts by their paths, and sounds whose content does not matter.
  init(_ texts: [String: String], sounds: [String]) {
    contents = texts.merging(sounds.map { ($0, "sound") }) { text, _ in text }
      .mapValues { Array($0.utf8) }
  }

  init(bytes: [String: [UInt8]]) { contents = bytes }

  var files: [TreeFile] {
    contents.map { TreeFile(path: TreePath($0.key), byteCount: Int64($0.value.count)) }
      .sorted { $0.path < $1.path }
  }

  func contents(of path: TreePath, limit: Int) -> [UInt8]? {
    contents[path.text].flatMap { $0.count <= limit ? $0 : nil }
  }
}

extension Project {
  /// What each bundle ships: `App (app): ding.caf ← Sounds/ding.caf`.
  var shipped: [String] {
    bundles.flatMap { bundle in
      bundle.sounds.map { "\(bundle.name) (\(bundle.role.rawValue)): \($0.name) ← \($0.file)" }
    }.sorted()
  }

  /// What is wrong, in one line each: `resource-missing app.json:4:5`.
  var problems: [String] {
    findings.map { finding in
      let place = [finding.line, finding.column].compactMap { $0.map { ":\($0)" } }.joined()
      return "\(finding.finding.rule) \(finding.file)\(place)"
    }
  }
}

/// The place of the first `text` in `content`, as findings name it: `:line:column`.
func place(of text: String, in content: String) -> String {
  guard let range = content.firstRange(of: text) else { return "nowhere" }
  let before = content[..<range.lowerBound]
  let line = before.count { $0.isNewline } + 1
  let start = before.lastIndex { $0.isNewline }.map { before.index(after: $0) }
  let column = before[(start ?? before.startIndex)...].unicodeScalars.count + 1
  return ":\(line):\(column)"
}
