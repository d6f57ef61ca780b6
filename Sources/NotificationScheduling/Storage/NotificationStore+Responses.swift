import Foundation
import GRDB
public import NotificationTypes

extension NotificationStore {
  public func record(_ response: NotificationResponse) throws(StoreError) {
    try write { database in
      try database.execute(
        sql: "INSERT INTO response (app, body) VALUES (?, ?)",
        arguments: [response.app, try JSONEncoder().encode(response)])
    }
  }

  public func takeResponses(app: String) throws(StoreError) -> [NotificationResponse] {
    try write { database in
      let bodies = try Data.fetchAll(
        database, sql: "SELECT body FROM response WHERE app = ? ORDER BY sequence",
        arguments: [app])
      try database.execute(sql: "DELETE FROM response WHERE app = ?", arguments: [app])
      return try bodies.map { try JSONDecoder().decode(NotificationResponse.self, from: $0) }
    }
  }

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

  public func removeResponses(_ numbers: [Int64]) throws(StoreError) {
    try write { database in
      for number in numbers {
        try database.execute(sql: "DELETE FROM response WHERE sequence = ?", arguments: [number])
      }
    }
  }
}
