import FoundationEssentials
import NotificationTypes

/// Changes that apps and their users make.
extension StoreChange {
  static func setBadge(_ count: Int, _ app: String, in database: Database) throws {
    if count > 0 {
      try database.execute(
        "INSERT INTO badge (app, count) VALUES (?, ?)", [app, count])
    } else {
      try database.execute("DELETE FROM badge WHERE app = ?", [app])
    }
  }

  static func keep(_ response: NotificationResponse, in database: Database) throws {
    try InboxItem(.response, response, app: response.app, date: response.date).put(into: database)
  }

  static func answer(_ question: Int64, _ options: Int, in database: Database) throws -> Int {
    try database.execute(
      "UPDATE inbox SET state = ? WHERE sequence = ?",
      [options, question])
    return database.changesCount
  }

  package static func note(_ key: String, _ value: String, in database: Database) throws {
    try database.execute(
      """
      INSERT INTO note (key, value) VALUES (?, ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value
      """, [key, value])
  }
}
