import Foundation
import GRDB
import NotificationTypes

extension NotificationStore {
  func take(_ arrival: RemoteArrival, _ new: NewRequest?) throws(StoreError) -> Bool {
    let body: StoredBody?
    let message: Data?
    do {
      body = try new.map { try StoredBody($0.request) }
      message = try arrival.message.map { try JSONEncoder().encode($0) }
    } catch {
      throw .other("the push cannot be encoded: \(error)")
    }
    return try write { database in
      if let position = arrival.position {
        guard try Self.advance(position, arrival.app, in: database) else { return false }
      }
      if let new, let body { _ = try new.add(body, .unlimited, to: database) }
      if let message, let date = arrival.message?.date {
        // The app looks at what there is now: of several the newest tells it.
        try database.execute(
          sql: "DELETE FROM remote_message WHERE app = ? AND kind = 0", arguments: [arrival.app])
        try database.execute(
          sql: "INSERT INTO remote_message (app, kind, date, body) VALUES (?, 0, ?, ?)",
          arguments: [arrival.app, date.microseconds, message])
      }
      return true
    }
  }

  /// - Returns: false where it, or a later one, was taken before.
  private static func advance(
    _ position: RemoteArrival.Position, _ app: String, in database: Database
  ) throws -> Bool {
    let last = try Int64.fetchOne(
      database.cachedStatement(
        sql: "SELECT position FROM remote_position WHERE app = ? AND class = ?"),
      arguments: [app, position.pushClass])
    guard position.number > last ?? 0 else { return false }
    try database.execute(
      sql: "INSERT INTO remote_position (app, class, position) VALUES (?, ?, ?)",
      arguments: [app, position.pushClass, position.number])
    return true
  }

  /// The last positions by class, of an app.
  /// - Throws: ``StoreError`` where the database cannot be read.
  package func remotePositions(of app: String) throws(StoreError) -> [String: Int64] {
    let rows = try read { database in
      try Row.fetchAll(
        database, sql: "SELECT class, position FROM remote_position WHERE app = ?", arguments: [app]
      )
    }
    return Dictionary(rows.map { ($0.text("class"), $0.integer("position") ?? 0) }) { $1 }
  }

  /// Forgets tokens and positions, which belong to an enrolment that has gone: apps that want
  /// notifications from servers ask again.
  /// - Throws: ``StoreError`` where it cannot be written: nothing is changed then.
  package func forgetEnrolment() throws(StoreError) {
    defer { profiles.forget() }
    try write { database in
      try database.execute(sql: "DELETE FROM remote_position")
      for (app, old) in try AppProfile.all(in: database) {
        guard let remote = old.remote else { continue }
        var new = old
        new.remote = RemoteRegistration(topic: remote.topic)
        try new.write(over: old, of: app, to: database)
      }
    }
  }
}
