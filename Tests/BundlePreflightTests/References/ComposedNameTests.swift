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
    "are known by their extension where more than a constant is in them",
    arguments: [
      Snippet(
        "a.swift", #"let n = "a"; UNNotificationSound(named: .init(▸"\(n)\(i).caf"))"#,
        "*.caf@apple"),
      Snippet(
        "a.swift", #"let n = "a"; UNNotificationSound(named: .init(▸"\(n + m).caf"))"#,
        "*.caf@apple"),
      Snippet("a.swift", #"UNNotificationSound(named: .init(tone.name + ▸".mp3"))"#, "*.mp3@apple"),
      Snippet(
        "a.swift", #"UNNotificationSound(named: .init(String(format: ▸"%@.mp3", tone)))"#,
        "*.mp3@apple"),
      Snippet(
        "a.m", #"[UNNotificationSound soundNamed:[tone stringByAppendingString:@▸".mp3"]];"#,
        "*.mp3@apple"),
      Snippet("a.dart", "DarwinNotificationDetails(sound: ▸'${tone.name}.aiff')", "*.aiff@apple"),
      Snippet("a.ts", "send({ aps: { sound: ▸`${tone}.wav` } })", "*.wav@apple"),
    ])
  func extensions(_ snippet: Snippet) {
    #expect(snippet.found == snippet.expected)
    let result = ReferenceScan.scan(Array(snippet.text.utf8), path: TreePath(snippet.file))
    #expect(result.facts.asksForComputed)
  }

  @Test(
    "are computed where the end is, too",
    arguments: [
      "let n = \"a\"; UNNotificationSound(named: .init(n + \".caf\" + m))",
      "UNNotificationSound(named: .init(\"\\(n).\\(suffix)\"))",
      "UNNotificationSound(named: .init(\"\\(folder)/\\(n).caf\"))",
    ])
  func computed(_ text: String) {
    let result = ReferenceScan.scan(Array(text.utf8), path: "a.swift")
    #expect(result.references.filter(\.isCertain).isEmpty && result.facts.asksForComputed)
  }
}
