import Configuration
import Foundation
import YAMLText

/// The daemon's file: a value for each key, such as `audio.device`.
struct ConfigurationFile {
  private(set) var values: [AbsoluteConfigKey: ConfigValue] = [:]

  private struct Unreadable: Error, CustomStringConvertible { let description: String }

  private static let maximumSize = 1 << 20

  /// - Parameter path: of the file; one that is not there is an empty one, unless it was asked for.
  init(path: String, isRequired: Bool, keys: Set<String>) throws {
    guard isRequired || FileManager.default.fileExists(atPath: path) else { return }
    let file = FileHandle(forReadingAtPath: path)
    guard let bytes = try? file?.read(upToCount: Self.maximumSize + 1).map([UInt8].init) ?? [],
      file != nil
    else { throw Unreadable(description: "it cannot be read") }
    guard bytes.count <= Self.maximumSize else {
      throw Unreadable(description: "it is larger than 1 MiB")
    }
    try take(try YAMLNode.parse(bytes), at: [], keys)
  }

  private mutating func take(_ node: YAMLNode, at path: [String], _ keys: Set<String>) throws {
    if node.isNull { return }
    let name = path.joined(separator: ".")
    if let text = node.string, keys.contains(name) {
      values[AbsoluteConfigKey(path)] = ConfigValue(.string(text), isSecret: false)
      return
    }
    guard let entries = node.entries, !keys.contains(name) else {
      throw YAMLError(
        message: name.isEmpty ? "a mapping is expected" : "'\(name)' cannot be this",
        line: node.line, column: node.column)
    }
    for entry in entries {
      let path = path + [entry.key.string ?? ""]
      let name = path.joined(separator: ".")
      guard keys.contains(where: { $0 == name || $0.hasPrefix(name + ".") }) else {
        throw YAMLError(
          message: "there is no setting '\(name)'", line: entry.key.line, column: entry.key.column)
      }
      try take(entry.value, at: path, keys)
    }
  }
}
