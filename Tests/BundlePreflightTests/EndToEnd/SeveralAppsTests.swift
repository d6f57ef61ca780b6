import AlertSounds
import TestSupport
import Testing

@testable import BundlePreflight

@Suite("A run over several apps finds what a run over each of them does")
struct SeveralAppsTests {
  /// An app that puts a name together, and so asks for any CAF file of its own.
  private static let alarm = FixtureProject(
    [
      "App/bell.caf": .sound(.thirtySeconds),
      "App/Ring.swift": .text(
        "content.sound = UNNotificationSound(named: UNNotificationSoundName(\"\\(tone).caf\"))\n"),
      "push.apns": .text(#"{"aps":{"alert":"a","sound":"bell.caf"}}"# + "\n"),
    ],
    xcode: (
      "Alarm.xcodeproj/project.pbxproj",
      XcodeProjectText(targets: [.init(name: "Alarm", resources: ["App/bell.caf"])])
    ))

  /// A game with long music, which it plays itself, in files of the same kind.
  private static let game = FixtureProject(
    [
      "Game/theme.caf": .sound(.thirtySeconds),
      "Game/Music.swift": .text(
        "let player = try AVAudioPlayer(contentsOf: Bundle.main.url(forResource: name)!)\n"),
    ],
    xcode: (
      "Game.xcodeproj/project.pbxproj",
      XcodeProjectText(targets: [.init(name: "Game", resources: ["Game/theme.caf"])])
    ))

  /// An app that posts in a channel that it does not make.
  private static let shop = {
    var project = ReactNativeFixtureTests.clean
    project.files["src/sale.ts"] = .text(
      """
      import notifee from '@notifee/react-native';
      notifee.displayNotification({ android: { channelId: 'sale' } });
      notifee.displayNotification({ android: { channelId: 'sale-1' } });

      """)
    return project
  }()

  /// An app that makes these channels.
  private static let news = FixtureProject.flutter([
    "lib/main.dart": .text(
      """
      import 'package:flutter_local_notifications/flutter_local_notifications.dart';
      const channel = AndroidNotificationChannel('sale', 'Sale');
      AndroidNotificationChannel make(String id) => AndroidNotificationChannel(id, 'Other');

      """)
  ])

  /// An app of which it is not known what it ships.
  private static let expo = FixtureProject([
    "app.json": .text(
      #"{ "expo": { "name": "b", "plugins": [["expo-notifications", { "sounds": "all" }], "./sounds"] } }"#
    ), "sounds/late.caf": .sound(.thirtySeconds),
    "package.json": .text(#"{ "dependencies": { "expo": "54", "expo-notifications": "1" } }"#),
    "a.ts": .text("Notifications.scheduleNotificationAsync({ content: { sound: 'late.caf' } });\n"),
  ])

  private static let apps = [
    "alarm": alarm, "game": game, "shop": shop, "news": news, "expo": expo,
  ]

  private func lines(_ paths: [String], in folder: PreflightFolder) -> [String] {
    let report = Preflight(configuration: PreflightConfiguration())
      .run(paths.map { folder.folder.path($0) })
    return report.findings.map { found in
      "\(found.finding.severity) [\(found.finding.rule)] \(folder.relative(found.file))"
        + ":\(found.line ?? 0) \(found.finding.message)"
    }.sorted()
  }

  @Test("As one tree and as several paths", arguments: ["", "apps/"])
  func together(_ parent: String) throws {
    let folder = try PreflightFolder()
    for (name, project) in Self.apps { try project.write(to: "all/" + parent + name, in: folder) }
    let paths = Self.apps.keys.sorted().map { "all/" + parent + $0 }
    let alone = paths.flatMap { lines([$0], in: folder) }.sorted()
    #expect(lines(["all"], in: folder) == alone)
    #expect(lines(paths, in: folder) == alone)
    // None of this is found, or all of it twice, where apps see each other.
    let rules = alone.map { $0.prefix { $0 != ":" } }
    #expect(rules.contains { $0.hasPrefix("error [duration] all/\(parent)alarm/App/bell.caf") })
    #expect(rules.contains { $0.hasPrefix("error [duration] all/\(parent)expo/sounds/late.caf") })
    #expect(rules.count { $0.hasPrefix("warning [android-channel-missing]") } == 2)
    #expect(!rules.contains { $0.contains("/game/") })
  }

  @Test("A server beside them belongs to all that lie below its folder")
  func server() throws {
    let folder = try PreflightFolder()
    try Self.game.write(to: "all/one/game", in: folder)
    try Self.alarm.write(to: "all/two/alarm", in: folder)
    let push = #"{"aps":{"alert":"a","sound":"theme.caf"}}"# + "\n"
    func found() -> [String] {
      lines(["all"], in: folder).filter { $0.contains("theme.caf") }
        .map { String($0.prefix { $0 != ":" }) }
    }
    #expect(found() == [])
    try folder.write(push, to: "all/two/server/a.apns")
    #expect(found() == ["error [sound-missing] all/two/server/a.apns"])
    try folder.write(push, to: "all/one/server/a.apns")
    #expect(
      found() == [
        "error [duration] all/one/game/Game/theme.caf",
        "error [sound-missing] all/two/server/a.apns",
      ])
  }

  /// Flutter's app with a channel of a sound.
  private static func bells(_ sound: String) -> FixtureProject {
    FixtureProject.flutter([
      "android/app/src/main/res/raw/bell.wav": .sound(.wave),
      "android/app/src/main/res/raw/gong.wav": .sound(.wave),
      "lib/main.dart": .text(
        """
        const channel = AndroidNotificationChannel('bells', 'Bells',
          sound: RawResourceAndroidNotificationSound('\(sound)'));

        """),
    ])
  }

  @Test("A channel's sound is compared with that which it had in the same app")
  func changes() throws {
    let folder = try PreflightFolder()
    let preflight = Preflight(configuration: PreflightConfiguration())
    try Self.bells("bell").write(to: "all/one", in: folder)
    try Self.bells("gong").write(to: "all/two", in: folder)
    let before = preflight.run([folder.folder.path("all")])
    try Self.bells("gong").write(to: "all/one", in: folder)
    var after = preflight.run([folder.folder.path("all")])
    after.remove(before, PreflightConfiguration())
    #expect(after.findings.map { folder.relative($0.file) } == ["all/one/lib/main.dart"])
  }

  @Test("More than two hundred are judged apart")
  func many() throws {
    let folder = try PreflightFolder()
    for number in 0..<210 {
      try FixtureProject.flutter([:]).write(to: "all/app\(number)", in: folder)
    }
    try Self.shop.write(to: "all/shop", in: folder)
    try Self.news.write(to: "all/news", in: folder)
    #expect(lines(["all"], in: folder).count { $0.contains("android-channel-missing") } == 2)
    let inputs = [PreflightInput(path: folder.folder.path("all"))]
    #expect(AppParts(inputs, limit: 211).findings(inputs).count == 1)
    #expect(AppParts(inputs).findings(inputs).isEmpty)
  }

  @Test("Apps that ship each other's files are one")
  func joined() throws {
    let folder = try PreflightFolder()
    try Self.alarm.write(to: "all/alarm", in: folder)
    var other = Self.game
    other.xcode?.project = XcodeProjectText(targets: [
      .init(name: "Game", resources: ["Game/theme.caf", "../alarm/App/bell.caf"])
    ])
    other.files["Game/Ring.swift"] = .text(
      "content.sound = UNNotificationSound(named: UNNotificationSoundName(\"bell.caf\"))\n")
    try other.write(to: "all/game", in: folder)
    #expect(!lines(["all"], in: folder).contains { $0.contains("sound-missing") })
  }
}
