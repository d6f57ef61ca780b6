import AlertSounds
import Testing

@Suite("A Flutter project with iOS's Runner and Android's res/raw")
struct FlutterFixtureTests {
  private static let pbxproj = "ios/Runner.xcodeproj/project.pbxproj"
  private static let source = "lib/notifications.dart"
  private static let pubspec = "pubspec.yaml"
  private static let raw = "android/app/src/main/res/raw"

  static let clean = FixtureProject(
    [
      pubspec: .text(
        """
        name: bells
        environment:
          sdk: ^3.5.0
        dependencies:
          flutter:
            sdk: flutter
          flutter_local_notifications: ^19.0.0
        flutter:
          uses-material-design: true
          assets:
            - assets/logo.png

        """),
      "ios/Runner/ding.aiff": .sound(.aiff), "ios/Runner/chime.caf": .sound(.caf),
      "android/settings.gradle.kts": .text("include(\":app\")\n"),
      "android/app/build.gradle.kts": .text("plugins { id(\"com.android.application\") }\n"),
      raw + "/ding.ogg": .sound(.vorbis), "assets/logo.png": .text("\u{89}PNG"),
      "build/app/intermediates/res/raw/Old-Bell.caf": .sound(.caf),
      source: .text(
        """
        import 'package:flutter_local_notifications/flutter_local_notifications.dart';

        const android = AndroidNotificationDetails(
          'orders',
          'Orders',
          sound: RawResourceAndroidNotificationSound('ding'),
        );
        const darwin = DarwinNotificationDetails(
          presentSound: true,
          sound: 'ding.aiff',
        );
        const critical = DarwinNotificationDetails(sound: 'chime.caf', criticalSoundVolume: 0.5);

        """),
    ],
    xcode: (
      pbxproj,
      XcodeProjectText(targets: [
        .init(name: "Runner", resources: ["Runner/ding.aiff", "Runner/chime.caf"]),
        .init(name: "RunnerTests", product: .unitTests),
      ])
    ))

  static let mistakes: [Mistake] = [
    Mistake(
      "in Runner's folder, but in no target", .init("sound-missing", in: source, at: "ding.aiff")
    ) {
      $0.xcode?.project["Runner"].resources = ["Runner/chime.caf"]
    },
    Mistake("among the assets only", .init("sound-folder", in: source, at: "ding.aiff")) {
      $0.files["assets/ding.aiff"] = $0.files.removeValue(forKey: "ios/Runner/ding.aiff")
      $0.xcode?.project["Runner"].resources = ["Runner/chime.caf"]
      try $0.replace("- assets/logo.png", with: "- assets/", in: pubspec)
    },
    Mistake("an asset that is not on disk", .init("resource-missing", in: pubspec, at: "gone.wav"))
    {
      try $0.replace(
        "- assets/logo.png", with: "- assets/logo.png\n    - assets/gone.wav", in: pubspec)
    },
    Mistake("without extension", .init("sound-name-extension", in: source, at: "'chime'")) {
      try $0.replace("'chime.caf'", with: "'chime'", in: source)
    },
    Mistake("wrong case", .init("sound-name-case", in: source, at: "Chime.caf")) {
      try $0.replace("'chime.caf'", with: "'Chime.caf'", in: source)
    },
    Mistake("no such resource", .init("sound-missing", in: source, at: "'whistle'")) {
      try $0.replace("Sound('ding')", with: "Sound('whistle')", in: source)
    },
    Mistake("a resource in the wrong case", .init("sound-name-case", in: source, at: "'Ding'")) {
      try $0.replace("Sound('ding')", with: "Sound('Ding')", in: source)
    },
    Mistake("AIFF in res/raw", .init("android-format", in: raw + "/bell.aiff")) {
      $0.files[raw + "/bell.aiff"] = .sound(.aiff)
    },
    Mistake("a name with capitals in res/raw", .init("android-name", in: raw + "/Bell.ogg")) {
      $0.files[raw + "/Bell.ogg"] = .sound(.vorbis)
    },
    Mistake("a pubspec that is not YAML", .init("project-unreadable", in: pubspec, at: "assets:")) {
      try $0.replace("flutter:\n  uses", with: "flutter: [\n  uses", in: pubspec)
    },
    Mistake("never asked for", .init("sound-unused", .note, in: "ios/Runner/extra.caf")) {
      $0.files["ios/Runner/extra.caf"] = .sound(.caf)
      $0.xcode?.project["Runner"].resources.append("Runner/extra.caf")
    },
  ]

  @Test("The clean twin gives no finding")
  func twin() throws { try PreflightRun.expectClean(Self.clean) }

  @Test("A mistake is found, and nothing else", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }

  @Test(
    "What is wrong with a sound itself is found, and nothing else",
    arguments: Mistake.sounds(as: "ios/Runner/chime.caf"))
  func sounds(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }
}
