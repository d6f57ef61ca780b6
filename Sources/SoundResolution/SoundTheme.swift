/// The sound theme of the user's desktop (freedesktop.org Sound Theme Specification 0.8).
public struct SoundThemeSelection: Hashable, Sendable {
  /// The internal name of the current theme.
  public var name: String
  /// `stereo`, `5.1` …
  public var outputProfile: String
  /// The user's language, as in `LC_MESSAGES`.
  public var locale: String

  /// A theme; the defaults are those of a desktop without a chosen theme.
  public init(
    name: String = "freedesktop", outputProfile: String = "stereo", locale: String = "C"
  ) {
    self.name = name
    self.outputProfile = outputProfile
    self.locale = locale
  }

  /// The matching locales, best first; the last one, nil, means no locale.
  var locales: [String?] {
    var names: [String] = []
    for part in [locale, prefix("@"), prefix("_")] where !part.isEmpty && !names.contains(part) {
      names.append(part)
    }
    if !names.contains("C") { names.append("C") }
    return names + [nil]
  }

  private func prefix(_ mark: Character) -> String { String(locale.prefix { $0 != mark }) }
}

/// The content of the file `index.theme`.
struct SoundThemeIndex: Hashable, Sendable {
  struct Folder: Hashable, Sendable {
    /// Plain names; empty for the theme's own folder.
    var steps: [PlainName]
    /// nil fits every output.
    var outputProfile: String?
  }

  var parents: [PlainName] = []
  var folders: [Folder] = []
  /// The maximum number of entries; a longer list could only be an attack.
  private static let maximumCount = 64

  /// Reads the text of the file and ignores unknown entries.
  init(parsing text: String) {
    var groups: [String: [String: String]] = [:]
    var group = ""
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if line.hasPrefix("["), line.hasSuffix("]") {
        group = String(line.dropFirst().dropLast())
      } else if !line.hasPrefix("#"), let mark = line.firstIndex(of: "=") {
        let key = line[..<mark].trimmed
        groups[group, default: [:]][key] = line[line.index(after: mark)...].trimmed
      }
    }
    let theme = groups["Sound Theme"] ?? [:]
    parents = Self.list(theme["Inherits"]).compactMap(PlainName.init)
    folders = Self.list(theme["Directories"]).compactMap { name in
      let steps = name == "." ? [] : name.split(separator: "/").map(String.init)
      let names = steps.compactMap(PlainName.init)
      guard names.count == steps.count else { return nil }
      return Folder(steps: names, outputProfile: groups[name]?["OutputProfile"])
    }
  }

  private static func list(_ value: String?) -> [String] {
    (value ?? "").split(separator: ",").prefix(maximumCount).map(\.trimmed)
      .filter { !$0.isEmpty }
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    let isBlank = { (character: Character) in character.isWhitespace }
    return String(
      drop(while: isBlank).reversed().drop(while: isBlank).reversed() as [Character])
  }
}
