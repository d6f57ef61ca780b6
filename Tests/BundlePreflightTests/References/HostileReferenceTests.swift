import TestSupport
import Testing

@testable import BundlePreflight

@Suite("Hostile sources and payloads")
struct HostileReferenceTests {
  static let files = [
    "a.swift", "a.m", "a.js", "a.dart", "a.kt", "a.java", "a.json", "a.apns",
  ]

  /// What each file asks for, so that none is passed over unread.
  static let lures = #"sound "sound" "aps" UNNotificationSound R.raw. "#

  @Test(
    "of one piece over and over are read to their end",
    arguments: [
      "\"", "'", "`", "/*", "*/", "(", ")", "{([", "\\", "\"\\", "'\\", "\"\"\"", "'''", "#", "#\"",
      "\"\\(", "`${", "\"${", "/", "/[", "\n", "a", "@\"", "//", "$", "<", "#if 0\n",
      "UNNotificationSound(named: ", "UNNotificationSoundName(\"a\") ", "sound: ", "sound: 'a', ",
      "{sound: ", "setSound(", "setSound(R.raw.a, ", "let a = \"b\"\n", "let a = \"b\"; a = ",
      "{\"aps\":{\"sound\":", "\"sound\":1,", "{\"sound\":\"a\",\"to\":[", ".soundName = a.",
      "const a = 'b'; createChannel({sound: a});", "\u{FF}", "\"\n", "${", "createChannel({a:",
    ])
  func repeated(piece: String) {
    let count = (1 << 13) / piece.utf8.count
    let bytes = Array((Self.lures + "\n" + String(repeating: piece, count: count)).utf8)
    for file in Self.files {
      let result = ReferenceScan.scan(bytes, path: TreePath(file))
      #expect(result.references.count <= 1000 && result.findings.count <= 1000)
    }
  }

  @Test(
    "with keys that are longer in UTF-8 or in small letters than in the source are read",
    arguments: [[UInt8](repeating: 0xFF, count: 40), Array(String(repeating: "İ", count: 40).utf8)])
  func longerKeys(letters: [UInt8]) {
    for file in ["a.py", "a.go", "a.php", "a.rb", "a.cs"] {
      let bytes = Array("aps ".utf8) + letters + Array("_sound".utf8)
      #expect(ReferenceScan.scan(bytes, path: TreePath(file)).references.isEmpty)
    }
  }

  @Test(
    "of a quarter of a megabyte are read to their end",
    arguments: [
      ("a.swift", "/* "), ("a.swift", "\""), ("a.js", "'\\"), ("a.dart", "${'"), ("a.json", "["),
      (
        "a.kt",
        "{NotificationChannel(\"a\", b); u = c; NotificationCompat.Builder(d, \"a\").setSound(u)}\n"
      ),
      ("a.swift", "func f(a: B) { UNNotificationSound(named: a); f(a: \"a.caf\"); g(f(1)) }\n"),
      ("a.js", "send({android:{notification:{sound:pick(),tag:'hannel'}}});\n"),
      (
        "a.swift",
        "func f(a: String) { UNNotificationSound(named: a); for b in [a] { f(a: b + \"x\") } }\n"
      ), ("a.swift", "UNNotificationSound(named: x); var x = x + x; x = [x]; "),
      (
        "a.dart",
        "class A{final f;A(this.f);} DarwinNotificationDetails(sound: A('a').f, x: '$a$b'); "
      ), ("a.py", "AndroidConfig(notification=messaging.AndroidNotification(sound='order'))\n"),
    ])
  func large(file: String, piece: String) {
    let pieces = String(repeating: piece, count: (1 << 18) / piece.utf8.count)
    let bytes = Array((Self.lures + "\n" + pieces).utf8)
    #expect(ReferenceScan.scan(bytes, path: TreePath(file)).references.count <= 1000)
  }

  @Test("with more interpolations within each other than people write are read on after them")
  func holes() {
    let text =
      String(repeating: "\"\\(", count: 70) + String(repeating: ")\"", count: 64)
      + "\nUNNotificationSound(named: UNNotificationSoundName(\"a.caf\"))"
    let result = ReferenceScan.scan(Array(text.utf8), path: "a.swift")
    #expect(result.references.map(\.name) == ["a.caf"])
  }

  @Test("of functions that hand a name on to the next are read to their end")
  func chain() {
    let calls = { (name: String, argument: String) in
      String(repeating: "\(name)(\(argument)); ", count: 60)
    }
    var text = "void f0(String s) { RawResourceAndroidNotificationSound(s); }\n"
    for number in 1..<5 {
      text += "void f\(number)(String s) { \(calls("f\(number - 1)", "s")) }\n"
    }
    text += "void run() { \(calls("f4", "'ding'")) }\n"
    let result = ReferenceScan.scan(Array(text.utf8), path: "a.dart")
    #expect(Set(result.references.map(\.name)) == [SoundReference.anyName, "ding"])
    #expect(result.references.count == 61)
  }

  @Test("of a parameter over and over are read to their end")
  func parameter() {
    let uses = String(repeating: "RawResourceAndroidNotificationSound(s);\n", count: 3_000)
    let calls = String(repeating: "f('ding'); ", count: 60)
    let text = "void f(String s) {\n\(uses)}\nvoid g() { \(calls) }\n"
    let result = ReferenceScan.scan(Array(text.utf8), path: "a.dart")
    #expect(result.references.count { $0.name == "ding" } == 60)
  }

