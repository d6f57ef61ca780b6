import AlertSounds
import BundlePreflight
import Testing

@Suite("A notification without a channel has the sound of its library's own one")
struct FallbackChannelTests {
  private static func expo(_ code: String) -> FixtureProject {
    FixtureProject([
      "app.json": .text(
        #"{ "expo": { "plugins": [["expo-notifications", { "sounds": ["./bell.wav"] }]] } }"#),
      "package.json": .text(#"{ "dependencies": { "expo": "~54.0.0" } }"#),
      "bell.wav": .sound(.wave),
      "App.tsx": .text("import * as Notifications from 'expo-notifications';\n\(code)\n"),
    ])
  }

  private static let found = ["warning [android-channel-sound] App.tsx:2"]

  /// An app of Flutter's with the sound `bell`, and a server that pushes by Firebase.
  private static func firebase(
    _ notification: String, manifest: String = "", _ files: [String: String] = [:]
  ) -> FixtureProject {
    FixtureProject.flutter(
      [
        "android/app/src/main/res/raw/bell.wav": .sound(.wave),
        "android/app/src/main/AndroidManifest.xml": .text(
          """
          <manifest xmlns:android="http://schemas.android.com/apk/res/android">
            <application>\(manifest)</application>
          </manifest>

          """),
        "lib/main.dart": .text(
          """
          const channel = AndroidNotificationChannel('bells', 'Bells',
            sound: RawResourceAndroidNotificationSound('bell'));

          """),
        "functions/index.js": .text(
          """
          const { getMessaging } = require('firebase-admin/messaging');
          const apns = { payload: { aps: { sound: 'default' } } };
          getMessaging().send({ token, notification, apns,
            android: { notification: \(notification) } });

          """),
      ].merging(files.mapValues { .text($0) }) { $1 })
  }

  @Test("A push by Firebase names no channel, and the manifest none for it")
  func push() throws {
    #expect(
      try PreflightRun.findings(Self.firebase("{ sound: 'bell' }")) == [
        "warning [android-channel-sound] functions/index.js:4"
      ])
    for clean in [
      "{ sound: 'bell', channelId: 'bells' }", "{ ...shared, sound: 'bell' }",
      "{ sound: 'default' }",
      "{ sound: pick(), tag: 'a' }", "{ title: 'Bell' }",
    ] {
      try PreflightRun.expectClean(Self.firebase(clean))
    }
  }

  @Test("but it may have one otherwise", arguments: ["bells", "${channel}", "@string/channel"])
  func pushWithChannel(_ channel: String) throws {
    let manifest = """
      <meta-data android:name="com.google.firebase.messaging.default_notification_channel_id"
        android:value="\(channel)" />
      """
    try PreflightRun.expectClean(Self.firebase("{ sound: 'bell' }", manifest: manifest))
    // The settings of a React Native app may name one.
    try PreflightRun.expectClean(
      Self.firebase(
        "{ sound: 'bell' }",
        [
          "mobile/package.json": #"{ "dependencies": { "react-native": "0.80" } }"#,
          "mobile/android/settings.gradle": "include ':app'\n",
          "mobile/android/app/build.gradle": "plugins { id 'com.android.application' }\n",
        ]))
    try PreflightRun.expectClean(
      Self.firebase(
        "{}",
        [
          "functions/index.js": """
          const { getMessaging } = require('firebase-admin/messaging');
          const android = { notification: { sound: 'bell' } };
          if (isLoud) android.notification.channelId = 'bells';
          getMessaging().send({ token, apns: { payload: { aps: { sound: 'default' } } }, android });

          """
        ]))
  }

  @Test(
    "A push by Firebase in other languages names no channel",
    arguments: [
      (
        "server/push.json",
        #"{ "topic": "all", "android": { "notification": { "sound": "bell"HERE } }, "#
          + #""apns": { "payload": { "aps": { "sound": "default" } } } }"#,
        #", "channel_id": "bells""#
      ),
      (
        "server/push.py",
        "messaging.Message(android=messaging.AndroidConfig("
          + "notification=messaging.AndroidNotification(sound='bell'HERE)))",
        ", channel_id='bells'"
      ),
      (
        "server/push.go",
        #"messaging.AndroidConfig{Notification: &messaging.AndroidNotification{Sound: "bell"HERE}}"#,
        #", ChannelID: "bells""#
      ),
    ])
  func otherServers(_ file: String, _ text: String, _ channel: String) throws {
    func project(_ text: String) -> FixtureProject {
      Self.firebase("{ title: 'Bell' }", [file: text + "\n"])
    }
    #expect(
      try PreflightRun.findings(project(text.replacing("HERE", with: ""))) == [
        "warning [android-channel-sound] \(file):1"
      ])
    try PreflightRun.expectClean(project(text.replacing("HERE", with: channel)))
  }

