import AlertSounds
import BundlePreflight
import Testing

@Suite("A channel has one sound, wherever it is made")
struct ChannelTwiceTests {
  private static func app(
    _ files: [String: String], xcode: (String, XcodeProjectText)? = nil
  ) -> FixtureProject {
    FixtureProject(
      [
        "package.json": .text(#"{ "dependencies": { "react-native": "0.80" } }"#),
        "android/settings.gradle": .text("include ':app'\n"),
        "android/app/build.gradle": .text("plugins { id 'com.android.application' }\n"),
        "android/app/src/main/res/raw/bell.wav": .sound(.wave),
      ].merging(files.mapValues { .text($0 + "\n") }) { $1 }, xcode: xcode)
  }

  private static func maker(_ members: String) -> String {
    "PushNotification.createChannel({ channelId: 'bells', channelName: 'n'\(members) }, () => {});"
  }

  private static let bell = maker(", soundName: 'bell.wav'")

  @Test(
    "Two places make it with different sounds, though it may be deleted between them",
    arguments: [
      maker(", soundName: 'default'"), maker(""),
      maker("") + "\nPushNotification.deleteChannel('bells');",
    ])
  func different(_ other: String) throws {
    #expect(
      try PreflightRun.findings(Self.app(["a.js": Self.bell, "b.js": other])) == [
        "warning [android-channel-sound] b.js:1"
      ])
  }

  @Test(
    "The same sound, one that is computed, or another channel",
    arguments: [
      bell, maker(", soundName: chosen()"), maker(", soundName: null"),
      "PushNotification.createChannel({ channelId: 'gongs', channelName: 'n' });",
    ])
  func twin(_ other: String) throws {
    try PreflightRun.expectClean(Self.app(["a.js": Self.bell, "b.js": other]))
  }

  @Test("A notification names another sound than the default one of its channel")
  func explicitDefault() throws {
    let files = [
      "a.js": Self.maker(", soundName: 'default'"),
      "b.js": "PushNotification.localNotification({ channelId: 'bells', soundName: 'bell.wav' });",
    ]
    #expect(
      try PreflightRun.findings(Self.app(files)) == ["warning [android-channel-sound] b.js:1"])
  }

  @Test("A file that Xcode's project lists in vain excuses no sound that Android lacks")
  func absentOnApple() throws {
    let project = Self.app(
      ["a.js": Self.maker(", soundName: 'gong.wav'")],
      xcode: (
        "ios/Bells.xcodeproj/project.pbxproj",
        XcodeProjectText(targets: [.init(name: "Bells", resources: ["Bells/gong.caf"])])
      ))
    let found = try PreflightRun.findings(project)
    #expect(found.contains("error [sound-missing] a.js:1"))
    #expect(found.contains { $0.hasPrefix("error [resource-missing]") } && found.count == 2)
  }
}
