import Testing

@testable import BundlePreflight

@Suite("Names that are made of a constant and fixed text")
struct ComposedNameTests {
  @Test(
    "are as certain as a literal",
    arguments: [
      Snippet(
        "a.dart",
        """
        const bell = 'bell';
        final d = DarwinNotificationDetails(sound: ▸'$bell.wav');
        """, "bell.wav@apple"),
      Snippet(
        "a.dart",
        """
        class S { static const bell = 'bell'; }
        final d = DarwinNotificationDetails(sound: ▸'${S.bell}.wav');
        """, "bell.wav@apple"),
      Snippet(
        "a.swift",
        """
        let bell = "bell"
        content.sound = UNNotificationSound(named: UNNotificationSoundName(▸"\\(bell).caf"))
        """, "bell.caf@apple"),
      Snippet(
        "a.swift",
        """
        let bell = "bell"
        content.sound = UNNotificationSound(named: UNNotificationSoundName(▸bell + ".caf"))
        """, "bell.caf@apple"),
      Snippet(
        "a.m",
        """
        static NSString *const kBell = @"bell";
        content.sound = [UNNotificationSound soundNamed:▸kBell + @".caf"];
        """, "bell.caf@apple"),
    ])
  func composed(_ snippet: Snippet) { #expect(snippet.found == snippet.expected) }

  @Test(
    "are computed where more than a constant is in them",
    arguments: [
      "let n = \"a\"; UNNotificationSound(named: .init(\"\\(n)\\(i).caf\"))",
      "var n = \"a\"; UNNotificationSound(named: .init(\"\\(n).caf\"))",
      "let n = \"a\"; UNNotificationSound(named: .init(\"\\(n + m).caf\"))",
      "let n = \"a\"; UNNotificationSound(named: .init(n + \".caf\" + m))",
    ])
  func computed(_ text: String) {
    let result = ReferenceScan.scan(Array(text.utf8), path: "a.swift")
    #expect(result.references.filter(\.isCertain).isEmpty && result.facts.asksForComputed)
  }
}
