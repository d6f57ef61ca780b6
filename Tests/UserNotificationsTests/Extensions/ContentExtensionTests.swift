import AppleSourcesSwift6
import Foundation
import Testing
import UserNotificationsUI

@testable import UserNotifications

@Suite("A content extension and its host")
struct ContentExtensionTests {
  private static func notification(
    category: String = "message", body: String = "Hello"
  ) -> UNNotification {
    let content = UNMutableNotificationContent()
    content.title = "Anna"
    content.body = body
    content.categoryIdentifier = category
    return UNNotification(
      date: Date(timeIntervalSince1970: 1),
      request: UNNotificationRequest(identifier: "m", content: content, trigger: nil))
  }

  private static func response(_ action: String) -> UNNotificationResponse {
    UNNotificationResponse(notification: notification(), actionIdentifier: action)
  }

  private static func plist(_ attributes: [String: Any]) -> [String: Any] {
    ["NSExtension": ["NSExtensionAttributes": attributes]]
  }

  @Test("I101: a declaration has one category or several, and a ratio")
  func declaration() throws {
    let one = try ContentExtensionDeclaration(
      infoPlist: Self.plist([
        "UNNotificationExtensionCategory": "message",
        "UNNotificationExtensionInitialContentSizeRatio": 0.5,
      ]))
    #expect(one == .init(categories: ["message"], initialContentSizeRatio: 0.5))
    let several = try ContentExtensionDeclaration(
      infoPlist: Self.plist([
        "UNNotificationExtensionCategory": ["a", "b"],
        "UNNotificationExtensionInitialContentSizeRatio": 1,
        "UNNotificationExtensionDefaultContentHidden": true,
        "UNNotificationExtensionOverridesDefaultTitle": true,
        "UNNotificationExtensionUserInteractionEnabled": true,
      ]))
    #expect(several.categories == ["a", "b"] && several.initialContentSizeRatio == 1)
    #expect(several.isDefaultContentHidden && several.overridesDefaultTitle)
    #expect(several.isUserInteractionEnabled && !one.isUserInteractionEnabled)
  }

  @Test("I101: a declaration without a category or a ratio is none")
  func defects() {
    #expect(throws: ContentExtensionDeclaration.Defect(key: "UNNotificationExtensionCategory")) {
      try ContentExtensionDeclaration(infoPlist: [:])
    }
    #expect(
      throws: ContentExtensionDeclaration.Defect(
        key: "UNNotificationExtensionInitialContentSizeRatio")
    ) {
      try ContentExtensionDeclaration(
        infoPlist: Self.plist(["UNNotificationExtensionCategory": "message"]))
    }
  }

  @Test(
    "I101: a ratio is a number above 0, a category a name",
    arguments: [0, -1, Double.infinity, Double.nan])
  func noSizes(ratio: Double) {
    let category = "UNNotificationExtensionCategory"
    let size = "UNNotificationExtensionInitialContentSizeRatio"
    #expect(throws: ContentExtensionDeclaration.Defect(key: size)) {
      try ContentExtensionDeclaration(infoPlist: Self.plist([category: "message", size: ratio]))
    }
    for wrong in [[], 7, [7]] as [Any] {
      #expect(throws: ContentExtensionDeclaration.Defect(key: category)) {
        try ContentExtensionDeclaration(infoPlist: Self.plist([category: wrong, size: 1]))
      }
    }
  }

  /// An interface that says what it draws.
  private final class Card: NotificationInterface {
    var presentation = ContentPresentation()
    func didReceive(_ notification: UNNotification) {
      presentation = ContentPresentation(
        title: "From Anna", markup: "<b>\(notification.request.content.body)</b>",
        image: URL(fileURLWithPath: "/anna.png"))
    }
  }

  @Test("I102: an extension shows the notifications of its categories, and no others")
  func categories() async throws {
    let host = ContentExtensionHost(
      Card(), declaration: .init(categories: ["message"], initialContentSizeRatio: 1))
    let shown = try #require(await host.show(Self.notification(), appName: "Mail"))
    #expect(shown.heading == "Mail" && shown.text == "Anna\nHello")
    #expect(shown.interface?.markup == "<b>Hello</b>")
    #expect(shown.interface?.image?.path == "/anna.png")
    #expect(await host.show(Self.notification(category: "other"), appName: "Mail") == nil)
    #expect(await host.show(Self.notification(category: ""), appName: "Mail") == nil)
  }

  @Test("I101: the declaration hides the text, and gives the interface the heading")
  func hidden() async throws {
    let host = ContentExtensionHost(
      Card(),
      declaration: .init(
        categories: ["message"], initialContentSizeRatio: 1, isDefaultContentHidden: true,
        overridesDefaultTitle: true))
    let shown = try #require(await host.show(Self.notification(), appName: "Mail"))
    #expect(shown.heading == "From Anna" && shown.text == nil)
  }

  @Test("I103: the extension says what becomes of the notification and of the action")
  func responses() async {
    let controller = NotificationViewController()
    let host = ContentExtensionHost(
      controller, declaration: .init(categories: ["message"], initialContentSizeRatio: 1))
    let shown = await host.show(Self.notification(), appName: "Mail")
    #expect(shown?.interface == nil && controller.label == "Hello")
    #expect(await host.respond(to: Self.response("like")) == .init(.doNotDismiss))
    #expect(controller.label == "Hello ♥")
    #expect(await host.respond(to: Self.response("reply")) == .init(.dismissAndForwardAction))
  }

  @Test("I103: without a method for responses, or without its answer, the app gets them")
  func forwarded() async {
    final class Forgetful: UNNotificationContentExtension {
      func didReceive(_ notification: UNNotification) {}
      func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion:
          @escaping (UNNotificationContentExtensionResponseOption) ->
          Void
      ) {}
    }
    let interfaces: [any UNNotificationContentExtension] = [Card(), Forgetful()]
    for interface in interfaces {
      let host = ContentExtensionHost(
        interface, declaration: .init(categories: ["message"], initialContentSizeRatio: 1))
      let outcome = await host.respond(to: Self.response("like"))
      #expect(outcome.dismissesNotification && outcome.forwardsToApp)
    }
  }

  @Test("I103: the options have Apple's numbers, and say two things")
  @MainActor
  func options() {
    let options: [UNNotificationContentExtensionResponseOption] = [
      .doNotDismiss, .dismiss, .dismissAndForwardAction,
    ]
    #expect(options.map(\.rawValue) == [0, 1, 2])
    let outcomes = options.map { ContentExtensionHost.Outcome($0) }
    #expect(outcomes.map(\.dismissesNotification) == [false, true, true])
    #expect(outcomes.map(\.forwardsToApp) == [false, false, true])
    let types: [UNNotificationContentExtensionMediaPlayPauseButtonType] = [
      .none, .default, .overlay,
    ]
    #expect(types.map(\.rawValue) == [0, 1, 2])
    #expect(Card().mediaPlayPauseButtonType == .none && Card().mediaPlayPauseButtonFrame == .zero)
  }
}
