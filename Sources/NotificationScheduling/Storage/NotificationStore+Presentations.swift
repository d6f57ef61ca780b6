public import Foundation
import GRDB
public import NotificationTypes

/// What apps in the foreground are asked about their notifications, and what they answer.
///
/// Whoever delivers asks here, wakes the app, and looks for the answer for a moment; neither needs
/// to know the other's process.
extension NotificationStore {
  /// Asks the app of a notification what is to be shown of it. Questions that were asked over a
  /// minute before or after `date` are forgotten.
  /// - Returns: the question's number, which no other one gets.
  /// - Throws: ``StoreError`` where the database cannot be written: the app is not asked then.
  public func ask(
    about notification: DeliveredNotification, at date: Date
  ) throws(StoreError) -> Int64 {
    try write { database in
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

  /// What an app has been asked and has not answered, oldest first.
  /// - Throws: ``StoreError`` where the database cannot be read.
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

  /// Answers a question; one that is forgotten stays so.
  /// - Parameters:
  ///   - question: the number that the question has.
  ///   - options: in Apple's numbers.
  /// - Throws: ``StoreError`` where the database cannot be written.
  public func answer(_ question: Int64, with options: Int) throws(StoreError) {
    try write { database in
      try database.execute(
        sql: "UPDATE presentation SET options = ? WHERE sequence = ?",
        arguments: [options, question])
    }
  }

  /// The answer; nil while there is none.
  /// - Throws: ``StoreError`` where the database cannot be read.
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

  /// Forgets a question, and its answer.
  /// - Throws: ``StoreError`` where the database cannot be written.
  public func forget(question: Int64) throws(StoreError) {
    try write { database in
      try database.execute(
        sql: "DELETE FROM presentation WHERE sequence = ?", arguments: [question])
    }
  }
}
