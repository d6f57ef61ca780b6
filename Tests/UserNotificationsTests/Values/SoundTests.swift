import AppleSourcesSwift5
import AppleSourcesSwift6
import Foundation
import NotificationTypes
import Testing

@testable import UserNotifications

@Suite("Sounds by Apple's names")
struct SoundTests {
  @Test("F71: the default sound is a property, and a method as in Swift 3")
  func standard() {
    let property: UNNotificationSound = .default
    let method: UNNotificationSound = .default()
    #expect(property == method && property.value == .standard)
    #expect(UNNotificationSound.default() == UNNotificationSound.default)
  }

  @Test("F70: every way to a sound is one of the stored sounds")
  func all() {
    let names = criticalSounds().map(\.value)
    #expect(
      names == [
        .standard, NotificationSound(isCritical: true), ringtone(nil),
        NotificationSound(isCritical: true, volume: 0.5),
        NotificationSound(name: "siren.caf", isCritical: true),
        NotificationSound(name: "siren.caf", isCritical: true, volume: 1),
        ringtone("ring.caf"), NotificationSound(name: "bell.caf"),
        NotificationSound(name: "bell.caf"), NotificationSound(name: "bell.caf"),
      ])
    #expect(
      AlarmScheduler.sounds().map(\.value)
        == [
          NotificationSound(name: "MySound.aiff"), .standard, NotificationSound(name: "Bell.caf"),
        ])
  }

  @Test(
    "Volumes stay between 0 and 1", arguments: [(-1, 0), (0.25, 0.25), (7, 1)] as [(Float, Double)])
  func volume(given: Float, kept: Double) {
    #expect(UNNotificationSound.defaultCriticalSound(withAudioVolume: given).value.volume == kept)
  }

  @Test("Sounds that sound alike are equal, and go through archives")
  func equality() throws {
    for sound in criticalSounds() {
      #expect(try archived(sound) == sound && sound.copy() as AnyObject === sound)
    }
    #expect(Set(criticalSounds()).count == 8)
  }

  private func ringtone(_ name: String?) -> NotificationSound {
    var sound = NotificationSound(name: name)
    sound.isRingtone = true
    return sound
  }
}
