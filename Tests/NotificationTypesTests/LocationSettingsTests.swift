import Foundation
import NotificationTypes
import Testing

@Suite("The permission to use the place of the device")
struct LocationSettingsTests {
  @Test("The user is asked once about each access, and the answer stays")
  func once() {
    var settings = LocationSettings()
    #expect(settings.request(.whenInUse, purpose: "To remind you.") == true)
    #expect(settings.requested == .whenInUse && settings.purpose == "To remind you.")
    settings.answer(true)
    #expect(settings.access == .whenInUse && settings.requested == nil)
    #expect(settings.request(.whenInUse, purpose: "Again.") == false)
    // Always is more.
    #expect(settings.request(.always, purpose: "At night, too.") == true)
    settings.answer(false)
    #expect(settings.access == .whenInUse)
    #expect(settings.request(.always, purpose: "Please.") == false)
  }

  @Test("A no stays, until the user takes it back")
  func denied() {
    var settings = LocationSettings()
    #expect(settings.request(.always, purpose: "") == true)
    settings.answer(false)
    #expect(settings.access == .denied && !settings.access.isAllowed)
    #expect(settings.request(.whenInUse, purpose: "") == false)
    settings.set(.notDetermined)
    #expect(settings.request(.whenInUse, purpose: "") == true)
  }

  @Test("Without a question there is no answer; two requests before it are one question")
  func questions() {
    var settings = LocationSettings()
    settings.answer(true)
    #expect(settings.access == .notDetermined)
    #expect(settings.request(.denied, purpose: "") == false)
    #expect(settings.request(.notDetermined, purpose: "") == false)
    #expect(settings.request(.always, purpose: "") == true)
    #expect(settings.request(.whenInUse, purpose: "") == true)
    #expect(settings.requested == .always)
    settings.withdrawRequest()
    #expect(settings.requested == nil && settings.access == .notDetermined)
  }

  @Test("Settings of an earlier version are read, and those of this one are what was written")
  func coding() throws {
    let old = try JSONDecoder().decode(AppSettings.self, from: Data(#"{"volume": 0.5}"#.utf8))
    #expect(old.location == LocationSettings())
    var new = AppSettings()
    #expect(new.location.request(.whenInUse, purpose: "Why") == true)
    let data = try JSONEncoder().encode(new)
    #expect(try JSONDecoder().decode(AppSettings.self, from: data) == new)
  }
}
