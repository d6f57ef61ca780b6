import AppleSourcesSwift5
import Foundation
import NotificationTypes
import Testing

@testable import UserNotifications

@Suite("Categories and actions by Apple's names")
struct CategoryTests {
  @Test("C30: a category is its identifier, actions, intents and options")
  func category() {
    let category = UNNotificationCategory(
      identifier: "kitchen",
      actions: [UNNotificationAction(identifier: "a", title: "A")],
      intentIdentifiers: ["i"], hiddenPreviewsBodyPlaceholder: "hidden",
      categorySummaryFormat: "%u more",
      options: [.customDismissAction, .allowInCarPlay, .allowAnnouncement])
    #expect(category.identifier == "kitchen" && category.intentIdentifiers == ["i"])
    #expect(category.actions.map(\.title) == ["A"])
    #expect(category.hiddenPreviewsBodyPlaceholder == "hidden")
    #expect(category.categorySummaryFormat == "%u more")
    #expect(category.options == [.customDismissAction, .allowInCarPlay, .allowAnnouncement])
    #expect(category.value.options == [.customDismissAction, .allowInCarPlay, .allowAnnouncement])
  }

  @Test("C32: a category keeps more than the four actions that are shown")
  func fourActions() {
    let actions = (1...6).map { UNNotificationAction(identifier: "\($0)", title: "\($0)") }
    let category = UNNotificationCategory(
      identifier: "many", actions: actions, intentIdentifiers: [])
    #expect(category.actions == actions)
  }

  @Test("C34: actions stand in the order in which they were given")
  func order() {
    #expect(
      AlarmScheduler.timerCategory().value.actions.map(\.identifier)
        == ["SNOOZE_ACTION", "STOP_ACTION"])
  }

  @Test(
    "C39: options are Apple's bits",
    arguments: [
      (
        UNNotificationActionOptions.authenticationRequired,
        NotificationAction.Options.authenticationRequired
      ),
      (.destructive, .destructive), (.foreground, .foreground),
    ])
  func options(given: UNNotificationActionOptions, stored: NotificationAction.Options) {
    let action = UNNotificationAction(identifier: "a", title: "A", options: given)
    #expect(action.value.options == stored && action.options == given)
  }

  @Test("C40: an action that takes a text keeps its button and its placeholder")
  func textInput() throws {
    let action = UNTextInputNotificationAction(
      identifier: "reply", title: "Reply", options: [.foreground],
      icon: UNNotificationActionIcon(systemImageName: "mail-reply"), textInputButtonTitle: "Send",
      textInputPlaceholder: "…")
    #expect(action.value.textInput == .init(buttonTitle: "Send", placeholder: "…"))
    let category = UNNotificationCategory(
      identifier: "c", actions: [action], intentIdentifiers: [])
    let back = try #require(category.actions.first as? UNTextInputNotificationAction)
    #expect(back.textInputButtonTitle == "Send" && back.textInputPlaceholder == "…")
    #expect(back.icon == UNNotificationActionIcon(systemImageName: "mail-reply"))
    #expect(back == action)
  }

  @Test(
    "C38, C41: an app's own action may have any name, the two of the system as well",
    arguments: [
      "default", "dismiss", "settings", "action:", "action:dismiss", "action:action:x", "SNOOZE",
      "",
      UNNotificationDefaultActionIdentifier, UNNotificationDismissActionIdentifier,
    ])
  func identifiers(identifier: String) {
    let stored = ActionIdentifier.stored(identifier)
    #expect(ActionIdentifier.apple(stored) == identifier)
    let systems = [
      NotificationAction.defaultIdentifier, NotificationAction.dismissIdentifier,
      NotificationAction.settingsIdentifier,
    ]
    let isSystems = systems.contains(stored)
    #expect(isSystems == identifier.hasPrefix("com.apple."))
  }

  @Test("Categories, actions and icons go through archives, and are equal by what they hold")
  func archives() throws {
    let category = AlarmScheduler.timerCategory()
    #expect(try archived(category) == category && category == AlarmScheduler.timerCategory())
    let action = category.actions[0]
    #expect(try archived(action) == action && action.hash == action.value.hashValue)
    let icon = UNNotificationActionIcon(templateImageName: "tea")
    #expect(try archived(icon) == icon)
    #expect(Set([category, AlarmScheduler.timerCategory()]).count == 1)
  }
}
