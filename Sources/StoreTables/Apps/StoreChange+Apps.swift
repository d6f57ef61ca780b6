import Foundation
import NotificationTypes
package import SQLiteAccess

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
    try database.execute(
      "INSERT INTO response (app, body) VALUES (?, ?)",
      [response.app, try JSONEncoder().encode(response)])
  }

  static func answer(_ question: Int64, _ options: Int, in database: Database) throws -> Int {
    try database.execute(
      "UPDATE presentation SET options = ? WHERE sequence = ?",
      [options, question])
    return database.changesCount
  }

  static func delete(_ number: Int64, from table: String, in database: Database) throws -> Int {
    try database.execute("DELETE FROM \(table) WHERE sequence = ?", [number])
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
