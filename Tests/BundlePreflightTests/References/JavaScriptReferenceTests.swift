import Testing

@testable import BundlePreflight

@Suite("Sounds asked for in JavaScript and TypeScript")
struct JavaScriptReferenceTests {
  @Test(
    "are found in what libraries are called with",
    arguments: [
      Snippet(
        "a.ts",
        """
        await Notifications.scheduleNotificationAsync({
          content: { title: "Time's up", sound: ▸'ding.wav' },
          trigger: { seconds: 2 },
        });
        """, "ding.wav"),
      Snippet(
        "a.tsx",
        """
        Notifications.setNotificationChannelAsync('alarms', {
          name: 'Alarms',
          sound: ▸"ding.wav", // with its extension
        })
        """, "ding.wav@android"),
      Snippet(
        "a.js", "notifee.createChannel({ id: 'a', sound: ▸'ding' })", "ding@android"),
      Snippet(
        "a.ts",
        """
        import { LocalNotifications } from '@capacitor/local-notifications';
        const choose = (mode) => mode ? { channelId: 'a', sound: ▸'ding.wav' } : null;
        """, "ding.wav@android"),
      Snippet(
        "a.js",
        """
        const payload = { notification: { title: 'a', sound: ▸'a.caf' } };
        admin.messaging().sendToDevice(token, payload);
        """, "a.caf"),
      Snippet(
        "a.js",
        """
        let shown;
        if (isIOS) {
          shown = { ios: { sound: ▸'a.caf' } };
        } else {
          shown = { android: { channelId: 'c' } };
        }
        notifee.displayNotification(shown);
        """, "a.caf@apple"),
      Snippet(
        "a.js",
        "notifee.displayNotification({ ios: { sound: ▸'a.wav' }, android: { sound: ▸'a' } })",
        "a.wav@apple", "a@android"),
      Snippet(
        "a.js", "PushNotification.localNotification({ soundName: ▸'ding.mp3' })", "ding.mp3"),
      Snippet(
        "a.ts",
        """
        class Azan {
          ring() { PushNotification.localNotification({ soundName: this.file(this.voice) }); }
          private file(voice: Voice): string {
            const files: Record<Voice, string> = { a: ▸'a.mp3', b: ▸'b.mp3' };
            return files[voice];
          }
          play() { this.player.play('c.mp3'); }
        }
        """, "a.mp3", "b.mp3"),
      Snippet(
        "a.js",
        "PushNotification.createChannel({ channelId: 'c', soundName: ▸'ding.mp3' }, (c) => 0)",
        "ding.mp3@android"),
      Snippet(
        "a.js", "PushNotificationIOS.addNotificationRequest({ id: '1', sound: ▸'a.caf' })",
        "a.caf@apple"),
      Snippet(
        "a.ts",
        """
        LocalNotifications.schedule({
          notifications: [
            { id: 1, title: `a ${b({c: `d`})}`, sound: ▸'beep.wav' },
            { id: 2, sound: ▸'boop.wav' },
          ],
        });
        """, "beep.wav", "boop.wav"),
      Snippet(
        "a.js", "cordova.plugins.notification.local.schedule({ sound: ▸'file.mp3' })",
        "file.mp3"),
      Snippet(
        "a.ts", "this.localNotifications?.schedule({ sound: ▸'a.wav' });", "a.wav"),
      Snippet(
        "a.js", "client.createNotification({ ios_sound: ▸'a.wav', android_sound: ▸'a' })",
        "a.wav@apple", "a@android"),
      Snippet(
        "a.js", "const m = { apns: { payload: { aps: { sound: ▸'a.caf', badge: 1 } } } };",
        "a.caf@apple"),
      Snippet(
        "a.js",
        "const m = { apns: { payload: { aps: { sound: { critical: 1, name: ▸'a.caf' } } } } };",
        "a.caf@apple"),
      Snippet(
        "a.js", #"{ "android": { "notification": { "sound": ▸"ding" } } }"#, "ding@android"),
      Snippet(
        "a.js", "send({ to: token, notification: { title: 't', sound: ▸'a.caf' } })", "a.caf"),
      Snippet(
        "a.js",
        "import { Expo } from 'expo-server-sdk'\nm.push({ to: t, sound: ▸'a.wav', body: 'b' })",
        "a.wav@apple"),
      Snippet("a.ts", "const c: AndroidChannel[] = [{ id: 'a', sound: ▸'a' }];", "a@android"),
      Snippet("a.js", "payload.aps.sound = ▸'a.caf'", "a.caf@apple"),
      Snippet(
        "a.ts", "const content: Notifications.NotificationContentInput = { sound: ▸'a.wav' };",
        "a.wav"),
      Snippet(
        "a.js", "const SOUND = ▸'a.wav'\nscheduleNotificationAsync({ content: { sound: SOUND } })",
        "a.wav"),
      Snippet(
        "a.vue",
        "<p>Don't stop</p>\n<script>\nLocalNotifications.schedule({notifications: [{sound: ▸'a.wav'}]})",
        "a.wav"),
    ])
  func found(snippet: Snippet) {
    #expect(snippet.found == snippet.expected)
  }

  @Test(
    "are read as JavaScript reads text",
    arguments: [
      Snippet(
        "a.js", #"x.replace(/["'`]/g, ''); notifee.createChannel({ sound: ▸'a' })"#, "a@android"),
      Snippet("a.js", "let r = a / b / c; notifee.createChannel({ sound: ▸'a' })", "a@android"),
      Snippet(
        "a.jsx", "<Text>Don't</Text>; notifee.createChannel({ sound: ▸'a' })", "a@android"),
      Snippet("a.js", "notifee.createChannel({ sound: ▸`a` })", "a@android"),
      Snippet("a.js", #"notifee.createChannel({ sound: ▸'gr\u00fcn' })"#, "grün@android"),
      Snippet("a.js", "notifee.createChannel({ 'sound': /* a */ ▸'a' })", "a@android"),
      Snippet("a.js", "/* /* */ notifee.createChannel({ sound: ▸'a' })", "a@android"),
    ])
  func text(snippet: Snippet) {
    #expect(snippet.found == snippet.expected)
  }

  @Test(
    "are found in variables that such a call takes later",
    arguments: [
      Snippet(
        "a.ts",
        """
        const options: Array<ScheduleOptions> = [{ id: 1, sound: ▸'ding' }];
        LocalNotifications.schedule(options).then(done);
        """, "ding"),
      Snippet(
        "a.js",
        """
        const channel = { id: 'a', sound: ▸'ding' };
        if (ready) { await notifee.createChannel(channel); }
        """, "ding@android"),
      Snippet(
        "a.js",
        "let n = { sound: ▸'ding' }\nLocalNotifications.schedule({ notifications: [n] })", "ding"),
      // Another function's variable, one that is called before, and a chain of two.
      Snippet(
        "a.js",
        "function a() { let n = { sound: 'ding' } }\nfunction b() { localNotification(n) }"),
      Snippet("a.js", "localNotification(n); n = { sound: 'ding' }"),
      Snippet("a.js", "a = { sound: 'ding' }; b = [a]; localNotification(b)"),
      Snippet("a.js", "options = { sound: 'pop' }; new Audio(options)"),
    ])
  func variable(snippet: Snippet) {
    #expect(snippet.found == snippet.expected)
  }

  @Test("A chain of a hundred thousand variables is read to its end")
  func chain() {
    let links = (1...100_000).map { "v\($0) = [v\($0 - 1)]; " }.joined()
    let text = "v0 = { sound: 'ding' }; " + links
    #expect(ReferenceScan.scan(Array(text.utf8), path: "a.js").references.isEmpty)
  }

  @Test(
    "are as certain where a condition chooses one of two",
    arguments: [
      Snippet(
        "a.js",
        "scheduleNotificationAsync({ content: { sound: Platform.OS === 'ios' ? ▸'a.caf' : ▸'b.wav' } })",
        "a.caf@apple", "b.wav@android"),
      Snippet(
        "a.js", "scheduleNotificationAsync({ content: { sound: urgent ? ▸'a.wav' : undefined } })",
        "a.wav"),
      Snippet(
        "a.js", "scheduleNotificationAsync({ content: { sound: urgent ? pick(1) : 'a' + b } })"),
      Snippet(
        "a.js", "scheduleNotificationAsync({ content: { sound: name || ▸'a.wav' } })", "a.wav"),
      Snippet(
        "a.js", "scheduleNotificationAsync({ content: { sound: a?.b ?? ▸'a.wav' } })", "a.wav"),
      Snippet(
        "a.js",
        "scheduleNotificationAsync({ content: { sound: a || b ? ▸'a.wav' : c ? ▸'b.wav' : null } })",
        "a.wav", "b.wav"),
      Snippet(
        "a.ts",
        """
        const pick = async (voice: string) => {
          return voices[voice] || ▸'a.wav';
        };
        scheduleNotificationAsync({ content: { sound: quiet ? undefined : pick(voice) } });
        """, "a.wav"),
    ])
  func chosen(snippet: Snippet) { #expect(snippet.found == snippet.expected) }

  @Test(
    "are doubtful where nothing says what they are for",
    arguments: [
      Snippet("a.js", "game.add({ sprite: 'a', sound: ▸'pop.mp3' })", "?pop.mp3"),
      Snippet("a.js", "const alarms = [{ name: 'Bell', sound: ▸'bell.wav' }]", "?bell.wav"),
      Snippet("a.js", "note.sound = ▸'ping.aiff';", "?ping.aiff"),
      Snippet("a.js", "join({ channelId: 'a', sound: ▸'horn.mp3' })", "?horn.mp3"),
      Snippet(
        "a.js", "notifee.createChannel({ sound: a ? ▸'a.wav' : ▸'b.wav' })", "a.wav@android",
        "b.wav@android"),
      Snippet(
        "a.js",
        "scheduleNotificationAsync({ content: { sound: Platform.select({ ios: ▸'a.caf' }) } })",
        "a.caf@apple"),
      Snippet(
        "a.js",
        """
        if (isIOS) {
          const shown = { ios: { sound: ▸'a.caf' } };
        }
        notifee.displayNotification(shown);
        """, "?a.caf@apple"),
      Snippet("a.js", "send({ ios: { sound: ▸'a.caf' } })", "?a.caf@apple"),
    ])
  func doubtful(snippet: Snippet) {
    #expect(snippet.found == snippet.expected)
  }

  @Test(
    "are not mistaken",
    arguments: [
      "scheduleNotificationAsync({ content: { sound: true } })",
      "scheduleNotificationAsync({ content: { sound: 'default' } })",
      "scheduleNotificationAsync({ content: { sound: null } })",
      "scheduleNotificationAsync({ content: { sound: undefined, body: 'a.wav' } })",
      "scheduleNotificationAsync({ content: { sound: name } })",
      "scheduleNotificationAsync({ content: { sound } })",
      "scheduleNotificationAsync({ content: { sound: require('./a.wav') } })",
      "// notifee.createChannel({ sound: 'a' })",
      "/* notifee.createChannel({ sound: 'a' }) */",
      #"log("notifee.createChannel({ sound: 'a' })")"#,
      "log(`notifee.createChannel({ sound: 'a' })`)",
      "new Audio('sound.mp3').play()",
      "const a = <audio src='sound.mp3' sound='x.mp3' />",
      "const sound = new Howl({ src: ['sound.mp3'] })",
      "new Audio({ sound: 'pop.mp3' })",
      "game.load({ sound: 'assets/audio/pop.mp3' })",
      "game.load({ sound: 'https://example.com/pop.mp3' })",
      "registration.showNotification('Hi', { sound: '/pop.mp3' })",
      "new Notification('Hi', { sound: 'pop.mp3' })",
      "const s = { sounds: ['a.wav'], sound: 'woof', playSound: 'a.wav' }",
      "const t = muted ? sound : 'pop.mp3'",
      "switch (a) { case sound: 'pop.mp3' }",
      "function createChannel() { load({ sound: 'ding' }) }",
      "interface Channel { sound: string; soundName?: 'a.wav' }",
      "onesignal.send({ ios_sound: 'nil', android_sound: null })",
    ])
  func clean(text: String) {
    #expect(Snippet.describe(ReferenceScan.scan(Array(text.utf8), path: "a.tsx")) == [])
  }

  @Test("are not searched for in what a bundler made")
  func minified() {
    let call = "notifee.createChannel({sound:'ding'});"
    let padding = String(repeating: "var a=1;", count: 4096)
    let made = ReferenceScan.scan(Array((call + padding).utf8), path: "a.js")
    #expect(made.references.isEmpty)
    let byHand = padding.replacing(";", with: ";\n")
    #expect(
      ReferenceScan.scan(Array((call + byHand).utf8), path: "a.js").references.map(\.name)
        == ["ding"])
  }
}
