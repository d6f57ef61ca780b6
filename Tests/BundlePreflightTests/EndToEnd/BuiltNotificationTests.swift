import AlertSounds
import BundlePreflight
import Testing

@Suite("Notifications that React Native Firebase's first calls build")
struct BuiltNotificationTests {
  private static func app(_ code: String) -> FixtureProject {
    FixtureProject([
      "package.json": .text(#"{ "dependencies": { "react-native": "0.61" } }"#),
      "android/settings.gradle": .text("include ':app'\n"),
      "android/app/build.gradle": .text("plugins { id 'com.android.application' }\n"),
      "android/app/src/main/res/raw/bell.wav": .sound(.wave),
      "push.js": .text("import firebase from 'react-native-firebase';\n\(code)\n"),
    ])
  }

  private static let channel =
    "const c = new firebase.notifications.Android.Channel('bells', 'n', 4).setDescription('d').setSound('bell');"
  private static let notification =
    "const n = new firebase.notifications.Notification({ id }).setTitle('t').setSound('bell.wav')"
    + ".android.setAutoCancel(true).android.setChannelId('bells');"

  @Test("A sound and a channel that are there")
  func twin() throws {
    try PreflightRun.expectClean(Self.app(Self.channel + Self.notification))
  }

  @Test("A sound that is not there")
  func missing() throws {
    #expect(
      try PreflightRun.findings(
        Self.app(Self.channel + Self.notification.replacing("bell.wav", with: "gong.wav")))
        == ["error [sound-missing] push.js:2"])
    for line in [
      Self.channel.replacing("('bell')", with: "('gong')"),
      "const channel = new firebase.notifications.Android.Channel('bells', 'n', 4);\nchannel.setSound('gong');",
    ] {
      let found = try PreflightRun.findings(Self.app(line + "\n" + Self.notification))
      #expect(found.count == 1 && found[0].hasPrefix("error [sound-missing] push.js:"), "\(found)")
    }
  }

  @Test("A channel that nobody makes")
  func channelMissing() throws {
    #expect(
      try PreflightRun.findings(
        Self.app(Self.channel + Self.notification.replacing("Id('bells')", with: "Id('gongs')")))
        == ["warning [android-channel-missing] push.js:2"])
  }
}
