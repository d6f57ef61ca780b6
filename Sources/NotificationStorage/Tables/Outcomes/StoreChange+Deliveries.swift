package import FoundationEssentials
import LinuxProcess
package import NotificationTypes
import Triggers

/// Changes that deliveries make.
extension StoreChange {
  /// Removes or advances only the settled request itself: not one that has replaced it, and not one
  /// of which a later date has ended.
  package static func settle(_ settlement: Settlement, in database: Database) throws {
    let waiting = settlement.waiting
    let hasEnded = try finish(waiting.id, settlement.next, in: database)
    switch settlement.outcome {
    case .delivered(let date, let state, let record):
      try put(waiting, at: date, state, record, in: database)
    case .missed(let reason, let date, let count):
      guard hasEnded else { return }
      try database.execute(
        """
        INSERT INTO missed (app, identifier, due, date, reason, count)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          waiting.app, waiting.identifier, waiting.due.date?.microseconds, date.microseconds,
          reason.rawValue, count,
        ])
    }
  }

  /// Puts a delivery that has reached the user at `date` into the store, or completes it there. One that
  /// the user has dealt with stays closed.
  package static func put(
    _ waiting: WaitingRequest, at date: Date, _ state: DeliveryState, _ record: DeliveryRecord?,
    in database: Database
  ) throws {
    let id = waiting.id
    let isWithdrawn = try isWithdrawn(id.request, since: date, in: database)
    let state = isWithdrawn ? .removed : state
    let known = try database.first(
      "SELECT state FROM delivery WHERE request = ? AND occurrence = ?",
      [id.request, id.occurrence]
    ) { $0.integer(0) ?? 0 }
    if known == nil {
      if !state.isClosed { try replace(waiting, at: date, in: database) }
      try database.execute(
        """
        INSERT INTO delivery
          (request, occurrence, app, identifier, state, closed, content, trigger, due, date)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          id.request, id.occurrence, waiting.app, waiting.identifier, state.rawValue,
          state.isClosed ? date.microseconds : nil,
          state.isClosed ? nil : waiting.body.content,
          state.isClosed ? nil : waiting.body.trigger,
          waiting.due.date?.microseconds, date.microseconds,
        ])
      if state == .held { try limitHeld(of: waiting.app, in: database) }
    } else if known == Int64(DeliveryState.held.rawValue), state != .held {
      try database.execute(
        "UPDATE delivery SET state = ?, date = ? WHERE request = ? AND occurrence = ?",
        [DeliveryState.open.rawValue, date.microseconds, id.request, id.occurrence])
      if state == .removed {
        try close(
          "request = ? AND occurrence = ?", [id.request, id.occurrence], at: date, database)
      }
    }
    guard let record else { return }
    try database.execute(
      """
      UPDATE delivery SET banner = ?, banner_reason = ?, sound = ?, sound_reason = ?,
        sound_file = coalesce(?, sound_file), fallback = coalesce(?, fallback),
        interruptions = max(interruptions, ?)
      WHERE request = ? AND occurrence = ?
      """,
      [
        record.banner.code, record.banner.reason, record.sound.code, record.sound.reason,
        record.soundFile, record.fallback, record.interruptions ?? 0, id.request, id.occurrence,
      ])
  }

  // MARK: The end of a delivery in the list

  /// A closed delivery keeps what became of it, and not its contents.
  private static func close(
    _ condition: String, _ arguments: [any Bindable], as state: DeliveryState = .removed,
    at date: Date, _ database: Database
  ) throws {
    try database.execute(
      """
      UPDATE delivery SET state = ?, closed = ?, content = NULL, trigger = NULL
      WHERE closed IS NULL AND \(condition)
      """, [state.rawValue, date.microseconds] + arguments)
  }

  /// - Returns: the number of notifications that were listed.
  static func close(
    _ app: String?, _ identifiers: [String]?, at date: Date, in database: Database
  ) throws -> Int {
    try (identifiers.map { $0.map(Optional.some) } ?? [nil]).reduce(0) { count, identifier in
      var filter = StoreFilter("delivery", app: app, identifier: identifier)
      filter.add("state = ?", DeliveryState.open.rawValue)
      try close(
        filter.conditions.joined(separator: " AND "), filter.arguments, at: date, database)
      return count + database.changesCount
    }
  }

  /// Closes the earlier delivery of an identifier.
  private static func replace(
    _ waiting: WaitingRequest, at date: Date, in database: Database
  ) throws {
    try close(
      "app = ? AND identifier = ?", [waiting.app, waiting.identifier], as: .replaced, at: date,
      database)
  }

  // MARK: What waits for the user's answer

  /// The maximum number that waits for one app; of more, the newest wait.
  private static let heldLimit = 16

  private static func limitHeld(of app: String, in database: Database) throws {
    try database.execute(
      """
      UPDATE delivery SET state = ?1 WHERE closed IS NULL AND app = ?2 AND state = ?3
        AND sequence NOT IN (
          SELECT sequence FROM delivery WHERE closed IS NULL AND app = ?2 AND state = ?3
          ORDER BY sequence DESC LIMIT ?4)
      """, [DeliveryState.open.rawValue, app, DeliveryState.held.rawValue, heldLimit])
  }

  static func listHeld(of app: String, in database: Database) throws {
    try database.execute(
      "UPDATE delivery SET state = ? WHERE closed IS NULL AND app = ? AND state = ?",
      [DeliveryState.open.rawValue, app, DeliveryState.held.rawValue])
  }

  /// A damaged count is read as 0.
  private static let ended = "iif(typeof(occurrence) = 'integer', occurrence, 0)"

  /// - Returns: whether the request was there.
  private static func finish(
    _ id: DeliveryID, _ next: DueTime?, in database: Database
  ) throws -> Bool {
    let key: [any Bindable] = [id.request, id.occurrence]
    guard let next else {
      try database.execute(
        "DELETE FROM request WHERE sequence = ? AND \(Self.ended) <= ?", key)
      return database.changesCount > 0
    }
    try database.execute(
      """
      UPDATE request SET \(DueColumns.assignments), occurrence = ?
      WHERE sequence = ? AND \(Self.ended) <= ?
      """, DueColumns(next).values + [id.occurrence + 1] + key)
    return database.changesCount > 0
  }

  static func interrupt(
    _ id: DeliveryID, soundBeginsAgain: Bool, in database: Database
  ) throws {
    let (banner, sound) = (
      DeliveryRecord.Fate.interruptedBanner, DeliveryRecord.Fate.interruptedSound
    )
    try database.execute(
      """
      UPDATE delivery SET
        banner = iif(banner IS ?1, ?2, banner),
        banner_reason = iif(banner IS ?1, ?3, banner_reason),
        sound = iif(sound IS ?1 AND NOT ?4, ?5, sound),
        sound_reason = iif(sound IS ?1 AND NOT ?4, ?6, sound_reason),
        interruptions = interruptions + (sound IS ?1)
      WHERE request = ?7 AND occurrence = ?8
      """,
      [
        DeliveryRecord.Fate.begun.code, banner.code, banner.reason, soundBeginsAgain ? 1 : 0,
        sound.code, sound.reason, id.request, id.occurrence,
      ])
  }

  /// The first end that is known counts: one that comes from a log has no reason.
  static func endSound(
    of id: DeliveryID, _ outcome: DeliveryRecord.Fate, in database: Database
  ) throws {
    try database.execute(
      """
      UPDATE delivery SET sound = ?, sound_reason = ?
      WHERE request = ? AND occurrence = ? AND sound IN (?, ?)
      """,
      [
        outcome.code, outcome.reason, id.request, id.occurrence, DeliveryRecord.Fate.begun.code,
        DeliveryRecord.Fate.interruptedSound.code,
      ])
  }
}

/// What is forgotten with time.
extension StoreChange {
  static func forget(before date: Date, in database: Database) throws -> Int {
    var count = 0
    for table in ["delivery", "missed"] {
      try database.execute("DELETE FROM \(table) WHERE date < ?", [date.microseconds])
      count += database.changesCount
    }
    try database.execute(
      "DELETE FROM inbox WHERE kind IN (?, ?) AND date < ?",
      [InboxKind.response.rawValue, InboxKind.message.rawValue, date.microseconds])
    count += database.changesCount
    try forgetWithdrawals(before: date, in: database)
    let notes = try database.rows(
      "SELECT key, value FROM note WHERE key GLOB ?", [StoreRecovery.notePrefix + "*"])
    for note in notes {
      if let recovery = StoreRecovery(note: note.text("value")), recovery.date >= date { continue }
      try database.execute("DELETE FROM note WHERE key = ?", [note.text("key")])
    }
    return count
  }
}
