import Testing

@testable import BundlePreflight

@Suite("Each value that an expression chooses from is asked for")
struct SwitchValueTests {
  @Test(
    "are found where they are named",
    arguments: [
      Snippet(
        "a.dart",
        """
        final String? file = switch (kind) {
          Kind.dawn => ▸'dawn.caf',
          Kind.noon || Kind.dusk => ▸'day.caf',
          _ => null,
        };
        final details = DarwinNotificationDetails(sound: file);
        """, "dawn.caf@apple", "day.caf@apple"),
      Snippet(
        "a.dart",
        "DarwinNotificationDetails(sound: switch (kind) { 1 => ▸'dawn.caf', _ => ▸'day.caf' });",
        "dawn.caf@apple", "day.caf@apple"),
      Snippet(
        "a.dart",
        """
        final file = isDawn ? ▸'dawn.caf' : ▸'day.caf';
        DarwinNotificationDetails(sound: file);
        """, "dawn.caf@apple", "day.caf@apple"),
      Snippet(
        "a.swift",
        """
        import UserNotifications
        let file = switch kind {
          case .dawn: ▸"dawn.caf"
          case .noon where isLoud, .dusk: ▸"day.caf"
          default: nil
        }
        content.sound = UNNotificationSound(named: UNNotificationSoundName(file))
        """, "dawn.caf@apple", "day.caf@apple"),
      Snippet(
        "a.swift",
        """
        import UserNotifications
        let file: String = if isDawn { ▸"dawn.caf" } else if isNoon { ▸"noon.caf" } else { ▸"day.caf" }
        content.sound = UNNotificationSound(named: UNNotificationSoundName(file))
        """, "dawn.caf@apple", "noon.caf@apple", "day.caf@apple"),
      Snippet(
        "a.kt",
        """
        val file = when (kind) {
          "dawn" -> ▸"dawn.caf"
          "noon" -> ▸"noon.caf"
          else -> ▸"day.caf"
        }
        UNNotificationSound.soundNamed(file)
        """, "dawn.caf@apple", "noon.caf@apple", "day.caf@apple"),
      Snippet(
        "a.kt",
        """
        val file = if (isDawn) ▸"dawn.caf" else ▸"day.caf"
        UNNotificationSound.soundNamed(file)
        """, "dawn.caf@apple", "day.caf@apple"),
      Snippet(
        "a.cs",
        """
        using UserNotifications;
        var file = kind switch { Kind.Dawn => ▸"dawn.caf", _ => ▸"day.caf" };
        content.Sound = UNNotificationSound.GetSound(file);
        """, "dawn.caf@apple", "day.caf@apple"),
      Snippet(
        "a.ts",
        """
        const file = kind === 1 ? ▸'one.caf' : kind === 2 ? ▸'two.caf' : kind === 3 ? ▸'three.caf' : undefined;
        Notifications.scheduleNotificationAsync({ content: { sound: file } });
        """, "one.caf", "two.caf", "three.caf"),
    ])
  func found(_ snippet: Snippet) { #expect(snippet.found == snippet.expected) }

  @Test(
    "A value for something else, or in another scope, is none",
    arguments: [
      "final file = switch (kind) { 1 => 'dawn.mp3', _ => 'day.mp3' };\nplay(file);",
      "void a() { final file = switch (kind) { 1 => 'dawn.caf', _ => 'day.caf' }; }\n"
        + "void b(String file) { DarwinNotificationDetails(sound: file); }",
      "final file = switch (kind) { 1 => one(), _ => two() };\n"
        + "DarwinNotificationDetails(sound: file);",
    ])
  func others(_ text: String) {
    #expect(Snippet.describe(ReferenceScan.scan(Array(text.utf8), path: "a.dart")) == [])
  }
}
