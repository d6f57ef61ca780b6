import AlertSounds
import Testing

@testable import BundlePreflight

/// A piece of a source as developers write it, with `▸` where each reference is to be found.
struct Snippet: CustomTestStringConvertible, Sendable {
  let file: String
  let text: String
  /// `line:column name`, `@apple` or `@android` after it, `?` before a doubtful one.
  let expected: [String]

  var testDescription: String { "\(file): \(text)" }

  /// - Parameter names: for each mark in `marked` the name, with its `?` and its platform.
  init(_ file: String, _ marked: String, _ names: String...) {
    self.file = file
    var text = ""
    var (line, column) = (1, 1)
    var places: [String] = []
    for character in marked.unicodeScalars {
      if character == "▸" {
        places.append("\(line):\(column)")
        continue
      }
      text.unicodeScalars.append(character)
      column = character == "\n" ? 1 : column + 1
      line += character == "\n" ? 1 : 0
    }
    self.text = text
    precondition(places.count == names.count, "as many marks as names in \(marked)")
    expected = zip(places, names).map { place, name in
      name.hasPrefix("?") ? "?\(place) \(name.dropFirst())" : "\(place) \(name)"
    }
  }

  /// What the scan finds, written as `expected` is.
  var found: [String] { Self.describe(ReferenceScan.scan(Array(text.utf8), path: TreePath(file))) }

  static func describe(_ result: ScanResult) -> [String] {
    // A name of which nothing is known has tests of its own.
    result.references.filter { $0.name != SoundReference.anyName }.map { reference in
      let platform = reference.platform.map { "@\($0.rawValue)" } ?? ""
      let doubt = reference.isCertain ? "" : "?"
      return "\(doubt)\(reference.line):\(reference.column) \(reference.name)\(platform)"
    }
  }
}

extension ScanResult {
  /// `line:column rule severity`, for each finding.
  var complaints: [String] {
    findings.map { finding in
      let place = "\(finding.line ?? 0):\(finding.column ?? 0)"
      return "\(place) \(finding.finding.rule) \(finding.finding.severity)"
    }
  }
}
