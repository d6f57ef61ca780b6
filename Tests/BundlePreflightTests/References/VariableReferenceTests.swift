import Testing

@testable import BundlePreflight

@Suite("Sounds that stand in variables, tables, parameters and functions")
struct VariableReferenceTests {
  @Test(
    "are found where their names are",
    arguments: [
      Snippet(
        "a.dart",
        """
        void f() {
          var tone = ▸'ding.caf';
          if (isLoud) { tone = ▸'gong.caf'; }
          show(DarwinNotificationDetails(sound: tone));
        }
        """, "ding.caf@apple", "gong.caf@apple"),
      Snippet(
        "a.dart",
        """
        void f() {
          final tone = isDay ? ▸'ding' : ▸'gong';
          show(RawResourceAndroidNotificationSound(tone));
        }
        """, "ding@android", "gong@android"),
      Snippet(
        "a.dart",
        "void f({String tone = ▸'ding'}) { show(RawResourceAndroidNotificationSound(tone)); }",
        "ding@android"),
      Snippet(
        "a.dart",
        """
        const tones = <String, String>{'a': ▸'ding', 'b': ▸'gong'};
        final sound = RawResourceAndroidNotificationSound(tones[name]!);
        """, "ding@android", "gong@android"),
      Snippet(
        "a.dart",
        """
        String tone(int day) { if (day == 1) return ▸'ding'; return ▸'gong'; }
        final sound = RawResourceAndroidNotificationSound(tone(1));
        """, "ding@android", "gong@android"),
      Snippet(
        "a.js",
        """
        function build(isLoud) {
          let sound = ▸'ding.caf';
          if (isLoud) sound = ▸'gong.caf';
          return { apns: { payload: { aps: { sound } } } };
        }
        """, "ding.caf@apple", "gong.caf@apple"),
      Snippet(
        "a.ts",
        "const f = (sound: string = ▸'ding.caf') => { send({ aps: { alert, sound } }); };",
        "ding.caf@apple"),
      Snippet(
        "a.js",
        """
        const tones = { order: ▸'ding.caf', chat: ▸'gong.caf' };
        const payload = { aps: { sound: tones[kind] } };
        """, "ding.caf@apple", "gong.caf@apple"),
      Snippet(
        "a.ts",
        """
        const options = { sound: ▸'ding.caf', badge: 1 };
        notifee.displayNotification({ title: 't', ios: options });
        """, "ding.caf@apple"),
      Snippet(
        "a.ts",
        """
        const content = { title: 't', sound: ▸'ding.wav' };
        Notifications.scheduleNotificationAsync({ content, trigger: null });
        """, "ding.wav"),
      Snippet(
        "a.ts",
        """
        const base = { sound: ▸'ding.caf' };
        notifee.displayNotification({ title: 't', ios: { ...base } });
        """, "ding.caf@apple"),
      Snippet(
        "a.ts",
        """
        const tone = (kind) => (kind === 'a' ? ▸'ding.wav' : ▸'gong.wav');
        Notifications.scheduleNotificationAsync({ content: { sound: tone(kind) } });
        """, "ding.wav", "gong.wav"),
      Snippet(
        "a.js",
        "fetch('https://exp.host/x', { body: JSON.stringify({ to: t, sound: ▸'a.wav', title: 't' }) });",
        "a.wav@apple"),
      Snippet(
        "A.swift",
        """
        let tone = isLoud ? ▸"gong.caf" : ▸"ding.caf"
        content.sound = UNNotificationSound(named: UNNotificationSoundName(tone))
        """, "gong.caf@apple", "ding.caf@apple"),
      Snippet(
        "A.swift",
        """
        func ring(tone: String = ▸"ding.caf") {
          content.sound = UNNotificationSound(named: UNNotificationSoundName(tone))
        }
        """, "ding.caf@apple"),
      Snippet(
        "A.swift",
        """
        struct Tones { static var loud = ▸"gong.caf" }
        content.sound = UNNotificationSound(named: UNNotificationSoundName(Tones.loud))
        """, "gong.caf@apple"),
      Snippet(
        "a.js", "const note = new apn.Notification();\nnote.sound = ▸'ding.aiff';",
        "ding.aiff@apple"),
      Snippet(
        "a.js", "notification.ios_sound = ▸'ding.wav'; notification.android_sound = ▸'ding';",
        "ding.wav@apple", "ding@android"),
    ])
  func found(_ snippet: Snippet) {
    #expect(snippet.found == snippet.expected)
  }