  @Test("of channels that one function is given over and over are read to their end")
  func givenSounds() {
    let zeros = Array(repeating: "0", count: 200).joined(separator: ",")
    let makers = (0..<2_000).map { number in
      "void f(Uri a\(number)) { c = new NotificationChannel(\"a\", \"b\", 4); c.setSound(a\(number), x); }\n"
    }
    let calls = (0..<60).map { "f(\($0),\(zeros)); " }
    let text = "class A {\n\(makers.joined())void g() { \(calls.joined()) }\n}\n"
    let result = ReferenceScan.scan(Array(text.utf8), path: "A.java")
    #expect(!result.channels.isEmpty)
  }

  @Test("of a long list that a loop goes through over and over are read to their end")
  func listElements() {
    let names = Array(repeating: "'ding'", count: 200).joined(separator: ",")
    let uses = String(repeating: "RawResourceAndroidNotificationSound(s);\n", count: 3_000)
    let text = "const all = [\(names)];\nvoid f() { for (final s in all) {\n\(uses)} }\n"
    let result = ReferenceScan.scan(Array(text.utf8), path: "a.dart")
    #expect(result.references.contains { $0.name == "ding" })
  }

  @Test("of variables that nobody uses are read to their end")
  func variables() {
    var text = "void f() { AndroidNotificationDetails\n"
    for number in 0..<5_000 {
      text += "final c\(number) = AndroidNotificationChannel('a', 'b');\n"
    }
    let result = ReferenceScan.scan(Array((text + "}").utf8), path: "a.dart")
    #expect(result.channels.count == 1000)
  }

  @Test("of many duplicate members are read to their end")
  func duplicates() {
    let text = #"{"aps":{"# + String(repeating: #""sound":"a","#, count: 4000) + #""b":1}}"#
    let result = ReferenceScan.scan(Array(text.utf8), path: "a.apns")
    #expect(result.references.count == 1000)
    #expect(result.findings.count == 1000)
  }

  @Test("cut off anywhere never trap", arguments: files)
  func truncated(file: String) {
    let bytes = Array(Self.source(for: file).utf8)
    for length in 0...bytes.count {
      let result = ReferenceScan.scan(Array(bytes[..<length]), path: TreePath(file))
      #expect(result.references.allSatisfy { $0.line >= 1 && $0.column >= 1 })
    }
    #expect(!ReferenceScan.scan(bytes, path: TreePath(file)).references.isEmpty)
  }

  @Test("damaged at random never trap", arguments: files)
  func mutated(file: String) {
    var generator = SeededGenerator.printed(for: "damaged \(file)")
    let pieces = [
      "\"", "'", "`", "(", ")", "{", "}", "[", "]", "/*", "*/", "//", "\\", "\n", "#", "$", "${",
      "\\(", "\"\"\"", ":", "=", ".", ",", "@", "\u{FF}", "sound", "é", "=>", "\\u{", "\\ud8", "r'",
    ]
    let source = Array(Self.source(for: file).utf8)
    for _ in 0..<400 {
      var bytes = source
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let start = Int.random(in: 0...bytes.count, using: &generator)
        let end = min(bytes.count, start + Int.random(in: 0...3, using: &generator))
        let piece = Array((pieces.randomElement(using: &generator) ?? "").utf8)
        bytes.replaceSubrange(start..<end, with: Bool.random(using: &generator) ? piece : [])
      }
      let lineCount = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
      let result = ReferenceScan.scan(bytes, path: TreePath(file))
      #expect(result.references.allSatisfy { $0.line <= lineCount && !$0.name.isEmpty })
      #expect(result.findings.allSatisfy { ($0.line ?? 1) <= lineCount })
    }
  }

  private static func source(for file: String) -> String {
    switch file.fileSuffix {
    case "swift":
      #"""
      import UserNotifications /* a /* b */ */
      let name = "const.caf"
      let t = """
        a \(f("b")) c
        """
      #if false
      #endif
      content.sound = UNNotificationSound(named: UNNotificationSoundName(rawValue: "a.caf"))
      content.sound = .criticalSoundNamed(.init(#"b"c.caf"#), withAudioVolume: 1)
      content.sound = .init(named: .init(name)); n.soundName = "d\u{E9}.caf"
      """#
    case "m":
      #"""
      #define NAME @"a.caf"
      char c = '"'; // Don't
      content.sound = [UNNotificationSound soundNamed:NAME];
      content.sound = [UNNotificationSound criticalSoundNamed:@"b\".caf" withAudioVolume:1];
      """#
    case "js":
      #"""
      const a = /["'`]/g.test(`x ${y({z: `w`})}`), S = 'a.wav';
      notifee.createChannel({ id: 'c', sound: S, b: [ {c: d ? 'e' : "f"} ] });
      const m = { apns: { payload: { aps: { sound: { critical: 1, name: 'b.caf' } } } } };
      cordova.plugins?.notification!.local.schedule([{ sound: 'c.wav' }]) // <a>Don't</a>
      """#
    case "dart":
      #"""
      const s = r'a\b'; var t = '''x ${f('}')} $y''';
      DarwinNotificationDetails(sound: 'a.caf', b: <String, dynamic>{'c': "d"});
      RawResourceAndroidNotificationSound('b'); NotificationChannel(soundSource: 'resource://raw/c');
      """#
    case "kt", "java":
      #"""
      val uri: Uri? = Uri.parse("android.resource://${f("}")}/" + R.raw.a)
      NotificationChannel(ID).setSound(uri, x); b.setSound(Uri.parse("android.resource://p/raw/b"))
      """#
    default:
      #"{"aps":{"alert":"é🔔\n","sound":{"critical":1,"name":"a\u00e9.caf","volume":0.5}},"b":[1,2e3]}"#
    }
  }
}
