import AlertSounds
import BundlePreflight
import Testing

@Suite("An object that describes a channel is followed to where it stands")
struct ChannelObjectTests {
  /// A React Native app with two sources, and a server that pushes to a channel.
  private static func findings(
    _ maker: String, _ other: String, pushesTo channel: String
  ) throws -> [String] {
    try PreflightRun.findings(
      FixtureProject([
        "package.json": .text(#"{ "dependencies": { "react-native": "0.80" } }"#),
        "android/settings.gradle": .text("include ':app'\n"),
        "android/app/build.gradle": .text("plugins { id 'com.android.application' }\n"),
        "android/app/src/main/res/raw/bell.wav": .sound(.wave),
        "android/app/src/main/res/raw/gong.wav": .sound(.wave),
        "src/make.ts": .text("import { ALL, BELLS, make } from './described';\n\(maker)\n"),
        "src/described.ts": .text(other + "\n"),
        "server/push.py": .text(
          """
          CHANNEL = '\(channel)'
          messaging.AndroidConfig(notification=messaging.AndroidNotification(channel_id=CHANNEL))

          """),
      ]))
  }

  @Test(
    "in another source, a list or a function's result",
    arguments: [
      ("notifee.createChannel(BELLS);", "export const BELLS = { id: 'bells', name: 'n' };"),
      ("notifee.createChannels(ALL);", "export const ALL = [{ id: 'gongs' }, { id: 'bells' }];"),
      (
        "ALL.forEach((one) => notifee.createChannel(one));",
        "export const ALL = [{ id: 'gongs' }, { id: 'bells' }];"
      ),
      ("notifee.createChannel(make());", "export function make() { return { id: 'bells' }; }"),
    ])
  func elsewhere(_ maker: String, _ other: String) throws {
    #expect(try Self.findings(maker, other, pushesTo: "bells") == [])
    #expect(
      try Self.findings(maker, other, pushesTo: "horns") == [
        "warning [android-channel-missing] server/push.py:1"
      ])
  }

  @Test("which says its sound, too")
  func sound() throws {
    let post = "\nnotifee.displayNotification({ android: { channelId: 'bells', sound: 'gong' } });"
    #expect(
      try Self.findings(
        "notifee.createChannel(BELLS);" + post,
        "export const BELLS = { id: 'bells', sound: 'bell' };",
        pushesTo: "bells") == ["warning [android-channel-sound] src/make.ts:3"])
  }

  @Test("and where it is not found, any channel may be made")
  func unknown() throws {
    #expect(
      try Self.findings("notifee.createChannel(BELLS);", "", pushesTo: "horns") == [])
  }
}
