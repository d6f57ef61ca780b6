import Foundation
import GRDB
import NotificationTypes

/// Changes that deliveries make.
extension StoreChange {
  /// Removes or advances only the settled request itself: not one that has replaced it, and not one
  /// of which a later date has ended.
  static func settle(_ settlement: Settlement, in database: Database) throws {
    let waiting = settlement.waiting
    let hasEnded = try finish(waiting.id, settlement.next, in: database)
    switch settlement.outcome {
    case .delivered(let date, let isListed):
      if isListed { try list(waiting, at: date, in: database) }
    case .missed(let reason, let date, let count):
      guard hasEnded else { return }
      let statement = try database.cachedStatement(
        sql: """
          INSERT INTO missed (app, identifier, due, date, reason, count)
          VALUES (?, ?, ?, ?, ?, ?)
          """)
      try statement.execute(
        arguments: [
          waiting.app, waiting.identifier, waiting.due.date?.microseconds, date.microseconds,
          reason.rawValue, count,
        ])
    }
  }

  /// Adds a request to the list of delivered notifications.
  static func list(_ waiting: WaitingRequest, at date: Date, in database: Database) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO delivered (app, identifier, content, trigger, due, date)
        VALUES (?, ?, ?, ?, ?, ?)
        """)
    try statement.execute(
      arguments: [
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
    let key: [(any DatabaseValueConvertible)?] = [id.request, id.occurrence]
    guard let next else {
      let statement = try database.cachedStatement(
        sql: "DELETE FROM request WHERE sequence = ? AND \(Self.ended) <= ?")
      try statement.execute(arguments: StatementArguments(key))
      return database.changesCount > 0
    }
    let statement = try database.cachedStatement(
      sql: """
        UPDATE request SET \(DueColumns.assignments), occurrence = ?
        WHERE sequence = ? AND \(Self.ended) <= ?
        """)
    try statement.execute(
      arguments: StatementArguments(DueColumns(next).values + [id.occurrence + 1] + key))
    return database.changesCount > 0
  }

  /// Whether there is a record of this delivery, or of a later one.
  static func isRecorded(_ key: DeliveryKey, in database: Database) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: "SELECT 1 FROM delivery WHERE app = ? AND identifier = ? AND date >= ?")
    return try Int.fetchOne(
      statement, arguments: [key.app, key.identifier, key.date.microseconds]) != nil
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
        sql: """
          UPDATE delivery SET \(column) = ?, \(column)_reason = ?
          WHERE \(column) = ? AND date < ? AND (?5 IS NULL OR app = ?5)
          """,
        arguments: [
          fate.code, fate.reason, DeliveryRecord.Fate.begun.code, date.microseconds, app,
        ])
    }
  }

  static func insert(
    _ key: DeliveryKey, _ record: DeliveryRecord, in database: Database
  ) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO delivery (app, identifier, date, \(DeliveryColumns.names))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    let name: [(any DatabaseValueConvertible)?] = [
      key.app, key.identifier, key.date.microseconds,
    ]
    try statement.execute(arguments: StatementArguments(name + DeliveryColumns.values(record)))
  }

  static func amend(
    _ key: DeliveryKey, _ item: DeliveryAmendment, in database: Database
  ) throws {
    let statement = try database.cachedStatement(
      sql: """
        UPDATE delivery SET
          banner = coalesce(:banner, banner),
          banner_reason = iif(:banner IS NULL, banner_reason, :bannerReason),
          sound = coalesce(:sound, sound),
          sound_reason = iif(:sound IS NULL, sound_reason, :soundReason),
          sound_file = coalesce(:soundFile, sound_file),
          fallback = coalesce(:fallback, fallback)
        WHERE app = :app AND identifier = :identifier AND date = :date
        """)
    try statement.execute(
      arguments: [
        "banner": item.banner?.code, "bannerReason": item.banner?.reason,
        "sound": item.sound?.code, "soundReason": item.sound?.reason,
        "soundFile": item.soundFile, "fallback": item.fallback, "app": key.app,
        "identifier": key.identifier, "date": key.date.microseconds,
      ])
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
