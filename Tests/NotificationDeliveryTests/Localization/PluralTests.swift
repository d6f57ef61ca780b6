import Foundation
import TestSupport
import Testing

@testable import NotificationTypes

@Suite("Texts that depend on a number")
struct PluralTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A variable of a `.stringsdict`, with its texts by category.
  private static func variable(_ texts: [String: String]) -> [String: String] {
    let type = "NSStringPluralRuleType"
    return texts.merging(
      ["NSStringFormatSpecTypeKey": type, "NSStringFormatValueTypeKey": "d"]) { $1 }
  }

  private func write(
    _ key: String, _ format: String?, _ variables: [String: [String: String]], in project: String
  ) throws {
    var entry: [String: Any] = variables.mapValues(Self.variable)
    entry["NSStringLocalizedFormatKey"] = format
    let data = try PropertyListSerialization.data(
      fromPropertyList: [key: entry], format: .xml, options: 0)
    try write(data, "\(project).lproj/Localizable.stringsdict")
  }

  private func write(_ data: Data, _ path: String) throws {
    let url = folder.url(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  private func text(
    _ key: String, _ arguments: LocalizedText.Argument..., in languages: String...
  ) -> String {
    LocalizedStrings(bundle: folder.url.path, languages: PreferredLanguages(languages))
      .textOrKey(LocalizedText(key: key, arguments: arguments))
  }

  static let languages: [(project: String, tag: String, counts: [Int64], categories: [String])] = [
    ("en", "en-GB", [0, 1, 2, 21], ["other", "one", "other", "other"]),
    ("English", "en", [1, 2], ["one", "other"]),
    (
      "ru", "ru-RU", [0, 1, 2, 5, 11, 21, 22], ["many", "one", "few", "many", "many", "one", "few"]
    ),
    ("ar", "ar", [1, 2, 3, 11, 100], ["one", "two", "few", "many", "other"]),
    ("ja", "ja", [0, 1, 2], ["other", "other", "other"]),
    ("pt-PT", "pt-PT", [1, 2], ["one", "other"]), ("pt_BR", "pt-BR", [0, 2], ["one", "other"]),
    ("sr-Latn", "sr-Latn-RS", [21, 22, 25], ["one", "few", "other"]),
  ]

  @Test("The category is that of the language's rules", arguments: languages)
  func rules(
    sample: (project: String, tag: String, counts: [Int64], categories: [String])
  ) throws {
    let names = ["one", "two", "few", "many", "other"]
    let texts = Dictionary(uniqueKeysWithValues: names.map { ($0, "%d \($0)") })
    try write("files", "<%#@n@>", ["n": texts], in: sample.project)
    for (count, category) in zip(sample.counts, sample.categories) {
      #expect(text("files", .integer(count), in: sample.tag) == "<\(count) \(category)>")
    }
  }

  @Test("Base has the rules of the development region")
  func base() throws {
    try write(Data("{ CFBundleDevelopmentRegion = ru; }".utf8), "Info.plist")
    try write("files", "%#@n@", ["n": ["few": "%d few", "other": "%d other"]], in: "Base")
    #expect(text("files", .integer(3), in: "fr") == "3 few")
  }

  @Test("A category without a text is other; nought has its own text in every language")
  func missing() throws {
    try write("files", "%#@n@", ["n": ["one": "%d файл", "other": "%d файла"]], in: "ru")
    #expect(text("files", .integer(5), in: "ru") == "5 файла")
    try write("files", "%#@n@", ["n": ["zero": "no files", "other": "%d files"]], in: "en")
    #expect(text("files", .integer(0), in: "en") == "no files")
    #expect(text("files", .number(1.5), in: "en") == "1.5 files")
  }

  @Test("A push's argument is a text: one that is a number counts")
  func textArguments() throws {
    try write("files", "%#@n@", ["n": ["one": "%@ file", "other": "%@ files"]], in: "en")
    #expect(text("files", .text("1"), in: "en") == "1 file")
    #expect(text("files", .text("some"), in: "en") == "some files")
    #expect(text("files", in: "en") == "%@ files")
  }

  @Test("Two variables are beside each other, in any order, and within each other")
  func two() throws {
    let files = ["one": "%d file", "other": "%d files"]
    let folders = ["one": "%d folder", "other": "%d folders"]
    try write("sum", "%#@f@ in %#@d@", ["f": files, "d": folders], in: "en")
    #expect(text("sum", .integer(1), .integer(2), in: "en") == "1 file in 2 folders")
    try write(
      "sum", "%2$#@d@ with %1$#@f@, %3$@",
      ["f": files, "d": ["one": "%2$d folder", "other": "%2$d folders"]], in: "en")
    #expect(
      text("sum", .integer(2), .integer(1), .text("all"), in: "en") == "1 folder with 2 files, all")
    try write(
      "sum", "%#@people@",
      [
        "people": ["one": "%d person in %#@rooms@", "other": "%d people in %#@rooms@"],
        "rooms": ["one": "%d room", "other": "%d rooms"],
      ], in: "en")
    #expect(text("sum", .integer(1), .integer(3), in: "en") == "1 person in 3 rooms")
  }

  @Test("It comes before the text of Localizable.strings; what is not a plural does not")
  func order() throws {
    try write(Data(#""files" = "plain"; "a" = "A";"#.utf8), "en.lproj/Localizable.strings")
    try write("files", "%#@n@", ["n": ["other": "%d files"]], in: "en")
    #expect(text("files", .integer(3), in: "en") == "3 files" && text("a", in: "en") == "A")
    try write("files", nil, ["n": ["other": "%d files"]], in: "en")
    #expect(text("files", .integer(3), in: "en") == "plain")
    try write(Data("rubbish".utf8), "en.lproj/Localizable.stringsdict")
    #expect(text("files", .integer(3), in: "en") == "plain")
  }

  @Test("A variable within itself, and many in many, come to an end")
  func hostile() throws {
    try write("loop", "%#@a@", ["a": ["other": "x%#@a@"]], in: "en")
    #expect(text("loop", .integer(1), in: "en").hasSuffix("xx%#@a@"))
    let many = String(repeating: "%1$#@a@", count: 5_000)
    try write("loop", many, ["a": ["other": many]], in: "en")
    #expect(text("loop", .integer(1), in: "en").utf8.count < 400_000)
    try write("loop", "%#@b@ %#@", ["a": ["other": "x"], "c": [:]], in: "en")
    #expect(text("loop", .text("t"), in: "en") == "tb@ %#@")
    try write("loop", "%#@a@", ["a": ["other": "%#@b@"], "b": ["other": "%#@a@"]], in: "en")
    #expect(text("loop", .integer(1), in: "en") == "%#@a@")
    let chain = (0..<10_000).map { ("v\($0)", ["other": "\($0) %#@v\($0 + 1)@"]) }
    try write("loop", "%#@v0@", Dictionary(uniqueKeysWithValues: chain), in: "en")
    #expect(text("loop", .integer(1), in: "en") == "0 1 2 3 4 5 6 7 %#@v8@")
  }

  @Test("An argument that is named often fills no more than a text can have")
  func manyArguments() throws {
    let many = String(repeating: "%1$@", count: 100_000)
    try write(Data("many = \"\(many)\";".utf8), "en.lproj/Localizable.strings")
    let filled = text("many", .text(String(repeating: "x", count: 10_000)), in: "en")
    #expect(filled.utf8.count < 1_000_000 && filled.hasPrefix("xxx") && filled.hasSuffix("%1$@"))
  }

  @Test(
    "What has another form than a plural is left out",
    arguments: [
      "<array><string>files</string></array>",
      "<dict><key>files</key><string>%d files</string></dict>",
      """
      <dict><key>files</key><dict><key>NSStringLocalizedFormatKey</key><integer>3</integer></dict></dict>
      """,
      """
      <dict><key>files</key><dict><key>NSStringLocalizedFormatKey</key><dict/></dict></dict>
      """,
    ])
  func otherForms(list: String) throws {
    try write(Data("<plist>\(list)</plist>".utf8), "en.lproj/Localizable.stringsdict")
    try write(Data(#"files = "%@ in a table";"#.utf8), "en.lproj/Localizable.strings")
    #expect(text("files", .integer(3), in: "en") == "3 in a table")
  }

  @Test("A number that is none, or endless, has the category other")
  func oddNumbers() {
    let rules = PluralRules(language: "en")
    for number in [Double.nan, .infinity, -.infinity, 1e300] {
      #expect(rules.category(of: number) == "other")
    }
    #expect(PluralRules(language: String(repeating: "x", count: 10_000)).category(of: 1) != "one")
  }

  @Test("All languages have the categories that ICU gives, for integers and decimals")
  func icu() throws {
    let icu = try ICUPluralRules()
    // ICU counts the decimals of others wrongly: 1.11 has 10 hundredths for it.
    let numbers =
      (0...1_100).map(Double.init) + [20_000, 100_000, 1_000_000, 1_000_001, 2_000_000, 1e15]
      + [0.5, 0.25, 0.125, 1.5, 2.25, 3.75, 11.5, 21.5, 100.25, 1.0625, -1, -2.5]
    let tags = PluralRules.table.keys.map(String.init)
    #expect(tags.count > 180)
    for tag in tags + ["pt-BR", "pt-AO", "sr-Latn-RS", "es-419", "zh-Hans-CN", "xx", ""] {
      let rules = PluralRules(language: tag)
      let expected = try icu.categories(of: numbers, in: tag)
      #expect(numbers.map(rules.category) == expected, "\(tag)")
    }
  }
}

/// The rules of the ICU that Foundation brings into the tests.
private struct ICUPluralRules {
  private typealias Open =
    @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Int32>) -> OpaquePointer?
  private typealias Select =
    @convention(c) (
      OpaquePointer, Double, UnsafeMutablePointer<UInt16>, Int32, UnsafeMutablePointer<Int32>
    ) -> Int32

  private let open: Open
  private let select: Select

  init() throws {
    open = unsafeBitCast(try #require(dlsym(nil, "swift_uplrules_open")), to: Open.self)
    select = unsafeBitCast(try #require(dlsym(nil, "swift_uplrules_select")), to: Select.self)
  }

  func categories(of numbers: [Double], in tag: String) throws -> [String] {
    var status: Int32 = 0
    let rules = try #require(open(tag, &status))
    return numbers.map { number in
      var letters = [UInt16](repeating: 0, count: 16)
      let count = select(rules, number, &letters, 16, &status)
      return String(decoding: letters.prefix(Int(count)), as: UTF16.self)
    }
  }
}