  @Test(
    "Expo's trigger names no channel",
    arguments: [
      "{ content: { title: 't', sound: 'bell.wav' }, trigger: null }",
      "{ content: { title: 't', sound: 'bell.wav' }, trigger: { seconds: 60 } }",
      "{ content: { title: 't', sound: 'bell.wav', channelId: 'bells' }, trigger: null }",
      "{ trigger: null, content: { title: 't', sound: isIOS ? 'bell.wav' : 'bell.wav' } }",
      "{ content: { title: 't', sound: 'bell.wav' }, trigger: new Date(2030, 1, 2).getTime() }",
      "{ content: { title: 't', sound: 'bell.wav' }, trigger: Date.now() + 60_000 }",
    ])
  func expo(_ request: String) throws {
    #expect(
      try PreflightRun.findings(
        Self.expo("Notifications.scheduleNotificationAsync(\(request));")) == Self.found)
  }

  @Test("The content stands in a variable", arguments: ["null", "{ channelId: 'bells' }"])
  func expoVariable(_ trigger: String) throws {
    #expect(
      try PreflightRun.findings(
        Self.expo(
          """
          const content: any = { title: 't', sound: isLoud ? 'bell.wav' : undefined };
          if (isAndroid) content.channelId = 'bells';
          Notifications.scheduleNotificationAsync({ content: content, trigger: \(trigger) });
          Notifications.setNotificationChannelAsync('bells', { name: 'n', sound: 'bell.wav' });
          """)) == (trigger == "null" ? Self.found : []))
  }

  @Test(
    "The trigger stands in a variable",
    arguments: ["", ", channelId: 'bells'", "; trigger.channelId = 'bells'"])
  func expoTrigger(_ channel: String) throws {
    let members = channel.hasPrefix(",") ? channel : ""
    let later = channel.hasPrefix(";") ? channel : ""
    #expect(
      try PreflightRun.findings(
        Self.expo(
          """
          const ring = (loud) => { if (loud) { return `${tone}.wav`; } return true; };
          const trigger: any = { hour: 7, minute: 30\(members) }\(later);
          Notifications.scheduleNotificationAsync({ content: { sound: ring(true) }, trigger });
          Notifications.setNotificationChannelAsync('bells', { name: 'n', sound: 'bell.wav' });
          """)) == (channel.isEmpty ? ["warning [android-channel-sound] App.tsx:4"] : []))
  }

  @Test("A notification that Expo shows at once can name none")
  func expoAtOnce() throws {
    let code = "Notifications.presentNotificationAsync({ title: 't', sound: 'bell.wav' });"
    #expect(try PreflightRun.findings(Self.expo(code)) == Self.found)
  }

  @Test(
    "With a channel in the trigger, or another trigger than the source shows, nothing is said",
    arguments: [
      "content: { sound: 'bell.wav' }, trigger: { seconds: 60, channelId: 'bells' }",
      "content: { sound: 'bell.wav' }, trigger: { channelId }",
      "content: { sound: 'bell.wav' }, trigger: { seconds: 60, ...channel }",
      "content: { sound: 'bell.wav' }, trigger",
      "content: { sound: 'bell.wav' }, trigger: next()",
      "content: { sound: 'bell.wav' }, trigger: isIOS ? null : { channelId: 'bells' }",
      "content: { sound: 'default' }, trigger: null",
      "content: { sound: true }, trigger: null",
      "content: { sound: Platform.OS === 'ios' ? 'bell.wav' : undefined }, trigger: null",
    ])
  func expoTwin(_ members: String) throws {
    try PreflightRun.expectClean(
      Self.expo(
        "Notifications.setNotificationChannelAsync('bells', { name: 'n', sound: 'bell.wav' });\n"
          + "Notifications.scheduleNotificationAsync({ \(members) });"))
  }

  @Test(
    "In a branch for iOS no channel is needed", arguments: ["Platform.OS === 'ios'", "isIos && on"])
  func expoOnIOS(_ condition: String) throws {
    try PreflightRun.expectClean(
      Self.expo(
        """
        if (\(condition)) {
          Notifications.scheduleNotificationAsync({ content: { sound: 'bell.wav' }, trigger: null });
        }
        """))
  }

  /// - Parameter settings: the members of `LocalNotifications` in the settings.
  private static func capacitor(
    _ notification: String, settings: String = "", more: String = ""
  ) -> FixtureProject {
    FixtureProject([
      "package.json": .text(#"{ "dependencies": { "@capacitor/core": "7" } }"#),
      "capacitor.config.json": .text(
        #"{ "plugins": { "LocalNotifications": { \#(settings) } } }"#),
      "android/settings.gradle": .text("include ':app'\n"),
      "android/app/build.gradle": .text("plugins { id 'com.android.application' }\n"),
      "android/app/src/main/res/raw/bell.wav": .sound(.wave),
      "android/app/src/main/res/raw/gong.wav": .sound(.wave),
      "src/ring.ts": .text(
        """
        import { LocalNotifications } from '@capacitor/local-notifications';
        LocalNotifications.schedule({ notifications: [{ id: 1, \(notification) }] });
        \(more)

        """),
    ])
  }

  @Test(
    "Capacitor's own channel has the sound of the settings, or none",
    arguments: ["", #""sound": "gong.wav""#])
  func capacitor(_ settings: String) throws {
    let project = Self.capacitor("sound: 'bell.wav'", settings: settings)
    #expect(
      try PreflightRun.findings(project) == ["warning [android-channel-sound] src/ring.ts:2"])
  }

  @Test(
    "Capacitor's notification names a channel, or may do so",
    arguments: ["channelId: 'bells'", "channelId", "...rest"])
  func capacitorTwin(_ member: String) throws {
    try PreflightRun.expectClean(
      Self.capacitor(
        "sound: 'bell.wav', \(member)",
        more: "LocalNotifications.createChannel({ id: 'bells', name: 'n', sound: 'bell.wav' });"))
  }

  @Test("An object in a variable may get its channel later")
  func capacitorVariable() throws {
    var project = Self.capacitor("channelId")
    func code(_ more: String) -> FixtureProject.Content {
      .text(
        """
        const bell: any = { id: 1, sound: 'bell.wav' };
        \(more)
        LocalNotifications.schedule({ notifications: [bell] });
        """)
    }
    project.files["src/bell.ts"] = code("")
    #expect(
      try PreflightRun.findings(project) == ["warning [android-channel-sound] src/bell.ts:1"])
    project.files["src/bell.ts"] = code("if (isAndroid) bell.channelId = chosen;")
    try PreflightRun.expectClean(project)
  }

  @Test("The app itself makes a channel of the same name", arguments: ["", ", sound: 'bell.wav'"])
  func capacitorMade(_ sound: String) throws {
    let project = Self.capacitor(
      "sound: 'bell.wav'",
      more: "LocalNotifications.createChannel({ id: 'default', name: 'n'\(sound) });")
    #expect(
      try PreflightRun.findings(project)
        == (sound.isEmpty ? ["warning [android-channel-sound] src/ring.ts:2"] : []))
  }

  @Test("The sound of the settings is that of the notification")
  func capacitorSettings() throws {
    try PreflightRun.expectClean(
      Self.capacitor("sound: 'bell.wav'", settings: #""sound": "bell.wav""#))
  }
}
