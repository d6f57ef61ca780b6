import FoundationEssentials
public import NotificationTypes

/// A response that waits for its app, by a number that no other one gets.
public struct StoredResponse: Sendable, Hashable {
  /// The number by which a `StoreChange` removes the response.
  public let number: Int64
  /// What the user did.
  public let response: NotificationResponse
}

extension StoreQuery where Element == StoredResponse {
  /// The responses that wait for their apps, oldest first; an app of nil is every app.
  public static func responses(app: String? = nil) -> StoreQuery {
    StoreQuery(inbox: StoreFilter(inbox: .response, app: app)) { row in
      row.value(NotificationResponse.self)
        .map { StoredResponse(number: row.sequence, response: $0) }
    }
  }
}

extension StoreQuery where Element == PresentationQuestion {
  /// The unanswered questions to an app, oldest first.
  public static func questions(app: String) -> StoreQuery {
    var filter = StoreFilter(inbox: .question, app: app)
    filter.add("state IS NULL")
    return StoreQuery(inbox: filter) { row in
      row.value(DeliveredNotification.self)
        .map { PresentationQuestion(number: row.sequence, notification: $0) }
    }
  }
}

extension StoreQuery where Element == Int {
  /// The answer to a question, as Apple's numbers; no result while there is none.
  public static func answer(to question: Int64) -> StoreQuery {
    StoreQuery(inbox: StoreFilter("sequence = ?", question)) {
      $0.integer("state").map { Int($0) }
    }
  }
}

extension Row {
  /// The JSON value in the column `body`.
  package func value<Value: Decodable>(_ type: Value.Type) -> Value? {
    try? JSONDecoder().decode(type, from: blob("body"))
  }
}

/// A message that waits for its app, by a number that no other one gets.
public struct StoredMessage: Sendable, Hashable {
  /// The number by which a `StoreChange` removes the message.
  public let number: Int64
  /// The message as the server has sent it.
  public let message: RemoteMessage
}

extension StoreQuery where Element == StoredMessage {
  /// The messages that wait for apps, oldest first; nil means every app.
  public static func remoteMessages(app: String? = nil) -> StoreQuery {
    StoreQuery(inbox: StoreFilter(inbox: .message, app: app)) { row in
      row.value(RemoteMessage.self).map { StoredMessage(number: row.sequence, message: $0) }
    }
  }
}

/// A question to an app in the foreground: which parts of this notification to show.
public struct PresentationQuestion: Sendable, Hashable {
  /// The name of the question; its answer goes to this number.
  public let number: Int64
  /// The notification, as the user would see it.
  public let notification: DeliveredNotification

  /// Seconds. Older questions are useless, because the process that asks waits for two seconds.
  package static let lifetime = 60.0
}
