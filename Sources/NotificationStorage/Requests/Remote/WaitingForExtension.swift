import FoundationEssentials
import LinuxProcess
package import NotificationTypes
import Triggers

/// A notification from a server that waits for the service extension of its app, by a number that
/// no other one gets.
package struct WaitingForExtension: Sendable {
  package let number: Int64
  /// The number of times that the extension was started for it.
  package let attempts: Int
  /// The notification as the server has sent it; nil where it cannot be read.
  package let request: NotificationRequest?

  init(_ row: Row) {
    number = row.sequence
    attempts = Int(row.integer("state") ?? 0)
    request = row.value(NotificationRequest.self)
  }
}

extension StoreReading where Value == [String] {
  /// The apps with notifications that wait for their extensions; the one that has waited longest
  /// comes first.
  package static var appsWaitingForExtensions: StoreReading {
    let filter = StoreFilter(inbox: .extensible, app: nil)
    return StoreReading {
      try $0.texts(
        "SELECT app FROM inbox\(filter.clause) GROUP BY app ORDER BY min(sequence)",
        filter.arguments)
    }
  }
}

extension StoreReading where Value == Int {
  /// The number of notifications that wait for extensions; an app of nil is every app.
  package static func waitingForExtensions(app: String? = nil) -> StoreReading {
    StoreReading { try StoreCounts.count(.extensible, app: app, in: $0) }
  }
}

extension StoreReading where Value == WaitingForExtension? {
  /// The notification of an app that has waited longest for its extension.
  package static func firstWaitingForExtension(of app: String) -> StoreReading {
    let filter = StoreFilter(inbox: .extensible, app: app)
    return StoreReading {
      try $0.row(
        "SELECT * FROM inbox\(filter.clause) ORDER BY sequence LIMIT 1", filter.arguments
      ).map(WaitingForExtension.init)
    }
  }
}

extension StoreChange {
  /// The extension is about to be started for a notification, which counts if it still waits. Where
  /// that cannot be written, the extension is not to be started.
  package static func startedExtension(for number: Int64) -> StoreChange {
    .own { database in
      try database.execute(
        "UPDATE inbox SET state = state + 1 WHERE sequence = ?", [number])
      return database.changesCount
    }
  }

  /// A notification that has waited for an extension is due; it counts if it still waited.
  /// - Throws: `StoreError` where it cannot be encoded.
  fileprivate static func released(
    _ number: Int64, as new: ScheduledRequest
  ) throws(StoreError) -> StoreChange {
    let body: StoredBody
    do {
      body = try StoredBody(new.request)
    } catch {
      throw .other("the request cannot be encoded: \(error)")
    }
    return .own { database in
      guard try remove(number, in: database) > 0 else { return 0 }
      _ = try new.add(body, .unlimited, to: database)
      return 1
    }
  }
}

extension NotificationSchedule {
  /// Makes a notification due that has waited for an extension.
  /// - Returns: false where a later one has replaced it.
  /// - Throws: `StoreError` where it cannot be written: it continues to wait then.
  package func release(
    _ number: Int64, as request: NotificationRequest
  ) throws(StoreError) -> Bool {
    let moment = clock.now
    let new = ScheduledRequest(request: request, due: .now(moment), added: moment.wall)
    let isReleased = try store.apply(.released(number, as: new)) > 0
    if isReleased { store.waker.wake(.requests) }
    return isReleased
  }
}
