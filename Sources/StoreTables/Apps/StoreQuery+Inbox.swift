import Foundation
public import NotificationTypes
import SQLiteAccess

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
    StoreQuery("response", where: StoreFilter("response", app: app), by: "sequence") { row in
      row.value(NotificationResponse.self)
        .map { StoredResponse(number: row.sequence, response: $0) }
    }
  }
}

extension StoreQuery where Element == PresentationQuestion {
  /// The unanswered questions to an app, oldest first.
  public static func questions(app: String) -> StoreQuery {
    var filter = StoreFilter("presentation", app: app)
    filter.add("options IS NULL")
    return StoreQuery("presentation", where: filter, by: "sequence") { row in
      row.value(DeliveredNotification.self)
        .map { PresentationQuestion(number: row.sequence, notification: $0) }
    }
  }
}

extension StoreQuery where Element == Int {
  /// The answer to a question, as Apple's numbers; no result while there is none.
  public static func answer(to question: Int64) -> StoreQuery {
    StoreQuery("presentation", where: StoreFilter("sequence = ?", question), by: "sequence") {
      $0.integer("options").map { Int($0) }
    }
  }
}

extension Row {
  /// The JSON value in the column `body`.
  package func value<Value: Decodable>(_ type: Value.Type) -> Value? {
    try? JSONDecoder().decode(type, from: blob("body"))
  }
}
