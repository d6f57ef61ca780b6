public import Foundation
import NotificationTypes

/// The name of a sound's file.
public struct UNNotificationSoundName: RawRepresentable, Sendable, Hashable {
  /// The file's name with its extension, without a folder.
  public var rawValue: String

  /// The name of a file, which is looked for in the app's bundle first when the sound is due.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// The same as `init(_:)`, for those who write it out.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The sound that goes with a notification.
open class UNNotificationSound: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  let value: NotificationSound
  /// Not stored: here a ringtone sounds as another sound does.
  private let isRingtone: Bool

  init(value: NotificationSound, isRingtone: Bool = false) {
    self.value = value
    self.isRingtone = isRingtone
  }

  /// The sound of a file in the app's bundle; the default sound stands in where there is none.
  public convenience init(named name: UNNotificationSoundName) {
    self.init(value: NotificationSound(name: name.rawValue))
  }

  /// As it was written before Swift 4.2. `.init("…")` means a name of today.
  @_disfavoredOverload
  public convenience init(named name: String) { self.init(value: NotificationSound(name: name)) }

  /// The default sound, as `tocsin.yml` sets it.
  open class var `default`: UNNotificationSound { UNNotificationSound(value: .standard) }

  /// `UNNotificationSound.default()`, as it was written before Swift 4.2.
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

  /// The default sound: there are no calls here whose ringtone could sound.
  open class var defaultRingtone: UNNotificationSound {
    UNNotificationSound(value: .standard, isRingtone: true)
  }

  /// The sound of a file, as `init(named:)` makes it.
  open class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> UNNotificationSound {
    UNNotificationSound(value: NotificationSound(name: name.rawValue), isRingtone: true)
  }

  // MARK: As an object

  /// This object: it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationSound else { return false }
    return other.value == value && other.isRingtone == isRingtone
  }

  open override var hash: Int { value.hashValue }

  /// True: only the classes that belong into an archive are read from it.
  open class var supportsSecureCoding: Bool { true }

  /// Writes what `init(coder:)` reads.
  open func encode(with coder: NSCoder) {
    coder.encodeValue(StoredPair(first: value, second: isRingtone))
  }

  /// Reads what `encode(with:)` has written; nil where the coder does not hold it.
  public required init?(coder: NSCoder) {
    guard let stored: StoredPair<NotificationSound, Bool> = coder.decodeValue() else { return nil }
    value = stored.first
    isRingtone = stored.second
  }
}
