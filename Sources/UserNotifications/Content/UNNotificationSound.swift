public import Foundation
import NotificationTypes

/// The name of a sound's file.
public struct UNNotificationSoundName: RawRepresentable, Sendable, Hashable {
  /// The file's name with its extension, without a folder.
  public var rawValue: String

  /// The name of a file, which is searched in the app's bundle first when the sound is due.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// The same as `init(_:)`, with a label.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The sound of a notification.
open class UNNotificationSound: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  let value: NotificationSound

  init(value: NotificationSound, isRingtone: Bool = false) {
    var value = value
    value.isRingtone = value.isRingtone || isRingtone
    self.value = value
  }

  /// The sound of a file in the app's bundle; the default sound replaces a missing file.
  public convenience init(named name: UNNotificationSoundName) {
    self.init(value: NotificationSound(name: name.rawValue))
  }

  /// The form before Swift 4.2. `.init("…")` means the current name type.
  @_disfavoredOverload
  public convenience init(named name: String) { self.init(value: NotificationSound(name: name)) }

  /// The default sound, as `tocsin.yml` sets it.
  open class var `default`: UNNotificationSound { UNNotificationSound(value: .standard) }

  /// `UNNotificationSound.default()`, the form before Swift 4.2.
  open func callAsFunction() -> UNNotificationSound { self }

  // MARK: Critical sounds

  /// The default sound of critical alerts, at full volume.
  open class var defaultCritical: UNNotificationSound {
    UNNotificationSound(value: NotificationSound(isCritical: true))
  }

  /// The same at `volume`, 0 to 1.
  open class func defaultCriticalSound(withAudioVolume volume: Float) -> UNNotificationSound {
    UNNotificationSound(value: NotificationSound(isCritical: true, volume: Double(volume)))
  }

  /// A critical alert's sound of a file, at full volume.
  open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
    UNNotificationSound(value: NotificationSound(name: name.rawValue, isCritical: true))
  }

  /// The same at `volume`, 0 to 1.
  open class func criticalSoundNamed(
    _ name: UNNotificationSoundName, withAudioVolume volume: Float
  ) -> UNNotificationSound {
    UNNotificationSound(
      value: NotificationSound(name: name.rawValue, isCritical: true, volume: Double(volume)))
  }

  // MARK: Ringtones

  /// The default sound: there are no calls here that would need a ringtone.
  open class var defaultRingtone: UNNotificationSound {
    UNNotificationSound(value: .standard, isRingtone: true)
  }

  /// The sound of a file, as `init(named:)` makes it.
  open class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
    UNNotificationSound(value: NotificationSound(name: name.rawValue), isRingtone: true)
  }

  // MARK: As an object

  /// This object, because it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationSound else { return false }
    return other.value == value
  }

  open override var hash: Int { value.hashValue }

  /// True: only expected classes are decoded from an archive.
  open class var supportsSecureCoding: Bool { true }

  /// Encodes the object for `init(coder:)`.
  open func encode(with coder: NSCoder) {
    coder.encodeValue(StoredPair(first: value, second: value.isRingtone))
  }

  /// Decodes an object from `encode(with:)`; nil where the coder does not contain one.
  public required init?(coder: NSCoder) {
    guard let stored: StoredPair<NotificationSound, Bool> = coder.decodeValue() else { return nil }
    var value = stored.first
    value.isRingtone = stored.second
    self.value = value
  }
}
