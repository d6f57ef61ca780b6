import AlertSounds
import AudioFormats
public import Files
import FoundationEssentials

/// The findings that a project knows and has postponed: they are counted, not reported.
///
/// A finding is identified by its file, its rule and its message without the numbers in it, so that
/// a moved line or a sound that is 1 ms longer is not a new finding. Two equal findings count as
/// two.
public struct Baseline: Sendable {
  /// A finding, or several equal ones.
  private struct Entry: Codable, Hashable {
    let file: String
    let rule: String
    let message: String
    var count: Int
  }

  private struct Document: Codable {
    let version: Int
    let findings: [Entry]
  }

  private struct Key: Hashable {
    let file: String
    let rule: String
    let message: String
  }

  private var counts: [Key: Int] = [:]
  private static let version = 1

  /// The baseline of `findings`.
  public init(_ findings: [PreflightFinding]) {
    for finding in findings {
      counts[Self.key(of: finding, as: finding.finding.rule), default: 0] += 1
    }
  }

  /// Reads the file `path`.
  /// - Throws: ``ConfigurationError`` if it cannot be read or is not a baseline.
  public init(path: String) throws(ConfigurationError) {
    func mistake(_ message: String) -> ConfigurationError {
      ConfigurationError(file: path, line: nil, message: message)
    }
    let bytes: [UInt8]
    do {
      bytes = try FileSource(path: path).bytes(at: 0, count: 64 << 20)
    } catch { throw mistake(error.reasonText) }
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else {
      throw mistake("this is not a baseline; `--update-baseline` writes one")
    }
    guard document.version == Self.version else {
      throw mistake("the baseline has version \(document.version), this Tocsin knows 1")
    }
    for entry in document.findings {
      counts[Key(file: entry.file, rule: entry.rule, message: entry.message), default: 0] +=
        max(0, entry.count)
    }
  }

  /// Writes the baseline to `path`, whole or not at all.
  /// - Throws: `FileError` if it cannot be written; the old file stays.
  public func write(to path: String) throws(FileError) {
    let entries = counts.map { key, count in
      Entry(file: key.file, rule: key.rule, message: key.message, count: count)
    }.sorted { ($0.file, $0.rule, $0.message) < ($1.file, $1.rule, $1.message) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let document = Document(version: Self.version, findings: entries)
    // The document has only strings and integers, so that encoding as JSON cannot fail.
    guard let data = try? encoder.encode(document) else { return }
    let file = try AtomicFile(path: path)
    try file.write([UInt8](data) + [UInt8(ascii: "\n")], at: 0)
    try file.commit()
  }

  /// The new findings, the number of known ones, and the number of baseline entries that no finding
  /// matches.
  /// - Parameter folder: the folder whose path was put before the names of files; nil for none.
  func sift(
    _ findings: [PreflightFinding], below folder: String? = nil
  ) -> (new: [PreflightFinding], known: Int, gone: Int) {
    var left = counts
    let new = findings.filter { finding in
      for name in finding.ruleNames.reversed() {
        let key = Self.key(of: finding, as: name, below: folder)
        guard let count = left[key], count > 0 else { continue }
        left[key] = count - 1
        return false
      }
      return true
    }
    return (new, findings.count - new.count, left.values.reduce(0, +))
  }

  private static func key(
    of finding: PreflightFinding, as rule: String, below folder: String? = nil
  ) -> Key {
    let prefix = folder.map { $0 + "/" } ?? ""
    let isBelow = !prefix.isEmpty && finding.file.hasPrefix(prefix)
    let message = finding.finding.message
    return Key(
      file: isBelow ? String(finding.file.dropFirst(prefix.count)) : finding.file,
      rule: rule,
      message: withoutNumbers(isBelow ? message.replacing(prefix, with: "") : message))
  }
}
