import Foundation
import GRDB
import NotificationTypes

/// Changes that apps and their users make.
extension StoreChange {
  static func setBadge(_ count: Int, _ app: String, in database: Database) throws {
    if count > 0 {
      try database.execute(
        sql: "INSERT INTO badge (app, count) VALUES (?, ?)", arguments: [app, count])
    } else {
      try database.execute(sql: "DELETE FROM badge WHERE app = ?", arguments: [app])
    }
  }

  static func keep(_ response: NotificationResponse, in database: Database) throws {
    try database.execute(
      sql: "INSERT INTO response (app, body) VALUES (?, ?)",
      arguments: [response.app, try JSONEncoder().encode(response)])
  }

  static func answer(_ question: Int64, _ options: Int, in database: Database) throws -> Int {
    try database.execute(
      sql: "UPDATE presentation SET options = ? WHERE sequence = ?",
      arguments: [options, question])
    return database.changesCount
  }

  static func delete(_ number: Int64, from table: String, in database: Database) throws -> Int {
    try database.execute(sql: "DELETE FROM \(table) WHERE sequence = ?", arguments: [number])
    return database.changesCount
  }

  static func note(_ key: String, _ value: String, in database: Database) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO note (key, value) VALUES (?, ?)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value
        """)
    try statement.execute(arguments: [key, value])
  }
}
