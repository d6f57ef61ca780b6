import AlertSounds
import BundlePreflight
import Testing

@Suite("Android's channels fit the notifications that name them")
struct ChannelTests {
  /// A Flutter app that makes the channel `bells` with the sound `bell`, and what sends to it.
  private static func app(_ files: [String: String] = [:], main: String = main) -> FixtureProject {
    FixtureProject.flutter(
      [
        "android/app/src/main/res/raw/bell.wav": .sound(.wave),
        "android/app/src/main/res/raw/gong.wav": .sound(.wave),
        "lib/main.dart": .text(main),
      ].merging(files.mapValues { .text($0) }) { $1 })
  }

  private static let main = """
    import 'package:flutter_local_notifications/flutter_local_notifications.dart';
    const channel = AndroidNotificationChannel('bells', 'Bells',
      sound: RawResourceAndroidNotificationSound('bell'));
    const other = RawResourceAndroidNotificationSound('gong');

    """

  /// Each names the channel `ID` on its only line with that word.
  static let pushes = [
    "push.json": #"{ "message": { "android": { "notification": { "channel_id": "ID" } } } }"#,
    "legacy.json": #"{ "to": "x", "notification": { "android_channel_id": "ID" } }"#,
    "expo.json": #"{ "to": "ExponentPushToken[x]", "title": "t", "channelId": "ID" }"#,
    "functions/index.js": """
    const messaging = require('firebase-admin/messaging');
    send({ token, android: { notification: { channelId: 'ID' } } }, 'notification');
    """,
    "server/push.ts": """
    import { Expo } from 'expo-server-sdk';
    const message: ExpoPushMessage = { to: token, title: 't', body: 'b', channelId: 'ID' };
    """,
    "server/push.py": """
    from firebase_admin import messaging
    android = messaging.AndroidConfig(notification=messaging.AndroidNotification(channel_id='ID'))
    """,
    "server/push.go": """
    import "firebase.google.com/go/messaging"
    var android = &messaging.AndroidConfig{Notification: &messaging.AndroidNotification{ChannelID: "ID"}}
    """,
    "server/push.php": """
    <?php // fcm
    $message = ['android' => ['notification' => ['channel_id' => 'ID']]];
    """,
    "android/app/src/main/java/Post.kt": """
    val builder = NotificationCompat.Builder(context, "ID")
    """,
  ]

  @Test("A notification names a channel that the app makes", arguments: pushes.keys.sorted())
  func twin(_ file: String) throws {
    let text = Self.pushes[file]?.replacingOccurrences("ID", "bells") ?? ""
    try PreflightRun.expectClean(Self.app([file: text]))
  }

