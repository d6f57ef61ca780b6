import AlertSounds
import BundlePreflight
import Testing

@Suite("A channel of Flutter with a sound plays it")
struct MutedChannelTests {
  /// A Flutter app that makes channels by `code`.
  private static func app(_ code: String) -> FixtureProject {
    FixtureProject.flutter([
      "android/app/src/main/res/raw/bell.wav": .sound(.wave),
      "lib/main.dart": .text(
        "import 'package:flutter_local_notifications/flutter_local_notifications.dart';\n\(code)\n"),
    ])
  }

  private static let sound = "sound: RawResourceAndroidNotificationSound('bell')"

  static let makers = [
    "const c = AndroidNotificationChannel('bells', 'Bells', playSound: SWITCH, \(sound));",
    "const d = AndroidNotificationDetails('bells', 'Bells', \(sound), playSound: SWITCH);",
    "final d = AndroidNotificationDetails(id, 'Bells', \(sound), playSound: SWITCH); const id = 'b';",
  ]

  @Test("unless playSound is false beside it", arguments: makers)
  func muted(_ code: String) throws {
    #expect(
      try PreflightRun.findings(Self.app(code.replacing("SWITCH", with: "false"))) == [
        "warning [android-channel] lib/main.dart:2"
      ])
    for value in ["true", "isLoud", "false || isLoud"] {
      try PreflightRun.expectClean(Self.app(code.replacing("SWITCH", with: value)))
    }
  }

  @Test("and a channel that names none may be silent")
  func silent() throws {
    for sound in ["", ", sound: null"] {
      try PreflightRun.expectClean(
        Self.app(
          """
          const c = AndroidNotificationChannel('bells', 'Bells', playSound: false\(sound));
          const other = RawResourceAndroidNotificationSound('bell');
          """))
    }
  }

  @Test("A notification in a channel that is made elsewhere has the channel's sound")
  func madeElsewhere() throws {
    try PreflightRun.expectClean(
      Self.app(
        """
        const c = AndroidNotificationChannel('bells', 'Bells', \(Self.sound));
        const d = AndroidNotificationDetails('bells', 'Bells', playSound: false, \(Self.sound));
        """))
  }
}
