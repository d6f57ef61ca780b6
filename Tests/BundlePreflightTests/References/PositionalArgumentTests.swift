import Testing

@testable import BundlePreflight

@Suite("Sounds that a function gets by the place of an argument")
struct PositionalArgumentTests {
  @Test(
    "are found where they are given",
    arguments: [
      Snippet(
        "a.dart",
        """
        class Setup {
          void run() {
            make(bells, ▸'ding'); // The day's.
            this.make('gongs', night ? ▸'gong' : ▸'dong');
          }
          Future<void> make(String id, String? sound) async {
            await plugin.createNotificationChannel(AndroidNotificationChannel(id, 'n',
              sound: RawResourceAndroidNotificationSound(sound)));
          }
        }
        """, "ding@android", "gong@android", "dong@android"),
      Snippet(
        "a.dart",
        """
        details(sound) => DarwinNotificationDetails(sound: sound);
        final day = details(▸'ding.caf');
        """, "ding.caf@apple"),
      Snippet(
        "a.js",
        """
        import * as Notifications from 'expo-notifications';
        async function later(title, sound = 'default', trigger) {
          await Notifications.scheduleNotificationAsync({ content: { title, sound }, trigger });
        }
        const remind = async (title, sound) => {
          await Notifications.scheduleNotificationAsync({ content: { title, sound: sound }, trigger });
        };
        remind('Tea', ▸'ding.wav');
        remind('None', 'default');
        """, "ding.wav"),
      Snippet(
        "a.swift",
        """
        func ring(_ file: String, after seconds: Double) {
          content.sound = UNNotificationSound(named: UNNotificationSoundName(rawValue: file))
        }
        ring(▸"ding.caf", after: 5)
        """, "ding.caf@apple"),
    ])
  func given(snippet: Snippet) {
    #expect(snippet.found == snippet.expected)
  }

  @Test(
    "are none where something else may be meant",
    arguments: [
      // Two functions of one name.
      """
      class A { void make(String s) { show(RawResourceAndroidNotificationSound(s)); } }
      class B { void make(String s) { play(s); } void run() { make('ding'); } }
      """,
      // Another argument.
      "void make(String id, String s) { show(RawResourceAndroidNotificationSound(s)); }\nf() { make('ding', x); }",
      // A label, whose value the call names.
      "void make(int id, {String? s}) { show(RawResourceAndroidNotificationSound(s)); }\nf() { make(1, 'ding'); }",
      // A value that the function looks for.
      """
      void make(String s) { if (s == 'none') return; show(RawResourceAndroidNotificationSound(s)); }
      void run() { make('none'); }
      """,
      // One with the extension, one without.
      """
      void make(String s) { show(RawResourceAndroidNotificationSound(s)); }
      void run() { make('ding.mp3'); make('ding'); }
      """,
    ])
  func clean(text: String) {
    #expect(Snippet.describe(ReferenceScan.scan(Array(text.utf8), path: "a.dart")) == [])
  }

  @Test("may be others, too: another source may call the function")
  func open() {
    let text = """
      void make(String s) { show(RawResourceAndroidNotificationSound(s)); }
      void run() { make('ding'); }
      """
    let found = ReferenceScan.scan(Array(text.utf8), path: "a.dart").references.map(\.name)
    #expect(Set(found) == ["ding", SoundReference.anyName])
  }
}
