public import Foundation
import GRDB
public import NotificationTypes

/// Questions need not survive a loss of power: nobody waits for their answers behind it.
extension NotificationStore {
  public func ask(
    about notification: DeliveredNotification, at date: Date
  ) throws(StoreError) -> Int64 {
    try writeSoon { database in
      try database.execute(
        sql: "DELETE FROM presentation WHERE abs(asked - ?) > ?",
        arguments: [date.microseconds, Int64(PresentationQuestion.lifetime * 1e6)])
      try database.execute(
        sql: "INSERT INTO presentation (app, body, asked) VALUES (?, ?, ?)",
        arguments: [
          notification.request.app, try JSONEncoder().encode(notification), date.microseconds,
        ])
      return database.lastInsertedRowID
    }
  }

  public func questions(app: String) throws(StoreError) -> [PresentationQuestion] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT sequence, body FROM presentation WHERE app = ? AND options IS NULL
          ORDER BY sequence
          """, arguments: [app]
      ).compactMap { row in
        let notification = try? JSONDecoder().decode(
          DeliveredNotification.self, from: row.blob("body"))
        return notification.map { .init(number: row.sequence, notification: $0) }
      }
    }
  }

  public func answer(_ question: Int64, with options: Int) throws(StoreError) {
    try writeSoon { database in
      try database.execute(
        sql: "UPDATE presentation SET options = ? WHERE sequence = ?",
        arguments: [options, question])
    }
  }

  public func answer(to question: Int64) throws(StoreError) -> Int? {
    // A list: an optional would be a transaction that did not run.
    let found: [Int] = try read { database in
      try Int.fetchAll(
        database,
        sql: "SELECT options FROM presentation WHERE sequence = ? AND options IS NOT NULL",
        arguments: [question])
    }
    return found.first
  }

  public func forget(question: Int64) throws(StoreError) {
    try writeSoon { database in
      try database.execute(
        sql: "DELETE FROM presentation WHERE sequence = ?", arguments: [question])
    }
  }
}
