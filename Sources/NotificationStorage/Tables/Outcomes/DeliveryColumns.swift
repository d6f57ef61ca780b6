import FoundationEssentials
import NotificationTypes

/// A record of a delivery as columns.
enum DeliveryColumns {
  static let names = "banner, banner_reason, sound, sound_reason, sound_file, fallback"

  static func values(_ record: DeliveryRecord) -> [any Bindable] {
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
    row.value(column).text
  }
}
