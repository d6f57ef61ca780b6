import AlertSounds
import BundlePreflight
import Testing

@Suite("A sound's name is made of an enumeration's raw value")
struct RawValueNameTests {
  private static let tones = """
    enum Tone: String, CaseIterable {
      case bell, gong = "big-gong"
      case none
      var title: String { let names = [a, b]; return names[0] }
    }
    """

  private static func app(_ expression: String, _ tones: String = tones) -> FixtureProject {
    FixtureProject.package([
      "Sources/Bells/Sounds/big-gong.wav": .sound(.wave),
      "Sources/Bells/Tone.swift": .text(tones + "\nlet sounds = \"Sounds\"\n"),
      "Sources/Bells/Ring.swift": .text(
        """
        import UserNotifications
        func ring(tone: Tone, other: Other, _ content: UNMutableNotificationContent) {
          content.sound = UNNotificationSound(named: UNNotificationSoundName(\(expression)))
        }
        """),
    ])
  }

  static let expressions = [
    #""\(tone.rawValue).wav""#, #"tone.rawValue + ".wav""#, #"rawValue: "\(tone.rawValue).wav""#,
  ]

  @Test("of which each has its sound", arguments: expressions)
  func twin(_ expression: String) throws {
    try PreflightRun.expectClean(Self.app(expression))
  }

  @Test("of which one has none", arguments: expressions)
  func missing(_ expression: String) throws {
    #expect(
      try PreflightRun.findings(
        Self.app(expression, Self.tones.replacing("case bell,", with: "case bell, chime,")))
        == ["error [sound-missing] Sources/Bells/Tone.swift:2"])
    #expect(
      try PreflightRun.findings(
        Self.app(expression, Self.tones.replacing("big-gong", with: "Big-gong")))
        == ["error [sound-name-case] Sources/Bells/Tone.swift:2"])
  }

  @Test("of another type, or of one that the source does not name")
  func others() throws {
    let tones = Self.tones.replacing("case bell,", with: "case bell, chime,")
    for owner in ["other", "alarm.tone", "unknown"] {
      try PreflightRun.expectClean(
        Self.app(#""\(OWNER.rawValue).wav""#.replacing("OWNER", with: owner), tones))
    }
  }
}
