import NotificationTypes
import Testing

@testable import RemoteReceiving

@Suite("The answer of an extension")
struct ExtensionAnswerTests {
  private let original: NotificationContent

  init() {
    var content = NotificationContent(title: "Tea", body: "GREETING", badge: 2)
    content.localization.body = LocalizedText(key: "GREETING", arguments: [.text("Ada")])
    original = content
  }

  private func content(_ text: String) throws(UnusableAnswer) -> NotificationContent? {
    try ExtensionAnswer.content(Array(text.utf8), original: original)
  }

  @Test func aTextThatItHasChangedIsNotLookedUp() throws {
    let lookup = #""localization": {"body": {"key": "GREETING", "arguments": ["Ada"]}}"#
    let changed = try content(#"{"title": "Tea", "body": "Decrypted", \#(lookup)}"#)
    #expect(changed?.body == "Decrypted" && changed?.localization.isEmpty == true)
    let kept = try content(#"{"title": "Coffee", "body": "GREETING", \#(lookup)}"#)
    #expect(kept?.title == "Coffee" && kept?.localization == original.localization)
    let other = try content(#"{"body": "BYE", "localization": {"body": {"key": "BYE"}}}"#)
    #expect(other?.localization.body == LocalizedText(key: "BYE"))
  }

  @Test func whatItLeavesOutIsGone() throws {
    let content = try content(#"{"body": "only this"}"#)
    #expect(content == NotificationContent(body: "only this"))
  }

  @Test func anEmptyAnswerKeepsTheOriginal() throws {
    #expect(try content("") == nil && content(" \r\n\t") == nil)
  }

  @Test func valuesThatCannotBeAreNotTaken() throws {
    #expect(try content(#"{"body": "x", "badge": -1}"#)?.badge == 2)
    #expect(try content(#"{"body": "x", "original": {"a": 1}}"#)?.original == nil)
    let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
    #expect(throws: UnusableAnswer.self) {
      try content(#"{"body": "x", "userInfo": {"a": \#(deep)}}"#)
    }
    #expect(throws: UnusableAnswer(reason: "its answer has no text")) {
      try content(#"{"badge": 1}"#)
    }
  }
}
