package import Foundation
import GRDB
package import NotificationTypes

/// Something that nobody waits for, on its way into the store.
package enum StoreChange: Sendable {
  /// A delivery has ended; `record` is the place of that in the delivery log.
  case settled(Settlement, record: LogPosition?)
  /// One that has not ended has been heard already, and is listed.
  case listed(WaitingRequest, at: Date)
  /// What a scheduler's log tells of a delivery whose process has died, unless its record is there.
  case recalled(DeliveryKey, Set<DeliveryStep>)
  /// Processes that delivered before `date` have died, or tell what becomes of their deliveries later.
  case interrupted(before: Date, app: String?)
  /// What the user gets of a notification, in the place of what was known of an earlier one.
  case began(DeliveryKey, DeliveryRecord)
  /// What has become of a banner or a sound.
  case amended(DeliveryKey, DeliveryAmendment)
  case badge(Int, app: String)
  /// The user has dealt with a notification.
  case removed(app: String, identifier: String)
}

/// Names what is known of one delivery.
package struct DeliveryKey: Sendable, Hashable {
  package let app: String
  package let identifier: String
  /// When it was decided: a later delivery of the same request is another one.
  package let date: Date

  package init(app: String, identifier: String, date: Date) {
    self.app = app
    self.identifier = identifier
    self.date = date
  }
}

/// What has become of a banner or a sound; nil leaves what is known.
package struct DeliveryAmendment: Sendable, Hashable {
  package var banner: DeliveryRecord.Fate?
  package var sound: DeliveryRecord.Fate?
  package var soundFile: String?
  package var fallback: String?

  package init(
    banner: DeliveryRecord.Fate? = nil, sound: DeliveryRecord.Fate? = nil,
    soundFile: String? = nil, fallback: String? = nil
  ) {
    self.banner = banner
    self.sound = sound
    self.soundFile = soundFile
    self.fallback = fallback
  }

  func apply(to record: inout DeliveryRecord) {
    if let banner { record.banner = banner }
    if let sound { record.sound = sound }
    if let soundFile { record.soundFile = soundFile }
    if let fallback { record.fallback = fallback }
  }
}

extension StoreChange {
  func apply(to database: Database) throws {
    switch self {
    case .settled(let settlement, let record):
      try NotificationStore.settle(settlement, in: database)
      if let record {
        try NotificationStore.setNote(record.key, to: "\(record.number)", in: database)
      }
    case .listed(let waiting, let date):
      try NotificationStore.list(waiting, at: date, in: database)
    case .recalled(let key, let steps):
      guard try !Self.isRecorded(key, in: database) else { return }
      try Self.insert(key, DeliveryRecord(recalling: steps), in: database)
    case .interrupted(let date, let app):
      try Self.interrupt(before: date, app, in: database)
    case .began(let key, let record): try Self.insert(key, record, in: database)
    case .amended(let key, let amendment): try Self.amend(key, amendment, in: database)
    case .badge(let count, let app):
      try NotificationStore.setBadge(count, app: app, in: database)
    case .removed(let app, let identifier):
      for table in ["delivery", "delivered"] {
        _ = try NotificationStore.remove(from: table, app, [identifier], in: database)
      }
    }
  }

  /// Whether there is a record of this delivery, or of a later one.
  private static func isRecorded(_ key: DeliveryKey, in database: Database) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: "SELECT 1 FROM delivery WHERE app = ? AND identifier = ? AND date >= ?")
    return try Int.fetchOne(
      statement, arguments: [key.app, key.identifier, key.date.microseconds]) != nil
  }

  private static func interrupt(
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

  private static func insert(
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

  private static func amend(
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
  /// What the steps of a delivery tell, and no more.
  fileprivate init(recalling steps: Set<DeliveryStep>) {
    self.init(
      banner: steps.contains(.presented) ? .interruptedBanner : .none,
      sound: steps.contains(.heard) ? .interruptedSound : .none)
  }
}
