import Foundation
import NotificationTypes
import Testing

@testable import UserNotifications

@Suite("What a notification says")
struct ContentTests {
  static func full() -> UNMutableNotificationContent {
    let content = UNMutableNotificationContent()
    content.title = "Tea"
    content.subtitle = "Green"
    content.body = "It is ready."
    content.badge = 3
    content.sound = .criticalSoundNamed(UNNotificationSoundName("bell.caf"), withAudioVolume: 0.5)
    content.categoryIdentifier = "kitchen"
    content.threadIdentifier = "tea"
    content.userInfo = [
      "id": 7, "tags": ["a", "b"], "nested": ["on": true, "at": Date(timeIntervalSince1970: 1)],
    ]
    content.interruptionLevel = .timeSensitive
    content.relevanceScore = 0.25
    content.launchImageName = "splash"
    content.targetContentIdentifier = "window-1"
    content.filterCriteria = "work"
    return content
  }

  @Test("A ringtone comes back as one, and is not the sound of the same name")
  func ringtones() throws {
    let bell = UNNotificationSoundName("bell.caf")
    for (ringtone, other) in [
      (UNNotificationSound.defaultRingtone, UNNotificationSound.default),
      (.ringtoneSoundNamed(bell), UNNotificationSound(named: bell)),
    ] {
      let content = UNMutableNotificationContent()
      content.title = "Call"
      content.sound = ringtone
      let request = UNNotificationRequest(identifier: "call", content: content, trigger: nil)
      let stored = try JSONDecoder().decode(
        NotificationRequest.self, from: JSONEncoder().encode(try request.stored(app: "a")))
      let again = UNNotificationRequest(stored).content.sound
      #expect(again == ringtone && again != other)
    }
  }

  @Test("D45, D46: everything that is set goes into the stored request and comes back")
  func everything() throws {
    let request = UNNotificationRequest(identifier: "tea", content: Self.full(), trigger: nil)
    let stored = try #require(try request.stored(app: "org.example.kitchen"))
    let content = stored.content
    #expect(stored.app == "org.example.kitchen" && stored.trigger == .immediate)
    #expect(content.title == "Tea" && content.subtitle == "Green" && content.body == "It is ready.")
    #expect(content.badge == 3 && content.threadIdentifier == "tea")
    #expect(content.sound == NotificationSound(name: "bell.caf", isCritical: true, volume: 0.5))
    #expect(content.categoryIdentifier == "kitchen" && content.interruptionLevel == .timeSensitive)
    #expect(content.relevance == 0.25 && content.targetContentIdentifier == "window-1")
    #expect(content.launchImage == "splash" && content.filterCriteria == "work")
    let coded = try JSONDecoder().decode(
      NotificationRequest.self, from: JSONEncoder().encode(stored))
    #expect(UNNotificationRequest(coded) == request)
  }

  @Test("D53: the app's own data travels with the notification and keeps its types")
  func userInfo() throws {
    let info: [AnyHashable: Any] = [
      "bool": true, "number": NSNumber(value: true), "int": 42, "double": 0.5, "text": "ü",
      "data": Data([0, 255]), "date": Date(timeIntervalSince1970: 0.5), "null": NSNull(),
      "array": [1, "2", [3]], "boxed": NSNumber(value: 7), "string": NSString(string: "x"),
    ]
    let stored = try UserInfo.stored(info)
    #expect(stored["bool"] == .bool(true) && stored["number"] == .bool(true))
    #expect(stored["int"] == .integer(42) && stored["boxed"] == .integer(7))
    #expect(stored["double"] == .number(0.5) && stored["text"] == .string("ü"))
    #expect(stored["data"] == .data(Data([0, 255])) && stored["null"] == .null)
    #expect(stored["array"] == .array([.integer(1), .string("2"), .array([.integer(3)])]))
    #expect(stored["string"] == .string("x"))
    let back = UserInfo.apple(stored)
    #expect(back["int"] as? Int == 42 && back["bool"] as? Bool == true)
    #expect(back["date"] as? Date == Date(timeIntervalSince1970: 0.5))
    #expect((back["array"] as? [Any])?.count == 3 && back["null"] is NSNull)
    #expect(back["array"] as? [Int] == nil && back["int"] as? Bool == nil)
  }

