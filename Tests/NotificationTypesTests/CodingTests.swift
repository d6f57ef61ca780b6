import Foundation
import NotificationTypes
import Testing

@Suite("Values of notifications, as JSON and back")
struct CodingTests {
  private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  static let triggers: [NotificationTrigger] = {
    let region = try? RegionTrigger(
      identifier: "home", latitude: -33.5, longitude: 151.25, radius: 75, notifiesOnExit: false,
      repeats: true)
    let interval = try? TimeIntervalTrigger(.milliseconds(1_234_567), repeats: true)
    let short = try? TimeIntervalTrigger(.microseconds(1))
    let calendar = try? CalendarTrigger(
      .init(weekday: 2, weekOfYear: 7, hour: 9, minute: 5, weekRule: .fromSunday), repeats: true,
      timeZone: "Europe/Berlin")
    return [
      .immediate, interval.map(NotificationTrigger.timeInterval),
      short.map(NotificationTrigger.timeInterval), calendar.map(NotificationTrigger.calendar),
      region.map(NotificationTrigger.region),
    ].compactMap(\.self)
  }()

  private static let content = NotificationContent(
    title: "Tea", subtitle: "Green", body: "It is ready.", badge: 0,
    sound: NotificationSound(name: "chime", isCritical: true, volume: 0.25),
    categoryIdentifier: "kitchen", threadIdentifier: "tea",
    userInfo: [
      "null": .null, "bool": .bool(true), "integer": .integer(.max), "number": .number(0.1),
      "string": .string("ü\u{0}"), "data": .data(Data([0, 255])),
      "date": .date(Date(timeIntervalSince1970: 1_700_000_000.5)),
      "array": .array([.integer(1), .string("2"), .array([])]),
      "dictionary": .dictionary(["$data": .string("no data"), "$$x": .null]),
    ], interruptionLevel: .timeSensitive, relevance: 0.5,
    attachments: [.init(identifier: "1", path: "/tea.png", mediaType: "image/png")])

  @Test("A request keeps everything", arguments: triggers)
  func request(_ trigger: NotificationTrigger) throws {
    #expect(Self.triggers.count == 5)
    let request = NotificationRequest(
      identifier: "tea", app: "org.example.kitchen", content: Self.content, trigger: trigger)
    #expect(try roundTrip(request) == request)
    let bare = NotificationRequest(identifier: "", app: "", content: .init(), trigger: trigger)
    #expect(try roundTrip(bare) == bare)
  }

  @Test("The other values keep everything")
  func others() throws {
    let date = Date(timeIntervalSince1970: 1_780_315_200.25)
    let request = NotificationRequest(identifier: "a", app: "b", content: Self.content)
    let delivered = DeliveredNotification(request: request, dueDate: date, date: date)
    #expect(try roundTrip(delivered) == delivered)
    let response = NotificationResponse(
      app: "b", requestIdentifier: "a", actionIdentifier: "reply", text: "later", date: date)
    #expect(try roundTrip(response) == response)
    let settings = NotificationSettings(authorization: .provisional, alert: .enabled)
    #expect(try roundTrip(settings) == settings)
    let category = NotificationCategory(
      identifier: "kitchen",
      actions: [
        NotificationAction(
          identifier: "reply", title: "Reply", options: [.foreground, .destructive],
          textInput: .init(buttonTitle: "Send", placeholder: "…"),
          icon: .init(name: "mail-reply", source: .system))
      ], intentIdentifiers: ["x"], options: [.customDismissAction, .allowInCarPlay],
      hiddenPreviewsPlaceholder: "hidden", summaryFormat: "%u more")
    #expect(try roundTrip(category) == category)
  }

