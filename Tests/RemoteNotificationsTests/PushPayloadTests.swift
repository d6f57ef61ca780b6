import Foundation
import NotificationTypes
import RemoteNotifications
import Testing

@Suite("A payload becomes a content")
struct PushPayloadTests {
  private func payload(_ text: String, type: PushType = .alert) throws -> PushPayload {
    try PushPayload(parsing: Array(text.utf8), type: type)
  }

  private func content(_ aps: String) throws -> NotificationContent {
    try payload("{\"aps\":\(aps)}").content
  }

  @Test func aTextIsTheBody() throws {
    let content = try content(#"{"alert":"Tea"}"#)
    #expect((content.title, content.subtitle, content.body) == ("", "", "Tea"))
    #expect(content.interruptionLevel == .active && content.sound == nil && content.badge == nil)
  }

  @Test func aDictionaryHasThreeTexts() throws {
    let content = try content(
      #"{"alert":{"title":"T","subtitle":"S","body":"B","launch-image":"L.png"}}"#)
    #expect(content.title == "T" && content.subtitle == "S" && content.body == "B")
    #expect(content.launchImage == "L.png" && content.localization.isEmpty)
  }

  @Test("Texts are looked up with their arguments")
  func localised() throws {
    let content = try content(
      #"""
      {"alert":{"title-loc-key":"TITLE","title-loc-args":["a",2,2.5,null],"subtitle-loc-key":"SUB",
      "loc-key":"BODY","loc-args":["Anna"],"body":"fallback"}}
      """#)
    #expect(
      content.localization.title
        == LocalizedText(
          key: "TITLE", arguments: [.text("a"), .integer(2), .number(2.5), .text("")]))
    #expect(content.localization.subtitle == LocalizedText(key: "SUB"))
    #expect(content.localization.body == LocalizedText(key: "BODY", arguments: [.text("Anna")]))
    #expect((content.title, content.subtitle, content.body) == ("TITLE", "SUB", "fallback"))
    #expect(content.localized { $0.key == "BODY" ? "found" : nil }.body == "found")
  }

  @Test(arguments: [
    (#""chime.caf""#, NotificationSound(name: "chime.caf")), (#""default""#, .standard),
    (
      #"{"name":"siren.caf","critical":1,"volume":0.5}"#,
      NotificationSound(name: "siren.caf", isCritical: true, volume: 0.5)
    ),
    (#"{"critical":true,"volume":7}"#, NotificationSound(isCritical: true, volume: 1)),
    (#"{"name":"default","critical":0}"#, .standard),
  ])
  func aSoundIsANameOrADictionary(json: String, sound: NotificationSound) throws {
    #expect(try content("{\"sound\":\(json)}").sound == sound)
  }

  @Test(arguments: [#""""#, "1", "null", "[]", "true"])
  func whatIsNoSoundIsSilence(json: String) throws {
    #expect(try content("{\"sound\":\(json)}").sound == nil)
  }

  @Test(
    arguments: [
      ("3", 3), ("0", 0), ("3.0", 3), ("-1", nil), ("1.5", nil), (#""3""#, nil), ("true", nil),
      ("1e300", nil),
    ] as [(String, Int?)])
  func aBadgeIsANumber(json: String, badge: Int?) throws {
    #expect(try content("{\"badge\":\(json)}").badge == badge)
  }

  @Test func theOtherKeysHaveTheirPlaces() throws {
    let content = try content(
      #"""
      {"category":"mail","thread-id":"t","interruption-level":"time-sensitive","relevance-score":0.75,
      "target-content-id":"window","filter-criteria":"work"}
      """#)
    #expect(content.categoryIdentifier == "mail" && content.threadIdentifier == "t")
    #expect(content.interruptionLevel == .timeSensitive && content.relevance == 0.75)
    #expect(content.targetContentIdentifier == "window" && content.filterCriteria == "work")
  }

  @Test(arguments: [
    ("passive", InterruptionLevel.passive), ("critical", .critical), ("loud", .active),
  ])
  func levelsHaveApplesNames(name: String, level: InterruptionLevel) throws {
    #expect(try content("{\"interruption-level\":\"\(name)\"}").interruptionLevel == level)
  }

  @Test func valuesOfOtherTypesAreLeftOut() throws {
    let content = try content(
      #"""
      {"alert":7,"category":1,"thread-id":[],"interruption-level":3,"relevance-score":"1",
      "target-content-id":{},"filter-criteria":null}
      """#)
    var expected = NotificationContent()
    expected.userInfo = content.userInfo
    #expect(content == expected)
  }

  @Test("The app gets the whole payload")
  func userInfo() throws {
    let content = try payload(
      #"{"aps":{"alert":"Tea","unknown":[1]},"order":{"$data":"AA==","$$x":1.5},"flag":true}"#
    ).content
    #expect(
      content.userInfo == [
        "aps": .dictionary(["alert": .string("Tea"), "unknown": .array([.integer(1)])]),
        "order": .dictionary(["$data": .string("AA=="), "$$x": .number(1.5)]), "flag": .bool(true),
      ])
    // And as the store keeps it.
    let stored = try JSONDecoder().decode(
      NotificationContent.self, from: JSONEncoder().encode(content))
    #expect(stored == content)
  }

  @Test(arguments: [
    (#"{"aps":{"content-available":1}}"#, true, false, false),
    (#"{"aps":{"content-available":true,"alert":"x"}}"#, true, false, true),
    (#"{"aps":{"content-available":0,"mutable-content":1,"sound":"x"}}"#, false, true, true),
    (#"{"aps":{"badge":0}}"#, false, false, true), (#"{"order":1}"#, false, false, false),
    (#"{"aps":{"alert":{"loc-key":"K"}}}"#, false, false, true),
  ])
  func whatIsToBeDone(json: String, isAvailable: Bool, isMutable: Bool, isNoticeable: Bool) throws {
    let payload = try payload(json)
    #expect(payload.isContentAvailable == isAvailable && payload.isMutable == isMutable)
    #expect(payload.isNoticeable == isNoticeable)
  }

  @Test(arguments: [
    ("", PayloadError.empty), ("{", .notJSON), ("{} x", .notJSON), ("[1]", .notDictionary),
    (#"{"aps":1}"#, .notDictionary), (#""text""#, .notDictionary),
  ])
  func whatIsNoPayloadIsRefused(json: String, error: PayloadError) {
    #expect(throws: error) { try payload(json) }
  }

  @Test func otherEncodingsAreRefused() {
    #expect(throws: PayloadError.notJSON) {
      try PushPayload(parsing: [UInt8]("{}".data(using: .utf16LittleEndian) ?? Data()))
    }
    #expect(throws: PayloadError.notJSON) {
      try PushPayload(parsing: Array(#"{"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8))
    }
  }

  @Test func deepNestingIsRefused() throws {
    func nested(_ depth: Int) -> String {
      "{\"a\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
    }
    #expect(try payload(nested(22)).content.userInfo.count == 1)
    for depth in [24, 500, 2_000] {
      #expect(throws: PayloadError.self) { try payload(nested(depth)) }
    }
  }

  @Test(
    "A payload's size is limited to the byte",
    arguments: [(PushType.alert, 4_096), (.background, 4_096), (.voip, 5_120)])
  func size(type: PushType, maximum: Int) throws {
    func sized(_ size: Int) -> String {
      "{\"a\":\"" + String(repeating: "x", count: size - 8) + "\"}"
    }
    #expect(sized(maximum).utf8.count == maximum)
    #expect(try payload(sized(maximum), type: type).content.userInfo.count == 1)
    #expect(throws: PayloadError.tooLarge(maximum + 1, maximum: maximum)) {
      try payload(sized(maximum + 1), type: type)
    }
  }

  @Test func aContentBecomesAPayloadAndComesBack() throws {
    var content = NotificationContent(
      title: "T", subtitle: "S", body: "B", badge: 2,
      sound: NotificationSound(name: "siren.caf", isCritical: true, volume: 0.5),
      categoryIdentifier: "c", threadIdentifier: "t", userInfo: ["order": .integer(7)],
      interruptionLevel: .critical, relevance: 0.5)
    content.localization.body = LocalizedText(key: "K", arguments: [.text("a"), .integer(1)])
    content.targetContentIdentifier = "w"
    content.filterCriteria = "f"
    content.launchImage = "l"
    let bytes = try PushPayload.bytes(of: content, isContentAvailable: true, isMutable: true)
    let back = try PushPayload(parsing: bytes)
    #expect(back.isContentAvailable && back.isMutable)
    var same = back.content
    #expect(same.userInfo["order"] == .integer(7) && same.userInfo.keys.count == 2)
    same.userInfo = content.userInfo
    #expect(same == content)
    content.body = String(repeating: "x", count: 4_096)
    #expect(throws: PayloadError.self) { try PushPayload.bytes(of: content) }
  }
}
