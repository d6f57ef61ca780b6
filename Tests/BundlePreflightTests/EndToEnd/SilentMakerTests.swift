import AlertSounds
import BundlePreflight
import Testing

@Suite("Native code that gives one channel a sound, and another none")
struct SilentMakerTests {
  /// - Parameter more: further lines about the channel `bells`.
  private static func app(_ more: String) -> FixtureProject {
    FixtureProject([
      "package.json": .text(#"{ "dependencies": { "react-native": "0.80" } }"#),
      "android/settings.gradle": .text("include ':app'\n"),
      "android/app/build.gradle": .text("plugins { id 'com.android.application' }\n"),
      "android/app/src/main/res/raw/bell.wav": .sound(.wave),
      "android/app/src/main/java/Main.java": .text(
        """
        class Main {
          void make() {
            NotificationChannel calls = new NotificationChannel("calls", "n", 4);
            calls.setSound(ringtone, attributes);
            manager.createNotificationChannel(calls);
            if (manager.getNotificationChannel("bells") == null) {
              NotificationChannel bells = new NotificationChannel("bells", "n", 4);
              bells.setDescription("n");
              \(more)
              manager.createNotificationChannel(bells);
            }
          }
        }

        """),
      "index.js": .text(
        "notifee.displayNotification({ android: { channelId: 'bells', sound: 'bell' } });\n"),
    ])
  }

  @Test("The one without plays the default sound")
  func silent() throws {
    #expect(
      try PreflightRun.findings(Self.app("bells.enableVibration(true);")) == [
        "warning [android-channel-sound] index.js:1"
      ])
  }

  @Test(
    "One that has a sound, or may get one elsewhere",
    arguments: ["bells.setSound(uri, attributes);", "prepare(bells);", "this.made = bells;"])
  func twin(_ line: String) throws { try PreflightRun.expectClean(Self.app(line)) }
}