  @Test("Texts that are looked up keep their keys and arguments, and stand if nobody knows them")
  func localized() throws {
    var content = NotificationContent(title: "Tea", subtitle: "Green", body: "Ready")
    let inner = LocalizedText(key: "cup", arguments: [.integer(2), .number(0.5)])
    content.localization = ContentLocalization(
      title: LocalizedText(key: "tea"),
      body: LocalizedText(key: "ready", arguments: [.text("7"), .localized(inner)]))
    content.targetContentIdentifier = "window"
    content.launchImage = "splash"
    content.filterCriteria = ""
    #expect(try roundTrip(content) == content)
    let german = content.localized { $0.key == "tea" ? "Tee" : nil }
    #expect(german.title == "Tee" && german.subtitle == "Green" && german.body == "Ready")
    #expect(german.localization == content.localization)
  }

  @Test("Arguments that are nested without end are refused")
  func argumentDepth() {
    let open = String(repeating: #"{"key": "k", "arguments": ["#, count: 10_000)
    let text = open + String(repeating: "]}", count: 10_000)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LocalizedText.self, from: Data(text.utf8))
    }
  }

  @Test("What a person writes needs little")
  func handWritten() throws {
    let text = #"{"identifier": "a", "app": "b", "content": {"title": "Tea", "sound": {}}}"#
    let request = try JSONDecoder().decode(NotificationRequest.self, from: Data(text.utf8))
    #expect(
      request
        == NotificationRequest(
          identifier: "a", app: "b", content: .init(title: "Tea", sound: .standard)))
  }

  @Test("A newer version is refused by its number", arguments: [0, 2, 99])
  func newer(version: Int) throws {
    let text = #"{"version": \#(version), "identifier": "a", "app": "b", "content": {}}"#
    #expect(throws: NotificationFormatError.unsupportedVersion(version, newest: 1)) {
      try JSONDecoder().decode(NotificationRequest.self, from: Data(text.utf8))
    }
  }

  @Test(
    "A trigger that could not be made cannot be read either",
    arguments: [
      #"{"type": "timeInterval", "seconds": 0}"#, #"{"type": "timeInterval", "seconds": -1}"#,
      #"{"type": "timeInterval", "seconds": 59, "repeats": true}"#,
      #"{"type": "timeInterval", "seconds": 1e18}"#, #"{"type": "timeInterval", "seconds": 1e308}"#,
      #"{"type": "calendar", "components": {}}"#,
      #"{"type": "calendar", "components": {"hour": 24}}"#,
      #"{"type": "calendar", "components": {"weekday": 0}}"#,
      #"{"type": "calendar", "components": {"hour": 1, "weekRule": {"firstWeekday": 8, "minimumDaysInFirstWeek": 1}}}"#,
      #"{"type": "region", "identifier": "a", "latitude": 91, "longitude": 0, "radius": 1}"#,
    ])
  func invalid(text: String) {
    #expect(throws: TriggerError.self) {
      try JSONDecoder().decode(NotificationTrigger.self, from: Data(text.utf8))
    }
  }

  @Test("User info that is nested without end is refused")
  func depth() {
    let text = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(UserInfoValue.self, from: Data(text.utf8))
    }
  }

  @Test("Volumes and relevance stay between 0 and 1", arguments: [-1, 0.5, 2, Double.infinity])
  func ranges(value: Double) {
    let expected = min(max(value, 0), 1)
    #expect(NotificationSound(isCritical: true, volume: value).volume == expected)
    #expect(NotificationContent(relevance: value).relevance == expected)
    #expect(NotificationSound(volume: .nan).volume == nil)
    #expect(NotificationContent(relevance: .nan).relevance == 0)
  }

  @Test("An interval is kept in whole microseconds, never as none")
  func precision() throws {
    let trigger = try TimeIntervalTrigger(.nanoseconds(1))
    #expect(trigger.interval == .microseconds(1))
    #expect(throws: TriggerError.intervalOutOfRange) { try TimeIntervalTrigger(.zero) }
    #expect(throws: TriggerError.repeatingIntervalTooShort) {
      try TimeIntervalTrigger(.seconds(59.9), repeats: true)
    }
    #expect(
      try roundTrip(TimeIntervalTrigger(TimeIntervalTrigger.longest)).interval
        == TimeIntervalTrigger.longest)
  }
}
