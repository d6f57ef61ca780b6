import Foundation
import GRDB
public import NotificationTypes

extension NotificationStore {
  /// Keeps what a user answered, until the app has it.
  /// - Throws: ``StoreError`` where the database cannot be written: the response is not kept then.
  public func record(_ response: NotificationResponse) throws(StoreError) {
    try write { database in
      try database.execute(
        sql: "INSERT INTO response (app, body) VALUES (?, ?)",
        arguments: [response.app, try JSONEncoder().encode(response)])
    }
  }

  /// The responses that wait, oldest first; an app of nil is every app.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func responses(app: String?) throws(StoreError) -> [StoredResponse] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: "SELECT * FROM response WHERE ?1 IS NULL OR app = ?1 ORDER BY sequence",
        arguments: [app]
      ).compactMap { row in
        let response = try? JSONDecoder().decode(
          NotificationResponse.self, from: row.blob("body"))
        return response.map { StoredResponse(number: row.sequence, response: $0) }
      }
    }
  }

  /// Removes responses that the app has got.
  /// - Throws: ``StoreError`` where the database cannot be written: the app may get them again.
  public func removeResponses(_ numbers: [Int64]) throws(StoreError) {
    try write { database in
      for number in numbers {
        try database.execute(sql: "DELETE FROM response WHERE sequence = ?", arguments: [number])
      }
    }
  }
}

/// A response that waits for its app, by a number that no other one gets.
public struct StoredResponse: Sendable, Hashable {
  /// Rises with each response; ``NotificationStore/removeResponses(_:)`` takes it.
  public let number: Int64
  /// What the user answered, with the notification that it is about.
  public let response: NotificationResponse
}
