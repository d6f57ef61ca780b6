import AlertSounds
import BundlePreflight
import Testing

@Suite("What is asked for on macOS is looked for in the app for macOS")
struct AppleSystemTests {
  private static let source = "lib/main.dart"

  /// A Flutter app for both systems, each with these sounds.
  private static func app(_ phone: [String], _ mac: [String], _ source: String) -> FixtureProject {
    var files: [String: FixtureProject.Content] = [
      "pubspec.yaml": .text("name: bells\ndependencies:\n  flutter:\n    sdk: flutter\n"),
      Self.source: .text(source),
    ]
    for (folder, system, sounds) in [("ios", "iphoneos", phone), ("macos", "macosx", mac)] {
      for sound in sounds { files["\(folder)/Runner/\(sound)"] = .sound(.caf) }
      let resources = sounds.map { "Runner/" + $0 }
      let target = XcodeProjectText.Target(name: "Runner", system: system, resources: resources)
      files["\(folder)/Runner.xcodeproj/project.pbxproj"] = .text(
        XcodeProjectText(targets: [target]).text)
    }
    return FixtureProject(files)
  }

  static let sources = [
    """
    final details = NotificationDetails(
      iOS: DarwinNotificationDetails(sound: 'ding.caf'),
      macOS: const DarwinNotificationDetails(sound: 'ding.caf'), // the one
    );

    """,
    """
    void show() {
      const phone = DarwinNotificationDetails(sound: 'ding.caf');
      const mac = DarwinNotificationDetails(sound: 'ding.caf'); // the one
      final details = NotificationDetails(iOS: phone, macOS: mac);
    }

    """,
    """
    class Bells {
      final darwin = DarwinNotificationDetails(sound: 'ding.caf'); // the one
      void show() => plugin.show(1, NotificationDetails(iOS: darwin, macOS: darwin));
    }

    """,
    "final mac = MacOSNotificationDetails(sound: 'ding.caf'); // the one\n",
    """
    final details = NotificationDetails(
      macOS: DarwinNotificationDetails(sound: tones.of(day)), // the one
    );

    """,
  ]

  @Test("Both apps ship it", arguments: sources)
  func twin(_ source: String) throws {
    try PreflightRun.expectClean(Self.app(["ding.caf"], ["ding.caf"], source))
  }

  @Test("The app for iOS alone ships it", arguments: sources)
  func phoneAlone(_ source: String) throws {
    let project = Self.app(["ding.caf"], [], source)
    let line = try project.line(of: "// the one", in: Self.source)
    #expect(
      try PreflightRun.findings(project) == ["warning [sound-missing] \(Self.source):\(line)"])
  }

  @Test("The app for macOS alone ships what iOS asks for")
  func macAlone() throws {
    let source = """
      final details = NotificationDetails(iOS: DarwinNotificationDetails(sound: 'ding.caf'));

      """
    #expect(
      try PreflightRun.findings(Self.app([], ["ding.caf"], source)) == [
        "error [sound-missing] \(Self.source):1"
      ])
    let both = source.replacing("iOS: ", with: "")
    try PreflightRun.expectClean(Self.app([], ["ding.caf"], both))
  }

  @Test("Of details that no system is named for, any app's sound is good")
  func unnamed() throws {
    let source = "final details = DarwinNotificationDetails(sound: 'ding.caf');\n"
    try PreflightRun.expectClean(Self.app(["ding.caf"], [], source))
  }
}
