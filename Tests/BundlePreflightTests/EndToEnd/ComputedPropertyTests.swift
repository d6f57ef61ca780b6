import AlertSounds
import BundlePreflight
import Testing

@Suite("A sound's name is a property that a type computes")
struct ComputedPropertyTests {
  private static func swift(_ property: String) -> FixtureProject {
    FixtureProject.package([
      "Sources/Bells/Sounds/gong.wav": .sound(.wave),
      "Sources/Bells/AlarmTone.swift": .text(
        """
        enum AlarmTone: String {
          case bell, gong
          var title: String { switch self { case .bell: "Bell.wav"; case .gong: "Gong" } }
          \(property)
        }

        """),
      "Sources/Bells/Ring.swift": .text(
        """
        import UserNotifications
        func ring(_ alarm: Alarm, _ content: UNMutableNotificationContent) {
          content.sound = UNNotificationSound(named: UNNotificationSoundName(alarm.tone.fileName))
        }

        """),
    ])
  }

  @Test(
    "of Swift, for each case",
    arguments: [
      #"var fileName: String { switch self { case .bell: return "bell.wav"; case .gong: return "NAME" } }"#,
      #"var fileName: String? { switch self { case .bell: "bell.wav"; case .gong: "NAME" } }"#,
      #"var fileName: String { "NAME" }"#,
    ])
  func each(_ property: String) throws {
    func missing(_ name: String) throws -> [String] {
      try PreflightRun.findings(Self.swift(property.replacing("NAME", with: name)))
        .filter { $0.contains("sound-missing") }
    }
    #expect(
      try missing("horn.wav") == ["error [sound-missing] Sources/Bells/AlarmTone.swift:4"])
    #expect(try missing("gong.wav") == [])
  }

  @Test(
    "of Dart, for each value",
    arguments: [
      "String get soundFile { switch (this) { case Tone.bell: return 'bell'; default: return 'NAME'; } }",
      "String get soundFile => switch (this) { Tone.bell => 'bell', Tone.gong => 'NAME' };",
    ])
  func dart(_ property: String) throws {
    func app(_ name: String) -> FixtureProject {
      FixtureProject.flutter([
        "android/app/src/main/res/raw/bell.wav": .sound(.wave),
        "android/app/src/main/res/raw/gong.wav": .sound(.wave),
        "lib/tone.dart": .text(
          "enum Tone { bell, gong; \(property.replacing("NAME", with: name)) }\n"),
        "lib/ring.dart": .text(
          "details(Tone tone) => RawResourceAndroidNotificationSound(tone.soundFile);\n"),
      ])
    }
    func missing(_ name: String) throws -> [String] {
      try PreflightRun.findings(app(name)).filter { $0.contains("sound-missing") }
    }
    #expect(try missing("horn") == ["error [sound-missing] lib/tone.dart:1"])
    #expect(try missing("gong") == [])
  }
}
