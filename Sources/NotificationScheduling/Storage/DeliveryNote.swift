public import Foundation
public import NotificationTypes

/// What the user gets of one notification, on its way into a store.
public struct DeliveryNote: Sendable, Hashable {
  public var app: String
  public var identifier: String
  /// When it was decided.
  public var date: Date
  public var record: DeliveryRecord

  public init(app: String, identifier: String, date: Date, record: DeliveryRecord) {
    self.app = app
    self.identifier = identifier
    self.date = date
    self.record = record
  }
}

/// What has become of a banner or a sound that was begun.
public struct DeliveryAmendment: Sendable, Hashable {
  public var app: String
  public var identifier: String
  /// The date of the note that it is about: one of a later delivery stays as it is.
  public var date: Date
  /// Nil leaves what is there.
  public var banner: DeliveryRecord.Fate?
  public var sound: DeliveryRecord.Fate?
  public var soundFile: String?
  public var fallback: String?

  public init(
    app: String, identifier: String, date: Date, banner: DeliveryRecord.Fate? = nil,
    sound: DeliveryRecord.Fate? = nil, soundFile: String? = nil, fallback: String? = nil
  ) {
    self.app = app
    self.identifier = identifier
    self.date = date
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

/// A response that waits for its app, by a number of its own.
public struct StoredResponse: Sendable, Hashable {
  public let number: Int64
  public let response: NotificationResponse
}