  @Test("A notification names a channel that nobody makes", arguments: pushes.keys.sorted())
  func missing(_ file: String) throws {
    let text = Self.pushes[file] ?? ""
    let line = text.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.contains("ID\"") || $0.contains("ID'") }.map { $0 + 1 }
    #expect(
      try PreflightRun.findings(Self.app([file: text])) == [
        "warning [android-channel-missing] \(file):\(line ?? 0)"
      ])
  }

  @Test("A notification of many members has a channel with another sound")
  func manyMembers() throws {
    let members = (1...20).map { "o\($0): n ? n.o : 0" }.joined(separator: ", ")
    func app(_ sound: String) -> FixtureProject {
      Self.app([
        "a.js": """
        import PushNotification from 'react-native-push-notification';
        PushNotification.createChannel({ channelId: 'c', channelName: 'n', soundName: '\(sound)' });
        PushNotification.localNotification({ channelId: 'c', \(members), soundName: 'gong' });

        """
      ])
    }
    #expect(try PreflightRun.findings(app("default")) == ["warning [android-channel-sound] a.js:3"])
    try PreflightRun.expectClean(app("gong"))
  }

  @Test(
    "Each library's way to make a channel is known",
    arguments: [
      "a.ts": "Notifications.setNotificationChannelAsync('ID', { name: 'n' });",
      "b.ts": "await notifee.createChannel({ id: 'ID', name: 'n' });",
      "c.js": "PushNotification.createChannel({ channelId: 'ID', channelName: 'n' }, () => {});",
      "d.kt":
        #"manager.createNotificationChannel(NotificationChannel("ID", "n", IMPORTANCE_HIGH))"#,
      "e.java":
        #"NotificationChannel c = new NotificationChannel(KEY, "n", 4); final String KEY = "ID";"#,
      "f.kt": #"val c = NotificationChannelCompat.Builder("ID", IMPORTANCE_HIGH)"#,
      "g.dart": "NotificationChannel(channelKey: 'ID', channelName: 'n', channelDescription: 'd')",
      "h.dart": "final d = AndroidNotificationDetails('ID', 'n');",
    ])
  func makers(_ file: String, _ text: String) throws {
    let push = Self.pushes["push.json"] ?? ""
    try PreflightRun.expectClean(Self.app(["push.json": push, file: text]))
  }

  @Test("Where an identifier is put together at run time, or no app is here, nothing is said")
  func unknown() throws {
    let push = Self.pushes["push.json"] ?? ""
    try PreflightRun.expectClean(
      Self.app(["push.json": push, "a.ts": "notifee.createChannel({ id: `${tone}-${volume}` });"]))
    #expect(
      try PreflightRun.findings(FixtureProject(["push.json": .text(push)])).allSatisfy {
        !$0.contains("channel")
      })
  }

  @Test("A message's sound is not that of its channel")
  func disagreeing() throws {
    func push(_ sound: String) -> String {
      #"{ "message": { "android": { "notification": { "channel_id": "bells", "sound": "\#(sound)" } } } }"#
    }
    try PreflightRun.expectClean(Self.app(["push.json": push("bell")]))
    #expect(
      try PreflightRun.findings(Self.app(["push.json": push("gong")])) == [
        "warning [android-channel-sound] push.json:1"
      ])
  }

  @Test("A notification of the app names a sound, and its channel was made without")
  func withoutSound() throws {
    let main = """
      import 'package:flutter_local_notifications/flutter_local_notifications.dart';
      const channel = AndroidNotificationChannel('bells', 'Bells', importance: Importance.max);
      const details = AndroidNotificationDetails('bells', 'Bells',
        sound: RawResourceAndroidNotificationSound('bell'));

      """
    let computed = main.replacing("Sound('bell')", with: "Sound(tones.first)")
    for text in [main, computed] {
      #expect(
        try PreflightRun.findings(Self.app(main: text)) == [
          "warning [android-channel-sound] lib/main.dart:3"
        ])
    }
    try PreflightRun.expectClean(
      Self.app(main: computed.replacing("max", with: "max, sound: channelSound")))
  }

  @Test(
    "The sound may stand in a variable, or depend on a condition",
    arguments: [
      """
      const sound = RawResourceAndroidNotificationSound('bell');
      final details = AndroidNotificationDetails('bells', 'n', sound: sound);
      """,
      """
      final details = AndroidNotificationDetails('bells', 'n',
        sound: isLoud ? const RawResourceAndroidNotificationSound('bell') : null);
      """,
    ])
  func soundOfVariable(_ text: String) throws {
    let plain = "const channel = AndroidNotificationChannel('bells', 'Bells');\n"
    let found = try PreflightRun.findings(Self.app(["lib/show.dart": text], main: plain))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("warning [android-channel-sound] lib/show.dart:") == true)
    let own = plain.replacing(
      "')", with: "', sound: RawResourceAndroidNotificationSound('bell'))")
    try PreflightRun.expectClean(Self.app(["lib/show.dart": text], main: own))
  }

  @Test("A notification may name its channel by the variable that has it")
  func channelOfVariable() throws {
    let channel = """
      final AndroidNotificationChannel channel = const AndroidNotificationChannel(
        'bells', 'Bells', importance: Importance.max);

      """
    let details = """
      final details = AndroidNotificationDetails(channel.id, channel.name,
        sound: RawResourceAndroidNotificationSound('bell'));

      """
    #expect(
      try PreflightRun.findings(Self.app([:], main: channel + details)) == [
        "warning [android-channel-sound] lib/main.dart:3"
      ])
    let own = channel.replacing(
      "importance:", with: "sound: RawResourceAndroidNotificationSound('bell'), importance:")
    try PreflightRun.expectClean(Self.app([:], main: own + details))
    // Another source's channel may be any.
    try PreflightRun.expectClean(Self.app([:], main: details))
  }

  @Test("A variable that branches change has each of its values")
  func variable() throws {
    let text = """
      async function ring(isLoud) {
        let channelId = 'quiet';
        if (isLoud) {
          channelId = 'bells';
        }
        await notifee.displayNotification({ title: 't', android: { channelId } });
      }

      """
    let found = ["warning [android-channel-missing] a.ts:2"]
    #expect(try PreflightRun.findings(Self.app(["a.ts": text])) == found)
    #expect(
      try PreflightRun.findings(
        Self.app(["a.ts": text.replacing("{ channelId }", with: "{ channelId: channelId }")]))
        == found)
    // Each branch gives it another value.
    let replaced = text.replacing("}\n  await", with: "} else { channelId = 'bells'; }\n  await")
    try PreflightRun.expectClean(Self.app(["a.ts": replaced]))
    let made = text.replacing("'quiet'", with: "'bells'")
    try PreflightRun.expectClean(Self.app(["a.ts": made]))
  }

  @Test("notifee and react-native-push-notification make no channel that is called default")
  func defaultChannel() throws {
    let text = "notifee.displayNotification({ android: { channelId: 'default' } });\n"
    #expect(
      try PreflightRun.findings(Self.app(["a.ts": text])) == [
        "warning [android-channel-missing] a.ts:1"
      ])
    let made = "notifee.createChannel({ id: 'default', name: 'n' });\n"
    try PreflightRun.expectClean(Self.app(["a.ts": text, "b.ts": made]))
    let capacitor =
      "LocalNotifications.schedule({ notifications: [{ id: 1, channelId: 'default' }] });\n"
    try PreflightRun.expectClean(Self.app(["a.ts": capacitor]))
  }

  @Test(
    "A channel is described by a constant, here or in another source",
    arguments: ["const BELLS = { id: 'bells' };", "import { BELLS } from './described';"])
  func described(_ first: String) throws {
    let text = first + "\nnotifee.createChannel(BELLS);\n"
    let described = "export const BELLS: AndroidChannel = { id: 'bells', name: 'n' };\n"
    let push = Self.pushes["push.json"] ?? ""
    let files = ["a.ts": text, "described.ts": described]
    let fitting = push.replacing("ID", with: "bells")
    try PreflightRun.expectClean(Self.app(files.merging(["push.json": fitting]) { $1 }))
    #expect(
      try PreflightRun.findings(Self.app(files.merging(["push.json": push]) { $1 })) == [
        "warning [android-channel-missing] push.json:1"
      ])
  }

  @Test(
    "A channel of a fixed identifier keeps its first sound",
    arguments: [
      "void show(String tone) { f(AndroidNotificationDetails('bells', 'n', SOUND)); }",
      "details({String tone = 'bell'}) => AndroidNotificationDetails('bells', 'n', SOUND);",
      "void all() { for (final tone in tones) { f(AndroidNotificationDetails('bells', 'n', SOUND)); } }",
      "void all() { var tone = 'bell'; if (loud) tone = 'gong'; f(AndroidNotificationDetails('bells', 'n', SOUND)); }",
    ])
  func given(_ text: String) throws {
    let sound = text.replacing(
      "SOUND", with: "sound: RawResourceAndroidNotificationSound(tone)")
    #expect(
      try PreflightRun.findings(Self.app(main: sound)) == [
        "warning [android-channel-sound] lib/main.dart:1"
      ])
    try PreflightRun.expectClean(Self.app(main: sound.replacing("'bells'", with: "'bells_$tone'")))
    try PreflightRun.expectClean(
      Self.app(
        main: sound.replacing("Sound(tone)", with: "Sound(bell)") + " const bell = 'bell';"))
  }

  @Test("A sound of a list of maps is one of several")
  func listOfMaps() throws {
    let main = """
      final all = [{'id': 1, 'sound': 'bell'}, {'id': 2, 'sound': 'gong'}];
      void ring() {
        for (final a in all) {
          f(AndroidNotificationDetails('bells', 'n',
            sound: RawResourceAndroidNotificationSound(a['sound'] as String)));
        }
      }
      """
    #expect(
      try PreflightRun.findings(Self.app(main: main)) == [
        "warning [android-channel-sound] lib/main.dart:4"
      ])
    #expect(
      try PreflightRun.findings(
        Self.app(
          main: main.replacing("'bells'", with: "'b${a['id']}'").replacing("'gong'", with: "'horn'")
        ))
        == ["error [sound-missing] lib/main.dart:1"])
  }

  @Test("Each channel of a loop has its own sound")
  func loops() throws {
    func app(_ identifier: String) -> FixtureProject {
      Self.app([
        "a.ts": """
        const CHANNELS = [{ id: 'day', tone: 'bell' }, { id: 'night', tone: 'gong' }];
        CHANNELS.forEach((channel) => notifee.createChannel({ id: \(identifier), sound: channel.tone }));
        for (const tone of ['bell', 'gong']) notifee.createChannel({ id: tone, name: 'n', sound: tone });
        """
      ])
    }
    try PreflightRun.expectClean(app("channel.id"))
    #expect(
      try PreflightRun.findings(app("'one'")) == ["warning [android-channel-sound] a.ts:2"])
  }

  @Test("A channel is chosen together with its sound")
  func chosenTogether() throws {
    let main = """
      void show() {
        var id = 'plain';
        var tone = '';
        if (loud) {
          id = 'bells';
          tone = 'bell';
        }
        f(AndroidNotificationDetails(ID, 'n',
          sound: tone.isNotEmpty ? RawResourceAndroidNotificationSound(tone) : null));
      }
      const plain = AndroidNotificationChannel('plain', 'n');
      const bells = AndroidNotificationChannel('bells', 'n',
        sound: RawResourceAndroidNotificationSound('bell'));
      """
    try PreflightRun.expectClean(Self.app(main: main.replacing("ID", with: "id")))
    #expect(
      try PreflightRun.findings(Self.app(main: main.replacing("ID", with: "'plain'")))
        == ["warning [android-channel-sound] lib/main.dart:8"])
  }

  @Test("Two sources of one app show notifications of different sounds in a channel")
  func shownInTwo() throws {
    let import_ = "import 'package:flutter_local_notifications/flutter_local_notifications.dart';\n"
    let bell =
      "final a = AndroidNotificationDetails('bells', 'n', sound: RawResourceAndroidNotificationSound('bell'));\n"
    let plain = "final b = AndroidNotificationDetails('bells', 'n');\n"
    func app(_ second: String) -> FixtureProject {
      Self.app(["lib/b.dart": import_ + second], main: import_ + bell)
    }
    #expect(
      try PreflightRun.findings(app(plain)) == ["warning [android-channel-sound] lib/main.dart:2"])
    try PreflightRun.expectClean(app(bell))
    try PreflightRun.expectClean(app(plain.replacing("'bells'", with: "'plain'")))
    try PreflightRun.expectClean(
      app(plain + "const c = AndroidNotificationChannel('bells', 'n', sound: s);\n"))
  }

  @Test("A push's part for Android stands in a variable of that name")
  func androidVariable() throws {
    func app(_ name: String, _ channel: String) -> FixtureProject {
      Self.app([
        "a.ts": "notifee.createChannel({ id: 'bells', name: 'n', sound: 'bell' });\n",
        "server/push.js":
          "let \(name) = {};\n\(name) = { notification: { channelId: '\(channel)' } };\n",
      ])
    }
    #expect(
      try PreflightRun.findings(app("androidConfig", "gongs"))
        == ["warning [android-channel-missing] server/push.js:2"])
    try PreflightRun.expectClean(app("androidConfig", "bells"))
    try PreflightRun.expectClean(app("other", "gongs"))
  }

  @Test("A channel is made with the first of two sounds that one source shows in it")
  func shownTwice() throws {
    let main = """
      final a = AndroidNotificationDetails('bells', 'n', sound: RawResourceAndroidNotificationSound('bell'));
      final b = AndroidNotificationDetails('bells', 'n');
      """
    #expect(
      try PreflightRun.findings(Self.app(main: main)) == [
        "warning [android-channel-sound] lib/main.dart:2"
      ])
    try PreflightRun.expectClean(
      Self.app(main: main.replacing("'bells', 'n');", with: "'quiet', 'n');")))
    try PreflightRun.expectClean(
      Self.app(main: main.replacing("'n');", with: "'n', playSound: false);")))
  }

  @Test(
    "A notification of JavaScript has a sound that its channel was made without",
    arguments: [
      "PushNotification.localNotification({ channelId: 'bells', soundName: 'bell.wav' });",
      "LocalNotifications.schedule({ notifications: [{ channelId: 'bells', sound: 'bell.wav' }] });",
      "notifee.displayNotification({ android: { channelId: 'bells', sound: 'bell' } });",
    ])
  func postedSound(_ post: String) throws {
    func app(_ sound: String, _ post: String) -> FixtureProject {
      let made = "X.createChannel({ channelId: 'bells', channelName: 'Bells'\(sound) });\n"
      return Self.app(["src/push.ts": made + post], main: "")
    }
    #expect(
      try PreflightRun.findings(app("", post)) == [
        "warning [android-channel-sound] src/push.ts:2"
      ])
    try PreflightRun.expectClean(app(", soundName: 'bell.wav'", post))
    try PreflightRun.expectClean(app(", ...options", post))
    #expect(
      try PreflightRun.findings(
        app(", sound: 'bell.wav'", post.replacing("channelId: 'bells'", with: "channelId: 'gongs'"))
      )
        == ["warning [android-channel-missing] src/push.ts:2"])
  }

  @Test("A channel is made in one source by a constant, and named in another")
  func constant() throws {
    let channel = "NotificationChannel c = new NotificationChannel(Ids.BELLS, \"n\", 4);"
    let builder = """
      val b = NotificationCompat.Builder(this, Ids.BELLS)
      fun f() { NotificationCompat.Builder(this, Ids.BELLS).setSound(Uri.parse("android.resource://a/${R.raw.bell}")) }
      """
    #expect(
      try PreflightRun.findings(Self.app(["A.java": channel, "B.kt": builder], main: "")) == [
        "warning [android-channel-sound] B.kt:2"
      ])
    try PreflightRun.expectClean(
      Self.app(["A.java": channel + " c.setSound(uri, a);", "B.kt": builder], main: ""))
    try PreflightRun.expectClean(Self.app(["B.kt": builder], main: ""))
  }

  @Test("Dart's address of a sound is no path of an asset")
  func address() throws {
    let main = "final s = UriAndroidNotificationSound('assets/bell.mp3');"
    #expect(
      try PreflightRun.findings(Self.app(main: main)) == ["error [sound-name-path] lib/main.dart:1"]
    )
    #expect(
      try PreflightRun.findings(Self.app(main: main.replacing("assets", with: "asset:///assets")))
        == ["error [sound-name-path] lib/main.dart:1"])
    try PreflightRun.expectClean(
      Self.app(
        main: main.replacing("assets/bell.mp3", with: "content://settings/system/alarm_alert"))
    )
  }

  @Test("The system opens no file of the app")
  func file() throws {
    let main = "final s = UriAndroidNotificationSound('file://$path');"
    #expect(
      try PreflightRun.findings(Self.app(main: main)) == ["note [sound-name-path] lib/main.dart:1"])
    try PreflightRun.expectClean(Self.app(main: main.replacing("file:", with: "content:")))
  }

  @Test("The kind of a ringtone is no resource", arguments: ["A.kt", "A.java"])
  func ringtone(_ file: String) throws {
    let text = """
      // NotificationCompat
      builder.setSound(RingtoneManager.getDefaultUri(R.raw.bell))

      """
    func found(_ text: String) throws -> [String] {
      try PreflightRun.findings(Self.app(["android/app/src/main/java/" + file: text]))
    }
    #expect(
      try found(text) == ["error [sound-name-path] android/app/src/main/java/\(file):2"])
    #expect(try found(text.replacing("R.raw.bell", with: "RingtoneManager.TYPE_ALARM")) == [])
  }

  @Test("A channel's identifier is the first argument without a label")
  func labelBefore() throws {
    func found(_ identifier: String) throws -> [String] {
      let post =
        "final n = AndroidNotificationDetails(channelDescription: 'd', '\(identifier)', 'n');"
      return try PreflightRun.findings(Self.app(main: Self.main + post + "\n"))
    }
    #expect(try found("bells") == [])
    let gong =
      Self.main + """
        final n = AndroidNotificationDetails(channelDescription: 'd', 'bells', 'n',
          sound: RawResourceAndroidNotificationSound('gong'));

        """
    #expect(
      try PreflightRun.findings(Self.app(main: gong)) == [
        "warning [android-channel-sound] lib/main.dart:5"
      ])
  }

  @Test("A channel in a variable that nobody uses is not made")
  func unused() throws {
    func found(_ use: String) throws -> [String] {
      let main = """
        void run() {
          const channel = AndroidNotificationChannel('bells', 'Bells');
          plugin.createNotificationChannel(channel);
          plugin.show(const AndroidNotificationDetails('bells', 'n',
            sound: RawResourceAndroidNotificationSound('bell')));
        }
        void other() {
          AndroidNotificationChannel channel = AndroidNotificationChannel('bells', 'Bells',
            sound: const RawResourceAndroidNotificationSound('bell'));
          \(use)
        }

        """
      return try PreflightRun.findings(Self.app(main: main))
    }
    #expect(
      try found("").contains { $0 == "warning [android-channel-sound] lib/main.dart:4" })
    #expect(
      try found("plugin.createNotificationChannel(channel);") == [
        "warning [android-channel-sound] lib/main.dart:8"
      ])
  }

  @Test("Two notifications of a channel ask for the sounds of two addresses")
  func addresses() throws {
    let main = """
      final a = AndroidNotificationDetails('bells', 'n',
          sound: UriAndroidNotificationSound('content://settings/system/alarm_alert'));
      final b = AndroidNotificationDetails('bells', 'n',
          sound: const UriAndroidNotificationSound('content://settings/system/ringtone'));
      """
    #expect(
      try PreflightRun.findings(Self.app(main: main)) == [
        "warning [android-channel-sound] lib/main.dart:3"
      ])
    try PreflightRun.expectClean(
      Self.app(main: main.replacing("system/ringtone", with: "system/alarm_alert")))
    try PreflightRun.expectClean(
      Self.app(main: main.replacing("'content://settings/system/ringtone'", with: "chosen()")))
  }

  /// Notifications of an Android app with the sound `bell`, in a channel that `CHANNEL` may give it.
  static let builders = [
    "A.kt": """
    const val ID = "bells"
    class A {
      fun post(manager: NotificationManager) {
        val channel = NotificationChannel(ID, "n", IMPORTANCE_HIGH)
        // CHANNEL channel.setSound(uri, attributes)
        manager.createNotificationChannel(channel)
        val uri = Uri.parse("android.resource://${context.packageName}/${R.raw.bell}")
        manager.notify(1, NotificationCompat.Builder(context, ID).setPriority(1).setSound(uri).build())
      }
    }
    """,
    "B.java": """
    class B {
      private static final String ID = "bells";
      void post() {
        NotificationChannel channel = new NotificationChannel(ID, "n", 4);
        // CHANNEL channel.setSound(uri, attributes);
        manager.createNotificationChannel(channel);
        NotificationCompat.Builder builder = new NotificationCompat.Builder(this, ID);
        builder.setSound(Uri.parse("android.resource://" + getPackageName() + "/" + R.raw.bell));
      }
    }
    """,
    "C.java": """
    class C {
      private static final String ID = "bells";
      void post() {
        NotificationChannel channel = new NotificationChannel(ID, "n", 4);
        // CHANNEL channel.setSound(uri, attributes);
        manager.createNotificationChannel(channel);
        Notification.Builder builder = new Notification.Builder(this, ID)
          .setSound(Uri.parse("android.resource://" + getPackageName() + "/" + R.raw.bell));
      }
    }
    """,
  ]

  @Test("A builder's sound never plays in a channel without it", arguments: builders.keys.sorted())
  func builderSound(_ file: String) throws {
    let text = Self.builders[file] ?? ""
    let line = file == "A.kt" ? 8 : 7
    #expect(
      try PreflightRun.findings(Self.app([file: text], main: "")) == [
        "warning [android-channel-sound] \(file):\(line)"
      ])
    try PreflightRun.expectClean(
      Self.app([file: text.replacingOccurrences("// CHANNEL ", "")], main: ""))
    for sound in [
      "RingtoneManager.getDefaultUri(RingtoneManager.TYPE_ALARM)",
      "Settings.System.DEFAULT_NOTIFICATION_URI",
    ] {
      let set = "channel.setSound(\(sound), attributes)"
      #expect(
        try PreflightRun.findings(
          Self.app(
            [
              file: text.replacingOccurrences("// CHANNEL channel.setSound(uri, attributes)", set)
            ], main: "")) == ["warning [android-channel-sound] \(file):\(line)"])
      try PreflightRun.expectClean(
        Self.app(
          [
            file: text.replacingOccurrences(
              "// CHANNEL channel.setSound(uri", "channel.setSound(uri == null ? \(sound) : uri")
          ], main: ""))
    }
    try PreflightRun.expectClean(
      Self.app(
        [file: text.replacingOccurrences("R.raw.bell", "RingtoneManager.TYPE_ALARM")], main: ""))
  }

  @Test("A quiet channel of Kotlin's or Java's gets a sound", arguments: ["LOW", "HIGH"])
  func quiet(_ importance: String) throws {
    let kotlin = """
      val channel = NotificationChannel("bells", "n", NotificationManager.IMPORTANCE_\(importance)).apply {
        setSound(Uri.parse("android.resource://app/raw/bell"), null)
      }
      """
    let java = """
      NotificationChannel c = new NotificationChannel("bells", "n", NotificationManager.IMPORTANCE_\(importance));
      c.setSound(uri, attributes);
      """
    let found = try PreflightRun.findings(Self.app(["A.kt": kotlin, "B.java": java]))
    #expect(
      found
        == (importance == "LOW"
          ? ["warning [android-channel] A.kt:1", "warning [android-channel] B.java:1"] : []))
  }

  @Test("Where there is an Android side alone, a resource's address is no path of Apple's")
  func androidAlone() throws {
    func app(_ files: [String: FixtureProject.Content]) -> FixtureProject {
      FixtureProject(
        files.merging([
          "package.json": .text(#"{ "dependencies": { "@capacitor/core": "7" } }"#),
          "capacitor.config.ts": .text(
            "export default { plugins: { LocalNotifications: { sound: 'res://raw/bell.wav' } } };"),
          "android/settings.gradle": .text("include ':app'\n"),
          "android/app/build.gradle": .text("plugins { id 'com.android.application' }\n"),
        ]) { $1 })
    }
    try PreflightRun.expectClean(app(["android/app/src/main/res/raw/bell.wav": .sound(.wave)]))
    #expect(
      try PreflightRun.findings(app([:])) == ["error [sound-missing] capacitor.config.ts:1"])
  }
}

extension String {
  fileprivate func replacingOccurrences(_ old: String, _ new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
