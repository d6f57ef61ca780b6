import Testing

@testable import BundlePreflight

@Suite("Sounds that are members of objects")
struct ObjectMemberTests {
  @Test(
    "are found where the objects are in the same source",
    arguments: [
      Snippet(
        "a.ts",
        """
        function toneFor(type?: string): { ios: string; android: string } {
          switch (type) {
            case 'ride': return { ios: ▸'ride.caf', android: ▸'ride' }
            default: return { ios: ▸'ding.caf', android: ▸'ding' }
          }
        }
        async function send(token) {
          const tone = toneFor(type)
          await post({ message: { token, notification: { title },
            android: { notification: { channel_id: 'c', sound: tone.android } },
            apns: { payload: { aps: { sound: tone.ios } } } } })
        }
        """, "ride.caf@apple", "ride@android", "ding.caf@apple", "ding@android"),
      Snippet(
        "a.ts",
        """
        const TONES = { day: { file: ▸'ding.caf', label: 'Day' }, night: { file: ▸'gong.caf' } };
        notifee.displayNotification({ ios: { sound: TONES[part].file } });
        """, "ding.caf@apple", "gong.caf@apple"),
      Snippet(
        "a.ts",
        """
        const TONES = [{ id: 1, file: ▸'ding.caf' }, { id: 2, file: ▸'gong.caf' }];
        const chosen = TONES.find((tone) => tone.id === id) ?? TONES[0];
        notifee.displayNotification({ ios: { sound: chosen?.file } });
        """, "ding.caf@apple", "gong.caf@apple"),
      Snippet(
        "a.ts",
        """
        const CHANNELS = [{ id: 'a', tone: ▸'ding' }, { id: 'b', tone: ▸'gong' }];
        for (const channel of CHANNELS) {
          notifee.createChannel({ id: channel.id, name: 'x', sound: channel.tone });
        }
        """, "ding@android", "gong@android"),
      Snippet(
        "a.ts",
        """
        const CHANNELS = [{ id: 'a', tone: ▸'ding' }];
        CHANNELS.forEach((channel) => notifee.createChannel({ id: channel.id, sound: channel.tone }));
        """, "ding@android"),
      Snippet(
        "a.ts",
        """
        const config = (kind) => { return { sound: ▸'ding.wav', title: 't' }; };
        const { sound, title } = config(kind);
        Notifications.scheduleNotificationAsync({ content: { title, sound }, trigger: null });
        """, "ding.wav"),
      Snippet(
        "a.ts",
        """
        const { file: tone } = { file: ▸'ding.wav' };
        Notifications.scheduleNotificationAsync({ content: { sound: tone }, trigger: null });
        """, "ding.wav"),
      Snippet(
        "a.dart",
        """
        final days = [{'tone': ▸'ding', 'id': 1}, {'tone': ▸'gong', 'id': 2}];
        void ring() {
          for (final day in days) {
            show(RawResourceAndroidNotificationSound(day['tone']!));
          }
        }
        """, "ding@android", "gong@android"),
    ])
  func found(_ snippet: Snippet) {
    #expect(Set(snippet.found) == Set(snippet.expected))
  }

  @Test(
    "are not guessed where the objects come from elsewhere",
    arguments: [
      "function f(tone) { notifee.displayNotification({ ios: { sound: tone.file } }); }",
      """
      function g() { const tone = { file: 'old.caf' }; }
      function f(tone) { notifee.displayNotification({ ios: { sound: tone.file } }); }
      """,
      """
      const tone = load();
      const other = { file: 'other.caf' };
      notifee.displayNotification({ ios: { sound: tone.file } });
      """,
      """
      const tone = { label: 'bell.caf' };
      notifee.displayNotification({ ios: { sound: tone.file } });
      """,
      """
      const { tone } = load({ tone: 'x.caf' });
      notifee.displayNotification({ ios: { sound: tone } });
      """,
    ])
  func unknown(_ text: String) {
    #expect(Snippet("a.ts", text).found == [])
  }
}
