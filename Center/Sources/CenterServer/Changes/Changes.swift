import Foundation
import HTTPTypes
import NotificationScheduling
import NotificationStorage
import NotificationTypes

/// What the user does on the page, as changes of the store.
struct Changes: Sendable {
  private let schedule: NotificationSchedule
  private var store: NotificationStore { schedule.store }

  init(_ schedule: NotificationSchedule) { self.schedule = schedule }

  private struct Response: Decodable {
    let number: Int64
    let action: String
    let text: String?
  }

  /// The user chooses an action of a notification, or dismisses it.
  func respond(_ body: Data) throws {
    let wish = try decoded(Response.self, body)
    guard let item = try store.fetch(.delivered(), numbered: [wish.number]).first?.element else {
      throw Refusal(.notFound, "The notification is not there any more.")
    }
    let request = item.request
    let category = try store.profile(of: request.app).categories
      .first { $0.identifier == request.content.categoryIdentifier }
    switch wish.action {
    case NotificationAction.defaultIdentifier: break
    case NotificationAction.dismissIdentifier:
      guard category?.options.contains(.customDismissAction) == true else {
        try schedule.removeDelivered([request.identifier], app: request.app)
        return
      }
    default:
      guard let action = category?.actions.first(where: { $0.identifier == wish.action }),
        (action.textInput != nil) == (wish.text != nil)
      else { throw Refusal(.badRequest, "The notification does not have that action.") }
    }
    try schedule.respond(
      NotificationResponse(
        app: request.app, requestIdentifier: request.identifier, actionIdentifier: wish.action,
        text: wish.text, date: Date(), notification: item))
  }

  private struct Clearing: Decodable {
    /// Nil is everything.
    let numbers: [Int64]?
  }

  /// Notifications are taken off the list.
  func clear(_ body: Data) throws {
    guard let numbers = try decoded(Clearing.self, body).numbers else {
      try schedule.removeDelivered(nil, app: nil)
      return
    }
    let found = try store.fetch(.delivered(), numbered: numbers)
    for (app, items) in Dictionary(grouping: found, by: \.element.request.app) {
      try schedule.removeDelivered(items.map(\.element.request.identifier), app: app)
    }
  }

  private struct Cancelling: Decodable {
    let app: String
    let identifier: String
  }

  /// A request that waits is taken back.
  func cancel(_ body: Data) throws {
    let wish = try decoded(Cancelling.self, body)
    guard try schedule.cancel([wish.identifier], app: wish.app) > 0 else {
      throw Refusal(.notFound, "The notification does not wait any more.")
    }
    schedule.wakeSchedulers()
  }

  /// The settings of an app, or of all, change.
  func set(_ body: Data) throws {
    let wish = try decoded(SettingsChange.self, body)
    let apps = try wish.app.map { [$0] } ?? Array(store.read(.profiles).keys)
    for app in apps {
      let isDone = try store.change(app) { wish.apply(to: &$0.settings) }
      guard isDone else { throw Refusal(.conflict, "'\(app)' is not on trial.") }
      // It may wait for the answer.
      if let folder = store.folder { AppPresence.wake(app, in: folder) }
    }
    schedule.wakeSchedulers()
  }

  private struct Test: Decodable {
    let app: String
  }

  /// A notification that comes at once, as the app's own would.
  func test(_ body: Data) throws {
    let app = try decoded(Test.self, body).app
    guard !app.isEmpty else { throw Refusal(.badRequest, "The app is missing.") }
    let content = NotificationContent(
      title: "Test", body: "This is how a notification of \(app) arrives.", sound: .standard)
    try schedule.add(
      NotificationRequest(identifier: "tocsin-center-test", app: app, content: content))
  }

  private func decoded<Value: Decodable>(_ type: Value.Type, _ body: Data) throws(Refusal) -> Value
  {
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch { throw Refusal(.badRequest, "What the page sent cannot be read.") }
  }
}
