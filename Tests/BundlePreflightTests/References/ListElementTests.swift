import Testing

@testable import BundlePreflight

@Suite("Sounds that are elements of a list")
struct ListElementTests {
  @Test(
    "are found where the list is in the same source",
    arguments: [
      Snippet(
        "a.dart",
        """
        Future<void> init() async {
          final tones = [▸'ding', ▸'gong'];
          for (var tone in tones) {
            make(RawResourceAndroidNotificationSound(tone));
          }
        }
        """, "ding@android", "gong@android"),
      Snippet(
        "a.dart",
        """
        const tones = <String>[▸'ding', ▸'gong',];
        final all = tones.map((tone) => make(RawResourceAndroidNotificationSound(tone)));
        """, "ding@android", "gong@android"),
      Snippet(
        "a.ts",
        """
        for (const tone of [▸'ding', computed(), ▸'gong']) {
          notifee.createChannel({ id: `c_${tone}`, name: 'x', sound: tone });
        }
        """, "ding@android", "gong@android"),
      Snippet(
        "a.ts",
        """
        [▸'ding', ▸'gong'].forEach((tone) => {
          notifee.createChannel({ id: 'c_' + tone, name: 'x', sound: tone });
        });
        """, "ding@android", "gong@android"),
    ])
  func found(_ snippet: Snippet) {
    #expect(Set(snippet.found) == Set(snippet.expected))
  }

  @Test(
    "are not guessed where the list is elsewhere, or of other things",
    arguments: [
      "for (const tone of load()) { notifee.createChannel({ id: 'c', name: 'x', sound: tone }); }",
      """
      const tones = load(['ding']);
      for (const tone of tones) { notifee.createChannel({ id: 'c', name: 'x', sound: tone }); }
      """,
      """
      const tones = ['ding'];
      for (const other of tones) { notifee.createChannel({ id: 'c', name: 'x', sound: tone }); }
      """,
      """
      for (const tone of ['ding', 'gong.caf']) {
        notifee.createChannel({ id: 'c', name: 'x', sound: tone });
      }
      """,
      "for (const tone of [['ding'], first['gong']]) { f({ android: { sound: tone } }); }",
    ])
  func unknown(_ text: String) {
    #expect(Snippet("a.ts", text).found == [])
  }
}
