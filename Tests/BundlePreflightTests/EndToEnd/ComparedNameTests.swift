import AlertSounds
import BundlePreflight
import Testing

@Suite("A condition looks at a sound's name")
struct ComparedNameTests {
  private static func app(_ code: String) -> FixtureProject {
    FixtureProject.flutter([
      "android/app/src/main/res/raw/bell.wav": .sound(.wave),
      "functions/index.js": .text(
        "const messaging = require('firebase-admin/messaging');\n\(code)\n"),
    ])
  }

  private static func push(_ sound: String) -> String {
    "send({ token, android: { notification: { sound: \(sound), channelId } } }, 'notification');"
  }

  @Test("A text that it is compared with is left out of the other branch")
  func equal() throws {
    let tone = "const tone = wish ? wish : 'none_tone'; const other = tone;"
    for condition in [
      "tone === 'none_tone' ? 'default' : tone", "tone !== 'none_tone' ? tone : 'default'",
    ] {
      try PreflightRun.expectClean(Self.app(tone + Self.push(condition)))
    }
    #expect(
      try PreflightRun.findings(Self.app(tone + Self.push("tone === 'loud' ? 'default' : tone")))
        == ["error [sound-missing] functions/index.js:2"])
  }

  @Test("A choice in parentheses is read")
  func parentheses() throws {
    #expect(
      try PreflightRun.findings(
        Self.app(Self.push("isQuiet ? 'default' : (isLoud ? 'gong' : 'bell')")))
        == ["error [sound-missing] functions/index.js:2"])
    try PreflightRun.expectClean(
      Self.app(Self.push("isQuiet ? 'default' : (isLoud ? 'bell' : 'default')")))
  }

  @Test("A test of its end does not choose each of its values")
  func end() throws {
    try PreflightRun.expectClean(
      Self.app(
        "const tone = data.sound || 'gong.wav';"
          + Self.push("tone.endsWith('.wav') ? tone : 'bell'")))
  }
}
