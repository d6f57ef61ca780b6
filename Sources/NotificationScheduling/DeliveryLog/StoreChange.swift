package import Foundation
import GRDB
package import NotificationTypes

/// Something that nobody waits for, on its way into the store.
package enum StoreChange: Sendable {
  /// A delivery has ended; `record` is the place of that in the delivery log.
  case settled(Settlement, record: LogPosition?)
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
