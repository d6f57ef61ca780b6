import Desktop
import Foundation
import NotificationTypes
import Testing

@testable import LegacyNotifications

@Suite("Actions and their contexts, by the API of before iOS 10")
struct ActionContextTests {
  private func actions(_ titles: String...) -> [UIUserNotificationAction] {
    titles.map { title in
      let action = UIMutableUserNotificationAction()
      action.identifier = title.uppercased()
      action.title = title
      action.activationMode = .background
      return action
    }
  }

  @Test(
    "C32–C34: four where there is room, two where there is not: the minimal ones, else the first")
  func contexts() {
    let category = UIMutableUserNotificationCategory()
    category.identifier = "c"
    category.setActions(actions("a", "b", "c", "d", "e"), for: .default)
    #expect(category.value.actions.map(\.title) == ["a", "b", "c", "d"])
    #expect(category.value.minimalActions.isEmpty)
    category.setActions(actions("d", "b", "a"), for: .minimal)
    #expect(category.value.minimalActions.map(\.title) == ["d", "b"])
    #expect(category.actions(for: .minimal)?.count == 3)
    category.setActions(nil, for: .default)
    #expect(category.value.actions.map(\.title) == ["d", "b"])
  }

  @Test("C39, C40: an action's options and its text field, there and back")
  func action() throws {
    let action = UIMutableUserNotificationAction()
    #expect(action.activationMode == .foreground && action.isAuthenticationRequired)
    action.identifier = "dismiss"
    action.title = "Reply"
    action.activationMode = .background
    action.isAuthenticationRequired = true
    action.isDestructive = true
    action.behavior = .textInput
    action.parameters = [UIUserNotificationTextInputActionButtonTitleKey: "Send"]
    #expect(action.value.options == [.authenticationRequired, .destructive])
    #expect(action.value.textInput == .init(buttonTitle: "Send"))
    #expect(action.value.identifier != "dismiss", "a word that the engine has for itself")
    let back = UIUserNotificationAction(value: action.value)
    #expect(back == action && back.identifier == "dismiss" && back.behavior == .textInput)
    let data = try NSKeyedArchiver.archivedData(withRootObject: action, requiringSecureCoding: true)
    #expect(
      try NSKeyedUnarchiver.unarchivedObject(
        ofClass: UIMutableUserNotificationAction.self, from: data)
        == action)
    let copy = try #require(action.copy() as? UIUserNotificationAction)
    action.title = "Other"
    #expect(copy.title == "Reply" && !(copy is UIMutableUserNotificationAction))
  }

  @Test("Settings take copies: what is changed afterwards does not change them")
  func settings() {
    let category = UIMutableUserNotificationCategory()
    category.identifier = "c"
    let settings = UIUserNotificationSettings(types: [.alert], categories: [category])
    category.identifier = "d"
    #expect(settings.categories?.first?.identifier == "c")
    #expect(UIUserNotificationType([.badge, .sound, .alert]).rawValue == 7)
    #expect(UIUserNotificationType(rawValue: 0) == [])
  }
}
