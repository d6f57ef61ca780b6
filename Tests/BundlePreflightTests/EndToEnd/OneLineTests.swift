import AlertSounds
import BundlePreflight
import TestSupport
import Testing

@Suite("What is one fault is one line")
struct OneLineTests {
  private static func app(_ sounds: [String: Recording], _ source: String) -> FixtureProject {
    FixtureProject(
      ["App/Ring.swift": .text(source)]
        .merging(
          sounds.map { ("App/" + $0.key, FixtureProject.Content.sound($0.value)) }
        ) { $1 },
      xcode: (
        "App.xcodeproj/project.pbxproj",
        XcodeProjectText(targets: [.init(name: "App", resources: sounds.keys.map { "App/" + $0 })])
      ))
  }

  private func messages(_ project: FixtureProject) throws -> [String] {
    let folder = try PreflightFolder()
    try project.write(to: "all", in: folder)
    return Preflight(configuration: PreflightConfiguration()).run([folder.folder.path("all")])
      .findings.map { found in
        "\(folder.relative(found.file)): "
          + found.finding.message.replacing(folder.folder.path("all") + "/", with: "")
      }
  }

  private static let computed =
    "content.sound = UNNotificationSound(named: UNNotificationSoundName(\"\\(tone).caf\"))\n"

  @Test("An app's sounds that outlast their banners")
  func banner() throws {
    let sounds = ["a.caf": Recording.long, "b.caf": .long, "c.caf": .long]
    #expect(
      try messages(Self.app(sounds, Self.computed)) == [
        "all/App/a.caf: 8.0 s: on an unlocked phone the sound stops with the banner, after about 7 s; "
          + "so does that of 2 other sounds"
      ])
  }

  @Test("A finding about a sound names the line that makes it an alert")
  func asker() throws {
    let named = "\ncontent.sound = UNNotificationSound(named: UNNotificationSoundName(\"a.caf\"))\n"
    for (source, line) in [(named, 2), (Self.computed, 1)] {
      #expect(
        try messages(Self.app(["a.caf": .thirtySeconds], source)) == [
          "all/App/a.caf: 30.000 s long; an alert sound must be under 30 s "
            + "(asked for in 'App/Ring.swift:\(line)')"
        ])
    }
  }

  @Test("A channel's sound is not reported on the line of a sound that is missing itself")
  func channel() throws {
    var project = ReactNativeFixtureTests.clean
    let source = "src/alarm.ts"
    project.files[source] = .text(
      """
      import notifee from '@notifee/react-native';
      notifee.createChannel({ id: 'plain', name: 'Plain' });
      notifee.displayNotification({ android: { channelId: 'plain', sound: 'SOUND' } });

      """)
    try project.replace("SOUND", with: "ding", in: source)
    #expect(try PreflightRun.findings(project) == ["warning [android-channel-sound] \(source):3"])
    try project.replace("ding", with: "gone", in: source)
    #expect(try PreflightRun.findings(project) == ["error [sound-missing] \(source):3"])
  }

  @Test("A sound of one language is no alert for the others")
  func localised() throws {
    let source = "content.sound = UNNotificationSound(named: UNNotificationSoundName(\"a.caf\"))\n"
    #expect(
      try PreflightRun.findings(Self.app(["de.lproj/a.caf": .caf], source))
        == ["warning [sound-folder] App/de.lproj/a.caf"])
    try PreflightRun.expectClean(Self.app(["Base.lproj/a.caf": .caf], source))
  }
}
