import AlertSounds
import BundlePreflight
import Testing

@Suite("A bundler's value of a file is no name of a sound")
struct BundledAssetTests {
  private static func app(_ code: String) -> FixtureProject {
    FixtureProject([
      "package.json": .text(#"{ "dependencies": { "expo": "50", "expo-notifications": "0.27" } }"#),
      "app.json": .text(
        #"{ "expo": { "plugins": [["expo-notifications", { "sounds": ["./bell.wav"] }]] } }"#),
      "bell.wav": .sound(.wave),
      "push.js": .text("import * as Notifications from 'expo-notifications';\n\(code)\n"),
    ])
  }

  @Test(
    "in a notification, and in a channel",
    arguments: [
      "Notifications.setNotificationChannelAsync('bells', { name: 'n', sound: BELL });",
      "Notifications.scheduleNotificationAsync({ content: { sound: BELL }, trigger: { channelId: 'bells' } });",
    ])
  func asset(_ call: String) throws {
    let made =
      "Notifications.setNotificationChannelAsync('bells', { name: 'n', sound: 'bell.wav' });\n"
    func found(_ value: String, _ line: String = "") throws -> [String] {
      let code = call.replacing("BELL", with: value)
      return try PreflightRun.findings(
        Self.app(line + (call.contains("schedule") ? made : "") + code))
    }
    for (value, line) in [
      ("require('./bell.wav')", ""), ("bell", "import bell from './bell.wav';\n"),
      ("bell", "const bell = require('./bell.wav');\n"),
    ] {
      let found = try found(value, line)
      #expect(
        found.count == 1 && found[0].hasPrefix("error [sound-name-path] push.js:"), "\(found)")
    }
    #expect(try found("'bell.wav'") == [])
    #expect(try found("bell", "import bell from './names';\n") == [])
  }

  @Test("A player may have it")
  func player() throws {
    try PreflightRun.expectClean(
      Self.app(
        "Audio.Sound.createAsync(require('./bell.wav')); play({ sound: require('./bell.wav') });"))
  }
}