  @Test("A number is what it was, whole or not, when it has been stored")
  func numbers() throws {
    let stored = try UserInfo.stored(["whole": 52.0, "half": 52.5, "int": 52, "list": [1, 2]])
    let data = try JSONEncoder().encode(stored)
    let back = UserInfo.apple(try JSONDecoder().decode([String: UserInfoValue].self, from: data))
    #expect(back["whole"] as? Double == 52 && back["whole"] as? Int == 52)
    #expect(back["half"] as? Double == 52.5 && back["half"] as? Int == nil)
    #expect(back["int"] as? Int == 52 && back["int"] as? Int64 == 52)
    #expect(back["list"] as? [Int] == [1, 2])
    #expect(try UserInfo.stored(back)["half"] == .number(52.5))
  }

  @Test("D53: what no property list holds is an error of add, which names it")
  func unstorable() throws {
    let content = UNMutableNotificationContent()
    content.userInfo = ["a": ["b": URL(fileURLWithPath: "/")]]
    let request = UNNotificationRequest(identifier: "x", content: content, trigger: nil)
    let error = try #require(throws: UserInfo.Unstorable.self) { try request.stored(app: "a") }
    #expect(error.path == #"["a"]["b"]"# && error.type == "URL")
    content.userInfo = [1: "a number as a key"]
    let keyed = UNNotificationRequest(identifier: "x", content: content, trigger: nil)
    #expect(throws: UserInfo.Unstorable.self) { try keyed.stored(app: "a") }
  }

  @Test("A request keeps the content that it was given, whatever becomes of it")
  func copied() {
    let content = Self.full()
    let request = UNNotificationRequest(identifier: "tea", content: content, trigger: nil)
    content.title = "Coffee"
    content.userInfo = [:]
    #expect(request.content.title == "Tea" && request.content.userInfo.count == 3)
    #expect(!(request.content is UNMutableNotificationContent))
  }

  @Test("A copy of a mutable content does not change; a mutable copy of any content can be changed")
  func copies() throws {
    let content = Self.full()
    let fixed = try #require(content.copy() as? UNNotificationContent)
    #expect(!(fixed is UNMutableNotificationContent) && fixed == content)
    let mutable = try #require(fixed.mutableCopy() as? UNMutableNotificationContent)
    mutable.title = "Coffee"
    content.body = ""
    #expect(fixed.title == "Tea" && fixed.body == "It is ready." && mutable.title == "Coffee")
    #expect(fixed != mutable && fixed.copy() as AnyObject === fixed)
  }

  @Test("A new content is empty, of the active level, and says so by Apple's defaults")
  func defaults() {
    let content = UNNotificationContent()
    #expect(content.title == "" && content.body == "" && content.subtitle == "")
    #expect(content.badge == nil && content.sound == nil && content.attachments.isEmpty)
    #expect(content.interruptionLevel == .active && content.relevanceScore == 0)
    #expect(content.userInfo.isEmpty && content.targetContentIdentifier == nil)
    #expect(content.categoryIdentifier == "" && content.threadIdentifier == "")
    #expect(content.launchImageName == "" && content.filterCriteria == nil)
    #expect(content.summaryArgument == "" && content.summaryArgumentCount == 0)
  }

  @Test("A badge of nil leaves the number, of 0 removes it")
  func badge() {
    let content = UNMutableNotificationContent()
    #expect(content.fields.value.badge == nil)
    content.badge = 0
    #expect(content.fields.value.badge == 0)
  }

  @Test("Contents go through archives, as what they are")
  func archives() throws {
    let content = Self.full()
    let again = try #require(try archived(content))
    #expect(again == content && again.userInfo["id"] as? Int == 7)
    let fixed = UNNotificationContent(fields: content.fields)
    #expect(try archived(fixed) == fixed)
  }

  @Test("An object of Siri's cannot provide content")
  func providing() {
    final class Provider: UNNotificationContentProviding {}
    #expect(throws: UNError(.contentProvidingObjectNotAllowed)) {
      try Self.full().updating(from: Provider())
    }
  }

  @Test("Each level is the stored one of the same name", arguments: InterruptionLevel.allCases)
  func levels(level: InterruptionLevel) {
    #expect(UNNotificationInterruptionLevel(level).value == level)
  }
}
