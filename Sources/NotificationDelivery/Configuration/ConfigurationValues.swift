import FoundationEssentials
import Glibc
import NotificationTypes
import YAMLText

/// The settings of a user as text, by names such as `audio.device`. Variables of the environment,
/// such as `TOCSIN_AUDIO_DEVICE`, take precedence over the file.
struct ConfigurationValues {
  private let environment: [String: String]
  private var values: [String: String] = [:]
  /// The unusable settings, in the order in which they were found; they are ignored.
  private(set) var problems: [ConfigurationError] = []

  private static let maximumSize = 1 << 20

  init(environment: [String: String]) { self.environment = environment }

  /// - Parameters:
  ///   - path: the path of the file. A missing file counts as empty, unless it is required.
  ///   - keys: all known settings.
  init(environment: [String: String], path: String, isRequired: Bool, keys: Set<String>) {
    self.init(environment: environment)
    guard isRequired || FileManager.default.fileExists(atPath: path) else { return }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    guard let data = Data(reading: file, upTo: Self.maximumSize + 1) else {
      problems.append(ConfigurationError(description: "it cannot be read"))
      return
    }
    guard data.count <= Self.maximumSize else {
      problems.append(ConfigurationError(description: "it is larger than 1 MiB"))
      return
    }
    guard YAMLLibrary.isInstalled else {
      problems.append(
        ConfigurationError(description: "it cannot be read: libyaml is not installed"))
      return
    }
    do {
      try take(try YAMLNode.parse([UInt8](data)), at: [], keys)
    } catch {
      values = [:]
      problems.append(ConfigurationError(description: "\(error)"))
    }
  }

  private mutating func take(
    _ node: YAMLNode, at path: [String], _ keys: Set<String>
  ) throws {
    if node.isNull { return }
    let name = path.joined(separator: ".")
    if let text = node.string, keys.contains(name) {
      values[name] = text
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

  /// `quiet.doNotDisturb` is `TOCSIN_QUIET_DO_NOT_DISTURB`.
  private static func variable(_ key: String) -> String {
    key.reduce(into: "TOCSIN_") { name, character in
      if character.isUppercase { name.append("_") }
      name += character == "." ? "_" : character.uppercased()
    }
  }

  // MARK: Reading

  /// The text of a setting; nil where it is not set.
  func text(_ key: String) -> String? { environment[Self.variable(key)] ?? values[key] }

  /// A value that `read` makes of the text.
  /// - Parameter demand: a description of valid values, for the error message.
  mutating func value<Value>(
    _ key: String, _ demand: String, _ read: (String) -> Value?
  ) -> Value? {
    guard let text = text(key) else { return nil }
    if let value = read(text) { return value }
    problems.append(ConfigurationError(description: "\(key): '\(text)' \(demand)"))
    return nil
  }

  mutating func seconds(_ key: String, _ range: ClosedRange<Double>) -> Duration? {
    value(key, "is not a number of seconds up to 3600") { text in
      Double(text).flatMap { range.contains($0) ? .seconds($0) : nil }
    }
  }

  mutating func flag(_ key: String) -> Bool? {
    value(key, "is not true or false") { text in
      switch text.lowercased() {
      case "true", "yes", "on", "1": true
      case "false", "no", "off", "0": false
      default: nil
      }
    }
  }
}