  @Test(
    "are not guessed where they are replaced or come from elsewhere",
    arguments: [
      "void f() { var tone = 'old'; tone = pick(); show(RawResourceAndroidNotificationSound(tone)); }",
      """
      void f() {
        var tone = 'old';
        if (a) { tone = pick(); } else { tone = other(); }
        show(RawResourceAndroidNotificationSound(tone));
      }
      """,
      "void f() { var tone = 'ding'; if (a) tone = 'gong.caf'; show(DarwinNotificationDetails(sound: tone)); }",
      "void f(String tone) { show(RawResourceAndroidNotificationSound(tone)); }",
      "void g() { var tone = 'x'; } void f() { show(RawResourceAndroidNotificationSound(tone)); }",
      "final tones = load(); final s = RawResourceAndroidNotificationSound(tones[name]);",
    ])
  func unknown(_ text: String) {
    #expect(Snippet("a.dart", text).found == [])
  }
}

@Suite("Sounds asked for by servers")
struct ServerMessageTests {
  @Test(
    "are found where they are named",
    arguments: [
      Snippet(
        "a.py",
        """
        from firebase_admin import messaging
        m = messaging.Message(
          android=messaging.AndroidConfig(notification=messaging.AndroidNotification(sound='▸ding')),
          apns=messaging.APNSConfig(payload=messaging.APNSPayload(aps=messaging.Aps(sound='▸ding.caf'))))
        """, "ding@android", "ding.caf@apple"),
      Snippet(
        "a.py",
        """
        aps=messaging.Aps(
            sound=messaging.CriticalSound(
                name="▸ding.caf",
                critical=True))
        """, "ding.caf@apple"),
      Snippet(
        "a.py",
        """
        payload = {"to": token, "notification": {"title": "t", "sound": "▸ding"}}
        requests.post("https://fcm.googleapis.com/fcm/send", json=payload)
        """, "ding"),
      Snippet(
        "a.php",
        """
        <?php
        $notification = ['title' => $t, 'sound' => '▸ding'];
        $fields = ['registration_ids' => $ids, 'notification' => $notification]; // fcm
        """, "ding"),
      Snippet(
        "a.go",
        #"var m = &messaging.Message{Android: &messaging.AndroidConfig{Notification: &messaging.AndroidNotification{Sound: "▸ding"}}}"#,
        "ding@android"),
      Snippet(
        "A.java",
        #"AndroidConfig.builder().setNotification(AndroidNotification.builder().setSound("▸ding").build())"#,
        "ding@android"),
      Snippet(
        "A.java", #"ApnsConfig.builder().setAps(Aps.builder().setSound("▸ding.caf").build())"#,
        "ding.caf@apple"),
      Snippet(
        "A.cs",
        #"new AndroidConfig { Notification = new AndroidNotification { Sound = "▸ding" } };"#,
        "ding@android"),
      Snippet(
        "a.rb", "n = Rpush::Apns::Notification.new\nn.sound = \"▸ding.caf\"", "ding.caf@apple"),
      Snippet(
        "a.rb", "n = Rpush::Apns2::Notification.new\nn.sound = '▸ding.caf'", "ding.caf@apple"),
      Snippet(
        "a.go",
        #"import "github.com/sideshow/apns2/payload"; p := payload.NewPayload().Sound("▸ding.caf")"#,
        "ding.caf@apple"),
      Snippet(
        "a.py",
        "from apns2.payload import Payload\nPayload(alert='New', sound='▸ding.caf', badge=1)",
        "ding.caf@apple"),
      Snippet(
        "a.php",
        "use Pushok\\Payload;\n$p = Payload::create()->setSound('▸ding.caf');", "ding.caf@apple"),
      Snippet(
        "a.ex", "n |> Pigeon.APNS.Notification.put_sound(\"▸ding.caf\")", "ding.caf@apple"),
      Snippet(
        "A.java", "new SimpleApnsPayloadBuilder().setSound(▸\"ding.caf\").build();",
        "ding.caf@apple"),
      Snippet(
        "a.swift", "import APNSCore\nnote(payload: p, sound: .fileName(▸\"ding.caf\"))",
        "ding.caf@apple"),
      Snippet(
        "a.py", #"data = {"ios_sound": "▸ding.wav", "android_sound": "▸ding"}"#,
        "ding.wav@apple", "ding@android"),
      Snippet(
        "a.py",
        "from exponent_server_sdk import PushMessage\nPushMessage(to=t, sound='▸ding.wav')",
        "ding.wav@apple"),
    ])
  func found(_ snippet: Snippet) {
    #expect(snippet.found == snippet.expected)
  }

  @Test(
    "are not seen in other words",
    arguments: [
      "n = {'notification': {'default_sound': True, 'sound': 'default'}} # fcm/send",
      "n = {'notification': {'title': 't'}, 'data': {'sound': 'ding'}} # fcm/send",
      "n = {'notification': {'sound': sound}} # fcm/send",
      "# 'notification': {'sound': 'ding'} of fcm/send",
      "game.play(sound='ding')", "game.play(sound='ding.caf')",
      "n = {'notification': {'title': 't'}}; volume(sound='ding') # fcm, of the new form",
    ])
  func none(_ text: String) {
    #expect(Snippet("a.py", text).found == [])
  }
}
