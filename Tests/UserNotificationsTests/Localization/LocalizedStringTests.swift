import AppNotifications
import Foundation
import NotificationTypes
import TestSupport
import Testing

@testable import UserNotifications

@Suite("Texts in the user's language")
struct LocalizedStringTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try write("en", #""greeting" = "Hello, %@!"; "tea" = "tea"; "order" = "%1$@ before %2$@";"#)
    try write("de", #""greeting" = "Hallo, %@!"; "tea" = "Tee"; "order" = "%2$@ nach %1$@";"#)
  }

  private func write(_ language: String, _ text: String) throws {
    let project = folder.url("\(language).lproj")
    try FileManager.default.createDirectory(at: project, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: project.appending(path: "Localizable.strings"))
  }

  private func inLanguage<Result>(_ tags: String..., body: () throws -> Result) rethrows -> Result {
    let bundle = LocalizedBundle(folder: folder.url.path, languages: .init(tags))
    return try LocalizedBundle.$replaced.withValue(bundle, operation: body)
  }

  private func text(_ key: String, _ arguments: [Any]? = nil) -> String {
    NSString.localizedUserNotificationString(forKey: key, arguments: arguments)
  }

  @Test("D46: a text is in the user's language, with its arguments")
  func now() {
    inLanguage("de-AT") {
      #expect(text("greeting", ["Anna"]) == "Hallo, Anna!")
      #expect(text("order", ["a", 2]) == "2 nach a")
    }
    inLanguage("fr") { #expect(text("greeting", ["Anna"]) == "Hello, Anna!") }
  }

  @Test("D46: a key without a translation is its own text")
  func missing() {
    inLanguage("de") { #expect(text("Wake up, %@!", ["Anna"]) == "Wake up, Anna!") }
  }

  @Test("D46: a text is looked up again when it is delivered, its arguments as well")
  func deferred() throws {
    let request = inLanguage("de") {
      let content = UNMutableNotificationContent()
      content.title = text("greeting", [text("tea")])
      content.body = "\(text("tea")), as it is now"
      return UNNotificationRequest(identifier: "x", content: content, trigger: nil)
    }
    #expect(request.content.title == "Hallo, Tee!")
    let stored = try #require(try request.stored(app: "a"))
    let coded = try JSONDecoder().decode(
      NotificationRequest.self, from: JSONEncoder().encode(stored))
    #expect(coded.content.title == "Hallo, Tee!")
    let strings = LocalizedStrings(bundle: folder.url.path, languages: .init(["en"]))
    let delivered = coded.content.localized { strings.text($0) }
    #expect(delivered.title == "Hello, tea!" && delivered.body == "Tee, as it is now")
    inLanguage("en") { #expect(UNNotificationRequest(coded).content.title == "Hello, tea!") }
  }

  @Test("D54: title, subtitle and body are looked up each for itself")
  func allThree() throws {
    let content = inLanguage("de") {
      let content = UNMutableNotificationContent()
      content.title = text("tea")
      content.subtitle = text("greeting", ["Anna"])
      content.body = text("order", ["a", "b"])
      return content.fields.value
    }
    #expect(content.localization.title == LocalizedText(key: "tea"))
    #expect(
      content.localization.subtitle == LocalizedText(key: "greeting", arguments: [.text("Anna")]))
    #expect(content.localization.body?.arguments == [.text("a"), .text("b")])
  }

  @Test("A text that was written by hand is not a translation")
  func plain() {
    let content = UNMutableNotificationContent()
    content.title = "written by hand"
    #expect(content.fields.value.localization.isEmpty)
  }

  @Test("The newest texts are remembered, and no more than the limit")
  func forgetting() {
    let recent = RecentTexts()
    for number in 0...RecentTexts.limit {
      recent.remember("\(number)", as: LocalizedText(key: "key \(number)"))
    }
    #expect(recent.localization(of: "0") == nil)
    #expect(recent.localization(of: "1")?.key == "key 1")
    #expect(recent.localization(of: "\(RecentTexts.limit)") != nil)
  }
}
