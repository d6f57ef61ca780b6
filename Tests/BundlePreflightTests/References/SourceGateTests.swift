import Testing

@testable import BundlePreflight

@Suite("Sources without the words of a sink are left out")
struct SourceGateTests {
  @Test(
    "the longer word of a callee, or the member that is given a call, is enough to do so",
    arguments: [
      ("let icon = Icon.init(named: \"bell\")", SourceLanguage.swift, false),
      ("content.sound = .init(named: tone)", .swift, true),
      ("let path = url.fileName", .swift, false),
      ("let a = UNNotificationSound(named: tone)", .swift, true),
      ("new Audio('bell.mp3').play()", .javaScript, false),
      ("notifee.displayNotification(message)", .javaScript, true),
      ("const user = { id: 4 }", .javaScript, false),
      ("notifee.createChannel({ id: 'bells' })", .javaScript, true),
      ("setContentView(R.layout.main)", .kotlin, true),
    ])
  func gate(text: String, language: SourceLanguage, mayAsk: Bool) {
    #expect(SourceGate.mayAsk(Array(text.utf8), language) == mayAsk)
  }
}
