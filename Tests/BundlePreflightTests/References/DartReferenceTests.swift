import Testing

@testable import BundlePreflight

@Suite("Sounds asked for in Dart")
struct DartReferenceTests {
  @Test("A static variable may be what it is made with, also where the source changes it")
  func statics() {
    let text = """
      class Setup {
        static String sound = 'bell.caf';
        final details = DarwinNotificationDetails(sound: sound);
      }

      """
    let result = ReferenceScan.scan(Array(text.utf8), path: "a.dart")
    #expect(Snippet.describe(result) == ["2:25 bell.caf@apple"])
    let changed = text + "void change() { Setup.sound = other; }\n"
    let first = ReferenceScan.scan(Array(changed.utf8), path: "a.dart")
    #expect(Snippet.describe(first) == ["2:25 bell.caf@apple"])
  }

  @Test("A name of which nothing is known may be any")
  func computed() {
    let text =
      "f(RawResourceAndroidNotificationSound(pick()), DarwinNotificationDetails(sound: pick()));"
    let found = ReferenceScan.scan(Array(text.utf8), path: "a.dart").references
    #expect(found.map(\.name) == [SoundReference.anyName, SoundReference.anyName])
    #expect(found.map(\.platform) == [.android, .apple])
    #expect(found.map(\.isCertain) == [true, true])
  }

  @Test(
    "are found where they are named",
    arguments: [
      Snippet(
        "a.dart",
        """
        const details = NotificationDetails(
          android: AndroidNotificationDetails(
            'id', 'name',
            sound: RawResourceAndroidNotificationSound(▸'ding'),
          ),
          iOS: DarwinNotificationDetails(presentSound: true, sound: ▸'ding.aiff'),
        );
        """, "ding@android", "ding.aiff@apple"),
      Snippet(
        "a.dart", "RawResourceAndroidNotificationSound(▸'ding.mp3'.split('.').first)",
        "ding@android"),
      Snippet(
        "a.dart", "RawResourceAndroidNotificationSound(▸'ding.mp3'.split('.')[0])",
        "ding@android"),
      Snippet(
        "a.dart",
        "const tone = ▸'ding.mp3';\nRawResourceAndroidNotificationSound(tone.replaceAll('.mp3', ''))",
        "ding@android"),
      Snippet(
        "a.dart",
        """
        const tone = ▸▸'ding.aiff';
        final android = RawResourceAndroidNotificationSound(tone);
        final darwin = DarwinNotificationDetails(sound: tone);
        """, "ding.aiff@android", "ding.aiff@apple"),
      Snippet("a.dart", "IOSNotificationDetails(sound: ▸\"a.caf\")", "a.caf@apple"),
      Snippet("a.dart", "MacOSNotificationDetails(sound: ▸r'a.caf')", "a.caf@apple"),
      Snippet("a.dart", "const DarwinNotificationDetails(sound: ▸'''a.caf''',)", "a.caf@apple"),
      Snippet(
        "a.dart",
        """
        NotificationChannel(
          channelKey: 'alarm',
          soundSource: ▸▸'resource://raw/res_ding',
        )
        """, "res_ding@android", "res_ding.aiff@apple"),
      Snippet(
        "a.dart",
        "NotificationChannel(channelKey: 'a', soundSource: ▸▸'resource://raw/a_name_with_many_letters')",
        "a_name_with_many_letters@android", "a_name_with_many_letters.aiff@apple"),
      Snippet(
        "a.dart", "NotificationContent(id: 1, customSound: ▸▸'resource://raw/res_a')",
        "res_a@android", "res_a.aiff@apple"),
      Snippet(
        "a.dart", "final m = {'aps': {'sound': ▸'a.caf'}};", "a.caf@apple"),
      Snippet(
        "a.dart", "post(<String, dynamic>{'to': t, 'notification': {'sound': ▸'a.caf'}});",
        "a.caf"),
      Snippet(
        "a.dart",
        "static const String sound = ▸'ding';\nfinal s = RawResourceAndroidNotificationSound(sound);",
        "ding@android"),
      Snippet(
        "a.dart",
        "/* /* */ ' */ var a = '${f('}')} $b'; DarwinNotificationDetails(sound: ▸'a.caf')",
        "a.caf@apple"),
      Snippet(
        "a.dart", "DarwinNotificationDetails(sound: loud ? ▸'a.caf' : null)", "a.caf@apple"),
      Snippet(
        "a.dart",
        """
        final d = DarwinNotificationDetails(sound: silent ? null : _file(sound));
        String _file(String sound) { return isOwn(sound) ? ▸'a.caf' : ▸'b.caf'; }
        """, "a.caf@apple", "b.caf@apple"),
      Snippet("a.dart", "Pad(key: k, sound: ▸'pop.mp3')", "?pop.mp3"),
    ])
  func found(snippet: Snippet) {
    #expect(snippet.found == snippet.expected)
  }

  @Test(
    "are not mistaken",
    arguments: [
      "// DarwinNotificationDetails(sound: 'a.caf')",
      "/// [DarwinNotificationDetails] with `sound: 'a.caf'`",
      "print(\"DarwinNotificationDetails(sound: 'a.caf')\");",
      "DarwinNotificationDetails(presentSound: true, sound: name)",
      "DarwinNotificationDetails(sound: 'a' '.caf')",
      "AudioPlayer().play(AssetSource('sounds/pop.mp3'))",
      "Pad(sound: 'assets/sounds/pop.mp3')",
      "RawResourceAndroidNotificationSound(this._sound)",
      "UriAndroidNotificationSound('assets/tunes/pop.mp3')",
      "final String sound = 'pop.mp3';",
      "NotificationChannel(soundSource: 'asset://assets/a.mp3')",
    ])
  func clean(text: String) {
    #expect(Snippet.describe(ReferenceScan.scan(Array(text.utf8), path: "a.dart")) == [])
  }
}
