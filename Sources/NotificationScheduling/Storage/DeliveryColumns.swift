import Foundation
import GRDB
import NotificationTypes

/// A record of a delivery as columns.
enum DeliveryColumns {
  static let names = "banner, banner_reason, sound, sound_reason, sound_file, fallback"

  static func values(_ record: DeliveryRecord) -> [(any DatabaseValueConvertible)?] {
    [
      record.banner.code, record.banner.reason, record.sound.code, record.sound.reason,
      record.soundFile, record.fallback,
    ]
  }

  /// Nil where there is no such row.
  static func record(_ row: Row) -> DeliveryRecord? {
    guard let banner = optional("banner", row), let sound = optional("sound", row) else {
      return nil
    }
    return DeliveryRecord(
      banner: .init(banner, reason: optional("banner_reason", row)),
      sound: .init(sound, reason: optional("sound_reason", row)),
      soundFile: optional("sound_file", row), fallback: optional("fallback", row))
  }

  private static func optional(_ column: String, _ row: Row) -> String? {
    let value: DatabaseValue = row[column]
    return String.fromDatabaseValue(value)
  }
}

extension NotificationStore {
  public func record(_ records: [DeliveryNote]) throws(StoreError) {
    try writeSoon { database in
      let statement = try database.cachedStatement(
        sql: """
          INSERT INTO delivery (app, identifier, date, \(DeliveryColumns.names))
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """)
      for note in records {
        let key: [(any DatabaseValueConvertible)?] = [
          note.app, note.identifier, note.date.microseconds,
        ]
        try statement.execute(
          arguments: StatementArguments(key + DeliveryColumns.values(note.record)))
      }
    }
  }

  public func amend(_ amendments: [DeliveryAmendment]) throws(StoreError) {
    try writeSoon { database in
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
      for item in amendments {
        try statement.execute(
          arguments: [
            "banner": item.banner?.code, "bannerReason": item.banner?.reason,
            "sound": item.sound?.code, "soundReason": item.sound?.reason,
            "soundFile": item.soundFile, "fallback": item.fallback, "app": item.app,
            "identifier": item.identifier, "date": item.date.microseconds,
          ])
      }
    }
  }
}
