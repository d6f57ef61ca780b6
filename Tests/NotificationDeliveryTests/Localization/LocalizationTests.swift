import Foundation
import TestSupport
import Testing

@testable import NotificationTypes

@Suite("The user's languages")
struct PreferredLanguagesTests {
  static let environments: [(variables: [String: String], tags: [String])] = [
    (["LANG": "de_AT.UTF-8"], ["de-AT"]),
    (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"], ["fr-FR"]),
    (["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "it_IT"], ["it-IT"]),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "nl:fr_CA"], ["nl", "fr-CA", "de-DE"]),
    (["LANG": "sr_RS.UTF-8@latin"], ["sr-Latn-RS"]),
    (["LANG": "C", "LANGUAGE": "de"], []), (["LC_ALL": "POSIX", "LANG": "de_DE"], []),
    (["LANG": "C.UTF-8", "LANGUAGE": "de"], ["de"]), (["LANGUAGE": "de"], []),
    (["LANG": "", "LC_ALL": ""], []), ([:], []), (["LANG": ".", "LANGUAGE": ":::@"], []),
    (["LANG": "_"], []), (["LANG": "__.UTF-8@latin", "LANGUAGE": "_:@_:de"], ["de"]),
  ]

  @Test("They are found as gettext finds them", arguments: environments)
  func environment(_ sample: (variables: [String: String], tags: [String])) {
    #expect(PreferredLanguages(environment: sample.variables).tags == sample.tags)
  }

  @Test(
    "A language is looked for under shorter names, too",
    arguments: [
      ("de-AT", ["de-at", "de", "german"]), ("pt_BR", ["pt-br", "pt"]),
      ("zh-TW", ["zh-tw", "zh-hant", "zh"]), ("zh-CN", ["zh-cn", "zh-hans", "zh"]),
      ("zh-Hant-HK", ["zh-hant-hk", "zh-hant", "zh"]), ("zh-Hans", ["zh-hans", "zh"]),
      ("sr-Latn-RS", ["sr-latn-rs", "sr-latn", "sr"]), ("en", ["en", "english"]),
      (String(repeating: "a-", count: 100), []),
    ])
  func candidates(tag: String, names: [String]) {
    #expect(PreferredLanguages.candidates(for: tag) == names)
  }
}

extension LocalizedFormat {
  fileprivate func filled(with texts: [String]) -> String {
    filled(with: texts.map { Argument(text: $0) })
  }
}

@Suite("Translations with placeholders")
struct LocalizedFormatTests {
  @Test(
    "Arguments take the places that the translation gives them",
    arguments: [
      ("%@ and %@", "a and b"), ("%2$@ after %1$@", "b after a"), ("%1$@ %1$@", "a a"),
      ("100 %% %@", "100 % a"), ("%d apples, %lld pears", "a apples, b pears"),
      ("%.2f of %5s", "a of b"), ("%@ %@ %@", "a b %@"), ("%3$@", "%3$@"), ("%", "%"),
      ("50% off", "50% off"), ("%0$@", "%0$@"), ("%-", "%-"),
      ("%99999999999999999999$@", "%99999999999999999999$@"),
      ("%n %p %*d", "%n %p %*d"), ("", ""), ("%1$@%", "a%"),
    ])
  func places(format: String, text: String) {
    #expect(LocalizedFormat(text: format).filled(with: ["a", "b"]) == text)
  }

  @Test("What stands in an argument is not a placeholder")
  func argumentsAreText() {
    #expect(LocalizedFormat(text: "%@ %@").filled(with: ["%@", "%1$@"]) == "%@ %1$@")
  }

  @Test("No format reads what is not there, whatever it says")
  func hostile() {
    var random = SeededGenerator.printed(for: "formats")
    let letters = Array("%%%%@d$123.lsn*- ü")
    for _ in 0..<2_000 {
      let length = Int.random(in: 0...12, using: &random)
      let format = String((0..<length).map { _ in letters.randomElement(using: &random) ?? "%" })
      let text = LocalizedFormat(text: format).filled(with: ["x"])
      #expect(text.count <= format.count * 2)
      if !format.contains("%") { #expect(text == format) }
    }
  }
}

@Suite("Tables of translations")
struct LocalizedStringsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ data: Data, _ path: String) throws {
    let url = folder.url(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  private func write(_ text: String, _ path: String) throws { try write(Data(text.utf8), path) }

  private func text(_ key: String, _ languages: String...) -> String? {
    LocalizedStrings(bundle: folder.url.path, languages: PreferredLanguages(languages))
      .text(LocalizedText(key: key))
  }

  private static let oldStyle = """
    /* A comment with "quotes" and 'more' (of (them */
    "greeting" = "Grüß Gott\\n\\"%@\\""; // and another " one
    plain = word;
    "\\U00fc" = "escaped";
    """

  @Test("An old-style table is read, in UTF-8 and UTF-16")
  func oldStyle() throws {
    let utf16 = try #require(Self.oldStyle.data(using: .utf16))
    for data in [Data(Self.oldStyle.utf8), Data("\u{FEFF}\(Self.oldStyle)".utf8), utf16] {
      try write(data, "de.lproj/Localizable.strings")
      #expect(text("greeting", "de") == "Grüß Gott\n\"%@\"")
      #expect(text("plain", "de") == "word" && text("ü", "de") == "escaped")
    }
  }

  @Test("XML and binary tables are read")
  func propertyLists() throws {
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let data = try PropertyListSerialization.data(
        fromPropertyList: ["tea": "Tee", "count": 3], format: format, options: 0)
      try write(data, "de.lproj/Localizable.strings")
      #expect(text("tea", "de") == "Tee" && text("count", "de") == nil)
    }
  }

  @Test("Each language is looked for in its order, then the development region, then Base")
  func fallbacks() throws {
    try write(#""a" = "Austrian";"#, "de_AT.lproj/Localizable.strings")
    try write(#""a" = "German"; "b" = "German";"#, "de.lproj/Localizable.strings")
    try write(#""a" = "f"; "c" = "French";"#, "fr.lproj/Localizable.strings")
    try write(#""d" = "Italian"; "a" = "i";"#, "it.lproj/Localizable.strings")
    try write(#""e" = "Base"; "a" = "base";"#, "Base.lproj/Localizable.strings")
    try write(#""f" = "English";"#, "en.lproj/Localizable.strings")
    try write("{ CFBundleDevelopmentRegion = it; }", "Info.plist")
    let found = ["a", "b", "c", "d", "e", "f"].map { text($0, "de-AT", "fr") }
    #expect(found == ["Austrian", "German", "French", "Italian", "Base", nil])
    #expect(text("a") == "i")
  }

  @Test(
    "Tables are found where bundles of every kind have them",
    arguments: [
      "de.lproj", "German.lproj", "Resources/de.lproj", "Contents/Resources/DE.lproj",
      "App_App.resources/de.lproj",
    ])
  func places(place: String) throws {
    try write(#""a" = "found";"#, "\(place)/Localizable.strings")
    #expect(text("a", "de") == "found")
  }

  @Test("Arguments may be looked up themselves, and fall back to their keys")
  func nested() throws {
    try write(#""order" = "%2$@ statt %1$@"; "tea" = "Tee";"#, "de.lproj/Localizable.strings")
    let strings = LocalizedStrings(bundle: folder.url.path, languages: PreferredLanguages(["de"]))
    let order = LocalizedText(
      key: "order",
      arguments: [
        .localized(LocalizedText(key: "tea")),
        .localized(LocalizedText(key: "%@ cups", arguments: [.integer(2)])),
      ])
    #expect(strings.text(order) == "2 cups statt Tee")
    #expect(strings.text(LocalizedText(key: "unknown")) == nil)
  }

  @Test("What is not a table is left out: rubbish, a pipe, endless nesting, too many bytes")
  func defects() throws {
    try write(#""a" = "English";"#, "en.lproj/Localizable.strings")
    let deep = String(repeating: "(", count: 100_000)
    let deepXML = #"<?xml version="1.0"?><plist>"# + String(repeating: "<array>", count: 100_000)
    for rubbish in ["", "\"a\" = ", deep, "{ a = \(deep)", deepXML, "\u{0}\u{1}"] {
      try write(rubbish, "de.lproj/Localizable.strings")
      #expect(text("a", "de") == "English")
    }
    try FileManager.default.removeItem(at: folder.url("de.lproj/Localizable.strings"))
    #expect(mkfifo(folder.path("de.lproj/Localizable.strings"), 0o600) == 0)
    #expect(text("a", "de") == "English")
    try FileManager.default.removeItem(at: folder.url("de.lproj/Localizable.strings"))
    try write(Data(count: PropertyListFile.byteLimit + 1), "de.lproj/Localizable.strings")
    #expect(text("a", "de") == "English")
  }

  @Test("Sad faces in a translation are not brackets")
  func sadFaces() throws {
    let faces = (0..<200).map { "\"k\($0)\" = \":( {\";" }.joined(separator: "\n")
    try write(faces, "de.lproj/Localizable.strings")
    #expect(text("k199", "de") == ":( {")
  }
}
