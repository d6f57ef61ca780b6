import AlertSounds
import BundlePreflight
import Testing

@Suite("A Flutter app whose names of sounds are computed")
struct ComputedNameTests {
  private static func app(
    _ more: [String: FixtureProject.Content], tone: String = "tone.name"
  ) -> FixtureProject {
    FixtureProject(
      [
        "pubspec.yaml": .text("name: a\ndependencies:\n  flutter:\n    sdk: flutter\n"),
        "lib/main.dart": .text(
          """
          show(AndroidNotificationDetails(channel(tone), 'n',
            sound: isLoud ? RawResourceAndroidNotificationSound(TONE) : null));
          show(DarwinNotificationDetails(sound: tone.file()));

          """.replacing("TONE", with: tone)),
        "android/settings.gradle": .text("include ':app'\n"),
        "android/app/build.gradle": .text(
          "plugins { id 'com.android.application' }\nandroid { buildTypes { release { shrinkResources SHRINKS } } }\n"
            .replacing("SHRINKS", with: more["keep"] == nil ? "true" : "false")),
        "android/app/src/main/res/raw/bell.wav": .sound(.wave),
      ].merging(more.filter { $0.key != "keep" }) { $1 })
  }

  @Test(
    "An asset's path is no address of awesome_notifications",
    arguments: ["NotificationChannel", "Player"])
  func assetPath(_ type: String) throws {
    let app = FixtureProject.flutter([
      "lib/main.dart": .text(
        "import 'package:awesome_notifications/awesome_notifications.dart';\n"
          + "final c = \(type)(channelKey: 'a', soundSource: 'assets/sounds/bell.mp3');\n")
    ])
    #expect(
      try PreflightRun.findings(app)
        == (type == "Player" ? [] : ["error [sound-name-path] lib/main.dart:2"]))
  }

  @Test(
    "Release builds take out every sound that only computed names ask for",
    arguments: ["tone.name", "name ?? 'default'", "pick(tone)"])
  func shrinking(tone: String) throws {
    #expect(
      try PreflightRun.findings(Self.app([:], tone: tone)) == [
        "warning [android-shrinking] android/app/build.gradle:2"
      ])
    try PreflightRun.expectClean(Self.app(["keep": .text("")]))
    try PreflightRun.expectClean(
      Self.app([
        "android/app/src/main/res/raw/keep.xml": .text(
          #"<resources xmlns:tools="http://schemas.android.com/tools" tools:keep="@raw/bell" />"#)
      ]))
  }

  /// The Xcode project of the app, with these sounds among its resources.
  private static func xcode(_ sounds: String...) -> [String: FixtureProject.Content] {
    let target = XcodeProjectText.Target(name: "Runner", resources: sounds.map { "Runner/" + $0 })
    var files: [String: FixtureProject.Content] = [
      "keep": .text(""),
      "ios/Runner.xcodeproj/project.pbxproj": .text(XcodeProjectText(targets: [target]).text),
    ]
    for sound in sounds {
      files["ios/Runner/" + sound] = .sound(sound.hasSuffix("caf") ? .caf : .aiff)
    }
    return files
  }

  @Test("An app that ships sounds on Android alone")
  func oneHalf() throws {
    #expect(
      try PreflightRun.findings(Self.app(Self.xcode())) == [
        "warning [sound-missing] lib/main.dart:3"
      ])
    try PreflightRun.expectClean(Self.app(Self.xcode("bell.caf")))
  }

  @Test("The sound of awesome_notifications, whose constant stands in another file, is one AIFF")
  func source() throws {
    let code = """
      NotificationChannel(channelKey: 'a', channelName: 'n', channelDescription: 'd',
        soundSource: Tones.bell);

      """
    func app(_ files: [String: FixtureProject.Content]) -> FixtureProject {
      Self.app(
        files.merging([
          "lib/main.dart": .text(code),
          "lib/tones.dart": .text(
            "class Tones {\n  static const String bell = 'resource://raw/bell';\n}\n"),
        ]) { $1 })
    }
    #expect(
      try PreflightRun.findings(app(Self.xcode())) == [
        "error [sound-missing] lib/tones.dart:2"
      ])
    try PreflightRun.expectClean(app(Self.xcode("bell.aiff")))
  }

  @Test(
    "firebase_notifications_handler hands on the name as it is", arguments: ["bell.wav", "bell"])
  func handler(name: String) throws {
    let code = """
      import 'package:firebase_notifications_handler/firebase_notifications_handler.dart';
      final app = FirebaseNotificationsHandler(customSound: '\(name)');

      """
    let files = ["keep": FixtureProject.Content.text(""), "lib/main.dart": .text(code)]
    let found = try PreflightRun.findings(Self.app(files))
    #expect(
      found == (name == "bell" ? [] : ["error [sound-name-extension] lib/main.dart:2"]))
  }

  @Test("An asset of Flutter's is none of the sounds that a name with its extension stands for")
  func asset() throws {
    let code = "show(DarwinNotificationDetails(sound: '$tone.mp3'));\nAudioPlayer().play(tone);\n"
    var files = Self.xcode("bell.mp3")
    files["ios/Runner/bell.mp3"] = .text("ID3 no sound")
    files["assets/pop.mp3"] = .text("ID3 no sound")
    files["lib/main.dart"] = .text(code)
    files["pubspec.yaml"] = .text(
      "name: a\ndependencies:\n  flutter:\n    sdk: flutter\nflutter:\n  assets:\n    - assets/\n")
    #expect(
      try PreflightRun.findings(Self.app(files)) == ["warning [container] ios/Runner/bell.mp3"])
  }

  @Test("Nor is it a sound whose name is Android's, without an extension")
  func assetOfTheSameName() throws {
    var files = ["assets/bell.mp3": FixtureProject.Content.text("ID3 no sound")]
    files["lib/main.dart"] = .text(
      "send({ 'to': token, 'notification': { 'title': 't', 'sound': 'bell' } });\n")
    files["pubspec.yaml"] = .text(
      "name: a\ndependencies:\n  flutter:\n    sdk: flutter\nflutter:\n  assets:\n    - assets/\n")
    let found = try PreflightRun.findings(Self.app(files))
    #expect(!found.contains { $0.contains("assets/bell.mp3") }, "found: \(found)")
  }

  @Test("A sound that a condition on a parameter chooses is none that each call gives")
  func condition() throws {
    let code = """
      const dawn = 'dawn';
      const noon = 'noon';
      details(bool isDawn) => AndroidNotificationDetails(isDawn ? dawn : noon, 'n',
        sound: RawResourceAndroidNotificationSound(isDawn ? 'bell' : 'bell'));

      """
    try PreflightRun.expectClean(Self.app(["keep": .text(""), "lib/main.dart": .text(code)]))
  }
}
