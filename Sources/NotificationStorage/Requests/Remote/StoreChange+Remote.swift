import FoundationEssentials
import NotificationTypes

/// Changes that pushes make.
extension StoreChange {
  /// A push has come, with its notification as a request; it counts if it is new.
  /// - Throws: `StoreError` where it cannot be encoded.
  static func arrived(
    _ arrival: RemoteArrival, _ new: ScheduledRequest?, at date: Date
  ) throws(StoreError) -> StoreChange {
    let body: StoredBody?
    let waiting: InboxItem?
    let message: InboxItem?
    do {
      body = try arrival.waitsForExtension ? nil : new.map { try StoredBody($0.request) }
      waiting = try arrival.waitsForExtension ? new.map(Self.waiting) : nil
      message = try arrival.message.map {
        try InboxItem(.message, $0, app: arrival.app, identifier: "", date: $0.date)
      }
    } catch {
      throw .other("the push cannot be encoded: \(error)")
    }
    return .own { database in
      if let position = arrival.position {
        guard try Self.advance(position, arrival.app, in: database) else { return 0 }
      }
      if let mark = arrival.mark {
        guard try TakenMarks(arrival.app, database).take(mark) else { return 0 }
      }
      if let withdrawn = arrival.withdrawn {
        let (app, identifiers) = (arrival.app, [withdrawn])
        try StoreChange.cancelled(app: app, identifiers: identifiers, at: date).apply(to: database)
        try StoreChange.removed(app: app, identifiers: identifiers, at: date).apply(to: database)
      }
      if let new {
        try Self.keep(new, body, waiting, in: database)
      }
      try message?.put(into: database)
      return 1
    }
  }

  /// Keeps a notification as a request that is due, or as one that waits for an extension. One that
  /// waits under the same identifier is replaced, also while the extension changes it.
  private static func keep(
    _ new: ScheduledRequest, _ body: StoredBody?, _ waiting: InboxItem?, in database: Database
  ) throws {
    try waiting?.put(into: database)
    guard let body else { return }
    try database.execute(
      "DELETE FROM inbox WHERE kind = ? AND app = ? AND identifier = ?",
      [InboxKind.extensible.rawValue, new.request.app, new.request.identifier])
    _ = try new.add(body, .unlimited, to: database)
  }

  private static func waiting(_ new: ScheduledRequest) throws -> InboxItem {
    try InboxItem(
      .extensible, new.request, app: new.request.app, identifier: new.request.identifier,
      date: new.added, state: 0)
  }

  /// Milliseconds. A smaller number belongs to an old push, or to a stream that was created again.
  /// The clocks of gateways differ, so only a push that was received this much later is of a new
  /// stream.
  private static let clearlyLater: Int64 = 60_000

  /// - Returns: false where it, or a later push, was taken before.
  private static func advance(
    _ position: RemoteArrival.Position, _ app: String, in database: Database
  ) throws -> Bool {
    let row = try database.row(
      "SELECT position, received, ended FROM remote_position WHERE app = ? AND class = ?",
      [app, position.pushClass])
    func last(_ column: String) -> Int64 { row?.integer(column) ?? 0 }
    var ended = last("ended")
    // The number of a push of the old stream says nothing about its place in the new one.
    if ended > 0, position.received <= ended { return false }
    if row != nil, position.number <= last("position") {
      let received = last("received")
      guard received > 0, position.received - received > clearlyLater else { return false }
      ended = received
    }
    try database.execute(
      """
      INSERT INTO remote_position (app, class, position, received, ended) VALUES (?, ?, ?, ?, ?)
      """,
      [
        app, position.pushClass, position.number,
        position.received > 0 ? position.received : last("received"), ended,
      ])
    return true
  }

  /// An enrolment has gone, and with it its tokens and positions: apps that want notifications from
  /// servers ask again.
  package static let unenrolled = StoreChange.own(ofProfile: true) { database in
    try database.execute("DELETE FROM remote_position")
    try database.execute("DELETE FROM note WHERE key = ?", [RemoteReceiver.comparisonNote])
    var count = 0
    for (app, old) in try AppProfile.all(in: database) {
      guard let remote = old.remote else { continue }
      var new = old
      new.remote = RemoteRegistration(topic: remote.topic)
      try new.write(over: old, of: app, to: database)
      count += 1
    }
    return count
  }
}

extension StoreReading where Value == [String: Int64] {
  /// The last positions of an app, by class.
  package static func remotePositions(of app: String) -> StoreReading {
    StoreReading { database in
      let rows = try database.rows(
        "SELECT class, position FROM remote_position WHERE app = ?", [app])
      return Dictionary(rows.map { ($0.text("class"), $0.integer("position") ?? 0) }) { $1 }
    }
  }
}
