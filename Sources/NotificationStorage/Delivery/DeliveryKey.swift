package import FoundationEssentials
package import NotificationTypes

/// The key of one delivery's record.
package struct DeliveryKey: Sendable, Hashable {
  package let app: String
  package let identifier: String
  /// The date of the decision; it tells apart several deliveries of one request.
  package let date: Date

  package init(app: String, identifier: String, date: Date) {
    self.app = app
    self.identifier = identifier
    self.date = date
  }
}

/// A change of the record of a banner or a sound; nil keeps the recorded value.
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

  package func apply(to record: inout DeliveryRecord) {
    if let banner { record.banner = banner }
    if let sound { record.sound = sound }
    if let soundFile { record.soundFile = soundFile }
    if let fallback { record.fallback = fallback }
  }
}
