package import FoundationEssentials
import LinuxProcess
import NotificationTypes
import Triggers

/// Changes that deliveries make.
extension StoreChange {
  /// Removes or advances only the settled request itself: not one that has replaced it, and not one
  /// of which a later date has ended.
  package static func settle(_ settlement: Settlement, in database: Database) throws {
    let waiting = settlement.waiting
    let hasEnded = try finish(waiting.id, settlement.next, in: database)
    switch settlement.outcome {
    case .delivered(let date, let isListed):
      if isListed { try list(waiting, at: date, in: database) }
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

  /// Adds a request to the list of delivered notifications, unless it was withdrawn after it had
  /// reached the user at `date`.
  package static func list(_ waiting: WaitingRequest, at date: Date, in database: Database) throws {
    if try isWithdrawn(waiting.id.request, since: date, in: database) { return }
    try database.execute(
      """
      INSERT INTO delivered (app, identifier, content, trigger, due, date)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        waiting.app, waiting.identifier, waiting.body.content, waiting.body.trigger,
        waiting.due.date?.microseconds, date.microseconds,
      ])
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

  /// Whether there is a record of this delivery, or of a later one.
  static func isRecorded(_ key: DeliveryKey, in database: Database) throws -> Bool {
    try database.integer(
      "SELECT 1 FROM delivery WHERE app = ? AND identifier = ? AND date >= ?",
      [key.app, key.identifier, key.date.microseconds]) != nil
  }

  static func interrupt(
    before date: Date, _ app: String?, in database: Database
  ) throws {
    let fates = [
      ("banner", DeliveryRecord.Fate.interruptedBanner),
      ("sound", DeliveryRecord.Fate.interruptedSound),
    ]
    for (column, fate) in fates {
      try database.execute(
        """
        UPDATE delivery SET \(column) = ?, \(column)_reason = ?
        WHERE \(column) = ? AND date < ? AND (?5 IS NULL OR app = ?5)
        """,
        [
          fate.code, fate.reason, DeliveryRecord.Fate.begun.code, date.microseconds, app,
        ])
    }
  }

  static func insert(
    _ key: DeliveryKey, _ record: DeliveryRecord, in database: Database
  ) throws {
    let name: [any Bindable] = [key.app, key.identifier, key.date.microseconds]
    try database.execute(
      """
      INSERT INTO delivery (app, identifier, date, \(DeliveryColumns.names))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, name + DeliveryColumns.values(record))
  }

  static func amend(
    _ key: DeliveryKey, _ item: DeliveryAmendment, in database: Database
  ) throws {
    try database.execute(
      """
      UPDATE delivery SET
        banner = coalesce(?1, banner),
        banner_reason = iif(?1 IS NULL, banner_reason, ?2),
        sound = coalesce(?3, sound),
        sound_reason = iif(?3 IS NULL, sound_reason, ?4),
        sound_file = coalesce(?5, sound_file),
        fallback = coalesce(?6, fallback)
      WHERE app = ?7 AND identifier = ?8 AND date = ?9
      """,
      [
        item.banner?.code, item.banner?.reason, item.sound?.code, item.sound?.reason,
        item.soundFile, item.fallback, key.app, key.identifier, key.date.microseconds,
      ])
  }
}

/// What is forgotten with time.
extension StoreChange {
  static func forget(before date: Date, in database: Database) throws -> Int {
    var count = 0
    for table in ["delivered", "missed", "delivery"] {
      try database.execute("DELETE FROM \(table) WHERE date < ?", [date.microseconds])
      count += database.changesCount
    }
    try database.execute(
      "DELETE FROM inbox WHERE kind IN (?, ?, ?) AND date < ?",
      [
        InboxKind.response.rawValue, InboxKind.message.rawValue, InboxKind.held.rawValue,
        date.microseconds,
      ])
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

extension DeliveryRecord {
  /// A record of the steps of a delivery alone.
  init(recalling steps: Set<DeliveryStep>) {
    self.init(
      banner: steps.contains(.presented) ? .interruptedBanner : .none,
      sound: steps.contains(.heard) ? .interruptedSound : .none)
  }
}
