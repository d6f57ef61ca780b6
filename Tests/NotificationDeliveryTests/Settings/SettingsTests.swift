import Foundation
import NotificationTypes
import Testing

@testable import NotificationDelivery

@Suite("An app's settings")
struct SettingsTests {
  @Test("B12, B13: the first request asks the user, later ones return the answer")
  func askedOnce() {
    var settings = AppSettings()
    #expect(settings.request([.alert, .sound]) == .ask)
    #expect(settings.request([.alert, .sound]) == .ask)
    let isGranted = settings.answer(true, to: [.alert, .sound])
    #expect(isGranted)
    #expect(settings.request([.alert, .sound]) == .answered(granted: true))
    let isBadgeGranted = settings.answer(false, to: [.badge])
    #expect(!isBadgeGranted)
    #expect(settings.permissions.authorization == .authorized)
  }

  @Test("B11: only if everything that is asked for is allowed, it is granted")
  func allOrNothing() {
    var settings = AppSettings()
    settings.answer(true, to: [.alert, .sound])
    #expect(settings.request([.alert, .sound, .badge]) == .answered(granted: false))
    settings.permissions.sound = .disabled
    #expect(settings.request([.alert]) == .answered(granted: true))
    #expect(settings.request([.alert, .sound]) == .answered(granted: false))
  }

  @Test("B15: a refusal is remembered, and the user can take it back")
  func refused() {
    var settings = AppSettings()
    let isGranted = settings.answer(false, to: [.alert, .sound])
    #expect(!isGranted)
    #expect(settings.permissions.authorization == .denied)
    #expect(settings.permissions.sound == .disabled && settings.permissions.badge == .notSupported)
    #expect(settings.request([.alert]) == .answered(granted: false))
    settings.permissions.authorization = .authorized
    settings.permissions.alert = .enabled
    #expect(settings.request([.alert]) == .answered(granted: true))
  }

  @Test("B15: who allows an app after a refusal allows what it has asked for, and switches stay")
  func allowedLater() {
    var settings = AppSettings()
    settings.answer(false, to: [.alert, .sound, .badge])
    settings.allow(true)
    var allowed = AppSettings()
    allowed.answer(true, to: [.alert, .sound, .badge])
    #expect(settings == allowed)
    #expect(settings.permissions.notificationCentre == .enabled)
    settings.permissions.sound = .disabled
    settings.allow(false)
    #expect(settings.request([.alert]) == .answered(granted: false))
    settings.allow(true)
    #expect(settings.permissions.alert == .enabled && settings.permissions.sound == .disabled)
  }

  @Test("An app that has registered for nothing is silent, until it requests something")
  func registeredForNothing() throws {
    var settings = AppSettings()
    settings.registerForNothing()
    #expect(settings.isSilent)
    let stored = try JSONDecoder().decode(
      AppSettings.self, from: JSONEncoder().encode(settings))
    #expect(stored == settings)
    #expect(settings.request([.alert]) == .ask && !settings.isSilent)
  }

  @Test("B18, B21: a trial asks nobody, and ends with what was asked for")
  func provisional() {
    var settings = AppSettings()
    let options: AuthorizationOptions = [.alert, .sound, .provisional]
    #expect(settings.request(options) == .answered(granted: true))
    #expect(settings.permissions.authorization == .provisional)
    var prominent = settings
    prominent.answer(.keepProminent)
    #expect(prominent.permissions.authorization == .authorized)
    #expect(prominent.permissions.sound == .enabled && prominent.permissions.badge == .notSupported)
    settings.answer(.turnOff)
    #expect(settings.permissions.authorization == .denied)
    settings.answer(.keepProminent)
    #expect(settings.permissions.authorization == .denied)
  }

  @Test("The volume stays within its range", arguments: [(-1, 0), (0.5, 0.5), (7, 1), (.nan, 1)])
  func volume(given: Double, expected: Double) {
    #expect(AppSettings(volume: given).volume == expected)
    var settings = AppSettings()
    settings.setVolume(given)
    #expect(settings.volume == expected)
  }

  @Test("Settings survive being stored; what a person leaves out is as in new ones")
  func coding() throws {
    var settings = AppSettings.everything
    settings.alertStyle = .alert
    settings.previews = .whenUnlocked
    settings.setVolume(0.5)
    let data = try JSONEncoder().encode(settings)
    #expect(try JSONDecoder().decode(AppSettings.self, from: data) == settings)
    #expect(try JSONDecoder().decode(AppSettings.self, from: Data("{}".utf8)) == AppSettings())
    let loud = try JSONDecoder().decode(AppSettings.self, from: Data(#"{"volume": 9}"#.utf8))
    #expect(loud.volume == 1)
  }

  @Test(
    "Quiet hours begin at their start and end before their end, past midnight too",
    arguments: [
      ("22:00", "07:00", "22:00", true), ("22:00", "07:00", "23:59", true),
      ("22:00", "07:00", "00:00", true), ("22:00", "07:00", "06:59", true),
      ("22:00", "07:00", "07:00", false), ("22:00", "07:00", "21:59", false),
      ("13:00", "14:00", "13:00", true), ("13:00", "14:00", "13:59", true),
      ("13:00", "14:00", "14:00", false), ("13:00", "14:00", "12:59", false),
      ("13:00", "14:00", "00:00", false), ("00:00", "00:01", "00:00", true),
      ("09:00", "09:00", "09:00", false), ("09:00", "09:00", "21:00", false),
    ])
  func quietHours(start: String, end: String, time: String, isQuiet: Bool) {
    let hours = QuietHours(start: .at(start), end: .at(end))
    #expect(hours.contains(.at(time)) == isQuiet)
  }

  @Test("A window and its complement share the day out between them")
  func complement() {
    let times = stride(from: 0, to: 1_440, by: 37).compactMap {
      TimeOfDay(hour: $0 / 60, minute: $0 % 60)
    }
    for start in times {
      for end in times where start != end {
        let (window, rest) = (
          QuietHours(start: start, end: end), QuietHours(start: end, end: start)
        )
        #expect(times.allSatisfy { window.contains($0) != rest.contains($0) })
      }
    }
  }

  @Test(
    "A time that is none is refused",
    arguments: ["", "7:00", "24:00", "12:60", "12", "12:00:00", "-1:00", "+1:00", "ab:cd", "１２:00"])
  func times(text: String) throws {
    #expect(TimeOfDay(text) == nil)
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode([TimeOfDay].self, from: JSONEncoder().encode([text]))
    }
  }
}
