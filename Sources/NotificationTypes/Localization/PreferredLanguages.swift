import FoundationEssentials

/// The languages of a user, best first, as tags like `de-AT`.
///
/// They are found as gettext finds them (GNU gettext manual, 2.3): the locale is `LC_ALL`, else
/// `LC_MESSAGES`, else `LANG`; in the locale `C` there is no translation, in others `LANGUAGE` is a
/// list that comes first.
public struct PreferredLanguages: Sendable, Hashable {
  /// Language tags (BCP 47), best first; empty where nothing is translated.
  public var tags: [String]

  /// Languages in this order, best first.
  public init(_ tags: [String]) { self.tags = tags }

  /// The languages in the environment of a process.
  public init(environment: [String: String]) {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let locale, locale != "C", locale != "POSIX" else {
      tags = []
      return
    }
    let list = environment["LANGUAGE"].map { $0.split(separator: ":").map(String.init) } ?? []
    tags = (list + [locale]).compactMap(Self.tag)
  }

  /// The languages of this process.
  public static var current: PreferredLanguages {
    PreferredLanguages(environment: ProcessInfo.processInfo.environment)
  }

  /// `de_AT.UTF-8` as `de-AT`, `sr_RS@latin` as `sr-Latn-RS`; nil for a locale without a language.
  static func tag(_ locale: String) -> String? {
    let halves = locale.split(separator: "@", maxSplits: 1)
    guard let name = halves.first?.split(separator: ".").first else { return nil }
    var parts = name.split(separator: "_").map(String.init)
    guard let language = parts.first, language != "C", language != "POSIX" else { return nil }
    let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]
    if halves.count == 2, let script = scripts[halves[1].lowercased()] {
      parts.insert(script, at: 1)
    }
    return parts.joined(separator: "-")
  }

  /// The possible names of the translations of one language, best first: the tag itself, then
  /// shorter ones. A text that is longer than any tag has none.
  static func candidates(for tag: String) -> [String] {
    guard tag.utf8.count <= greatestLength else { return [] }
    var parts = normalized(tag).split(separator: "-").map(String.init)
    var names: [String] = []
    // The script distinguishes the two forms of Chinese; a region implies it.
    if parts.count == 2, parts[0] == "zh" {
      let script = ["tw", "hk", "mo"].contains(parts[1]) ? "hant" : "hans"
      if !["hant", "hans"].contains(parts[1]) {
        names = [parts.joined(separator: "-"), "zh-\(script)"]
        parts = ["zh"]
      }
    }
    while !parts.isEmpty {
      names.append(parts.joined(separator: "-"))
      parts.removeLast()
    }
    if let old = names.last.flatMap({ Self.oldNames[$0] }) { names.append(old) }
    return names
  }

  /// RFC 5646 asks for 35 bytes; Unicode's library takes 156.
  private static let greatestLength = 156

  /// `pt_BR` and `pt-br` are the same folder.
  static func normalized(_ name: String) -> String {
    String(name.lowercased().map { $0 == "_" ? "-" : $0 })
  }

  /// The language of a folder that has one of ``candidates(for:)`` as its name.
  static func tag(ofFolder name: String) -> String {
    let name = normalized(name)
    return oldNames.first { $0.value == name }?.key ?? name
  }

  /// Old bundles have folders with whole words.
  private static let oldNames = [
    "en": "english", "fr": "french", "de": "german", "ja": "japanese", "es": "spanish",
    "it": "italian", "nl": "dutch",
  ]
}
