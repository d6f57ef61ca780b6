import NotificationTypes
import Testing

@testable import NotificationDelivery

@Suite("What is shown, played and badged")
struct DeliveryDecisionTests {
  @Test("Rules of authorization", arguments: DecisionTable.authorization)
  func authorization(row: DecisionRow) { #expect(row.delivered == row.expected) }

  @Test("Rules of sounds", arguments: DecisionTable.sounds)
  func sounds(row: DecisionRow) { #expect(row.delivered == row.expected) }

  @Test("Rules of the foreground", arguments: DecisionTable.foreground)
  func foreground(row: DecisionRow) { #expect(row.delivered == row.expected) }

  @Test(
    "Levels of interruption, mute, do not disturb and quiet hours",
    arguments: DecisionTable.interruption)
  func interruption(row: DecisionRow) { #expect(row.delivered == row.expected) }

  @Test("B26: the app in the foreground is asked whatever is allowed, and nobody else")
  func asked() {
    var row = DecisionRow("B26", "") { $0.app = .foreground(nil) }
    row.settings.permissions.alert = .disabled
    row.settings.permissions.sound = .disabled
    #expect(row.decision.asksApp)
    row.settings.permissions.authorization = .provisional
    #expect(row.decision.asksApp)
    row.settings.permissions.authorization = .denied
    #expect(!row.decision.asksApp)
    for app in [AppState.background, .notRunning] {
      row.settings = .everything
      row.app = app
      #expect(!row.decision.asksApp)
    }
  }

  @Test("B28: the text is hidden where the user wants it")
  func previews() {
    var row = DecisionRow("B28", "") { _ in }
    for (previews, locked, shows) in [
      (AppSettings.Previews.always, true, true), (.whenUnlocked, true, false),
      (.whenUnlocked, false, true), (.never, false, false),
    ] {
      row.settings.previews = previews
      row.surroundings.isScreenLocked = locked
      #expect(row.decision.showsText == shows)
    }
  }

  @Test("What is withheld is told, with the cause, and nothing else")
  func withheld() {
    var row = DecisionRow("", "") { _ in }
    #expect(row.decision.withheld == [:])
    row.surroundings.doNotDisturb = true
    row.settings.permissions.badge = .disabled
    let causes: [DeliveryDecision.Interaction: DeliveryDecision.Cause] = [
      .banner: .doNotDisturb, .sound: .doNotDisturb, .badge: .switchedOff,
    ]
    #expect(row.decision.withheld == causes)
    row.content.badge = nil
    row.content.sound = nil
    #expect(row.decision.withheld == [.banner: .doNotDisturb])
  }
}
