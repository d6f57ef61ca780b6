package import FoundationEssentials
package import NotificationTypes

/// A notification that waits for the user's answer about its app, by a number that no other one gets.
package struct HeldNotification: Sendable, Hashable {
  /// The number by which a `StoreChange` removes it.
  package let number: Int64
  package let request: NotificationRequest

  /// The maximum number for one app; of more, the newest are kept.
  fileprivate static let limit = 16
}

extension StoreQuery where Element == HeldNotification {
  /// The notifications that wait for an answer, oldest first; nil means every app.
  package static func held(app: String? = nil) -> StoreQuery {
    StoreQuery(inbox: StoreFilter(inbox: .held, app: app)) { row in
      row.value(NotificationRequest.self)
        .map { HeldNotification(number: row.sequence, request: $0) }
    }
  }
}

extension StoreChange {
  /// A notification waits for the user's answer.
  /// - Throws: where it cannot be encoded.
  package static func held(_ request: NotificationRequest, at date: Date) throws -> StoreChange {
    let item = try InboxItem(
      .held, request, app: request.app, identifier: request.identifier, date: date)
    return .own { database in
      try item.put(into: database)
      try database.execute(
        """
        DELETE FROM inbox WHERE app = ?1 AND kind = ?2 AND sequence NOT IN (
          SELECT sequence FROM inbox WHERE app = ?1 AND kind = ?2 ORDER BY sequence DESC LIMIT ?3)
        """, [request.app, InboxKind.held.rawValue, HeldNotification.limit])
      return 1
    }
  }

  /// The user has not answered: what has waited is not delivered.
  package static func notHeld(app: String) -> StoreChange {
    .own { database in
      try database.execute(
        "DELETE FROM inbox WHERE app = ? AND kind = ?", [app, InboxKind.held.rawValue])
      return database.changesCount
    }
  }
}
