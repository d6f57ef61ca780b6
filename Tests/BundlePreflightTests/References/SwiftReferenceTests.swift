import Testing

@testable import BundlePreflight

@Suite("Sounds asked for in Swift")
struct SwiftReferenceTests {
  @Test("are none of an app's in the source that makes the type for another platform")
  func ownType() {
    let use = #"UNNotificationSound(named: UNNotificationSoundName(rawValue: "default_critical"))"#
    func count(_ source: String) -> Int {
      ReferenceScan.scan(Array(source.utf8), path: "A.swift").references.count
    }
    #expect(count("let sound = \(use)") == 1)
    #expect(count("public final class UNNotificationSound {\n  static let loud = \(use)\n}") == 0)
  }

  @Test(
    "are found where they are named",
    arguments: [
      Snippet(
        "a.swift",
        """
        let sound = UNNotificationSound(named: UNNotificationSoundName(file(for: mood)))
        func file(for mood: Mood) -> String { mood == .calm ? ▸"calm.caf" : ▸"loud.caf" }
        func clip() -> String { "clip.caf" }
        """, "calm.caf@apple", "loud.caf@apple"),
      Snippet("A.swift", #"UNNotificationSound(named: ▸"ding.caf")"#, "ding.caf@apple"),
      Snippet(
        "A.swift",
        #"content.sound = UNNotificationSound(named: UNNotificationSoundName(▸"ding.caf"))"#,
        "ding.caf@apple"),
      Snippet(
        "A.swift",
        """
        content.sound = UNNotificationSound(
          named: UNNotificationSoundName(
            rawValue: ▸"ding.caf"
          )
        )
        """, "ding.caf@apple"),
      Snippet(
        "A.swift",
        #"UNNotificationSound(named: .init(Bundle.main.▸path(forResource: "a", ofType: "caf")!))"#,
        "/a.caf@apple"),
      Snippet(
        "A.swift",
        """
        let url = Bundle.main.▸url(forResource: "a", withExtension: "caf")!
        content.sound = UNNotificationSound(named: .init(url.lastPathComponent))
        """, "a.caf@apple"),
      Snippet(
        "A.swift", #"UNNotificationSound(named: UNNotificationSoundName.init(▸"a.wav"))"#,
        "a.wav@apple"),
      Snippet("A.swift", #"UNNotificationSound.init(named: .init(▸"a.wav"))"#, "a.wav@apple"),
      Snippet(
        "A.swift", #"let s = UNNotificationSound(named: .init(rawValue: ▸"a.wav"))"#,
        "a.wav@apple"),
      Snippet(
        "A.swift", #"UNNotificationSound(named: convertToUNNotificationSoundName(▸"a.caf"))"#,
        "a.caf@apple"),
      Snippet("A.swift", #"content.sound = .init(named: .init(▸"a b.caf"))"#, "a b.caf@apple"),
      Snippet(
        "A.swift", #"content.sound = .init(named: UNNotificationSoundName(▸"a.caf"))"#,
        "a.caf@apple"),
      Snippet(
        "A.swift",
        #"content.sound = .criticalSoundNamed(.init(▸"siren.caf"), withAudioVolume: 1)"#,
        "siren.caf@apple"),
      Snippet(
        "A.swift",
        #"UNNotificationSound.criticalSoundNamed(UNNotificationSoundName(▸"siren.caf"))"#,
        "siren.caf@apple"),
      Snippet(
        "A.swift", #"let c = UNNotificationSound.criticalSoundNamed(▸"siren.caf")"#,
        "siren.caf@apple"),
      Snippet(
        "A.swift", #"UNNotificationSound.ringtoneSoundNamed(.init(rawValue: ▸"ring.caf"))"#,
        "ring.caf@apple"),
      Snippet(
        "A.swift", #"let name: UNNotificationSoundName = .init(▸"a.caf")"#, "a.caf@apple"),
      Snippet(
        "A.swift", #"var name: UNNotificationSoundName? = .init(rawValue: ▸"a.caf")"#,
        "a.caf@apple"),
      Snippet(
        "A.swift",
        """
        extension UNNotificationSoundName {
          static let ding = UNNotificationSoundName(▸"ding.caf")
          static let dong = Self("dong.caf")
        }
        """, "ding.caf@apple"),
      Snippet(
        "A.swift",
        "let n = UILocalNotification()\nn.soundName = ▸\"ding.aiff\"\nn.alertBody = \"Hi\"",
        "ding.aiff@apple"),
      Snippet("A.swift", #"notification.soundName = ▸"Glass.aiff""#, "?Glass.aiff@apple"),
      Snippet(
        "A.swift", #"let a = AlertConfiguration(title: t, body: b, sound: .named(▸"a.caf"))"#,
        "a.caf@apple"),
      Snippet(
        "A.swift", #"manager.schedule(sound: AlertConfiguration.AlertSound.named(▸"a.caf"))"#,
        "a.caf@apple"),
      Snippet("A.swift", #"configuration.ringtoneSound = ▸"ring.caf""#, "?ring.caf@apple"),
      Snippet(
        "A.swift", #"let payload = ["aps": ["alert": "Hi", "sound": ▸"ding.caf"]]"#,
        "ding.caf@apple"),
      Snippet(
        "A.swift",
        #"["aps": ["sound": ["critical": 1, "name": ▸"siren.caf", "volume": 0.5]]]"#,
        "siren.caf@apple"),
    ])
  func found(snippet: Snippet) {
    #expect(snippet.found == snippet.expected)
  }

  @Test(
    "are read as Swift reads text",
    arguments: [
      Snippet("A.swift", ##"UNNotificationSoundName(▸#"a"b.caf"#)"##, #"a"b.caf@apple"#),
      Snippet("A.swift", ##"UNNotificationSoundName(▸#"a\(b).caf"#)"##, #"a\(b).caf@apple"#),
      Snippet("A.swift", #"UNNotificationSoundName(▸"gr\u{FC}n.caf")"#, "grün.caf@apple"),
      Snippet("A.swift", #"let é = "ü"; UNNotificationSoundName(▸"grün.caf")"#, "grün.caf@apple"),
      Snippet("A.swift", #"let q = "\""; UNNotificationSoundName(▸"a.caf")"#, "a.caf@apple"),
      Snippet(
        "A.swift", #"print("\(f("x(", ")"))"); UNNotificationSoundName(▸"a.caf")"#,
        "a.caf@apple"),
      Snippet(
        "A.swift",
        "let t = \"\"\"\nUNNotificationSoundName(\"no.caf\") \"\n\"\"\"\n"
          + #"UNNotificationSoundName(▸"a.caf")"#, "a.caf@apple"),
      Snippet(
        "A.swift", #"/* /* nested */ " */ UNNotificationSoundName(▸"a.caf") // "#,
        "a.caf@apple"),
      Snippet(
        "A.swift", #"UNNotificationSoundName(/* which */ ▸"a.caf" /* this */)"#, "a.caf@apple"),
      Snippet(
        "A.swift",
        """
        #if DEBUG
        let s = UNNotificationSoundName(▸"a.caf")
        #else
        let s = UNNotificationSoundName(▸"b.caf")
        #endif
        """, "a.caf@apple", "b.caf@apple"),
      Snippet("A.swift", "\r\nUNNotificationSoundName(\r\n▸\"a.caf\"\r\n)", "a.caf@apple"),
    ])
  func text(snippet: Snippet) {
    #expect(snippet.found == snippet.expected)
  }

  @Test(
    "are followed to a constant of the same file",
    arguments: [
      Snippet(
        "A.swift", "let name = ▸\"a.caf\"\ncontent.sound = UNNotificationSound(named: .init(name))",
        "a.caf@apple"),
      Snippet(
        "A.swift",
        """
        enum Sounds { static let alarm: String = ▸"a.caf" }
        let s = UNNotificationSoundName(rawValue: Sounds.alarm)
        """, "a.caf@apple"),
      Snippet(
        "A.swift",
        """
        func a() { let name = "other.caf"; play(name) }
        func b() { let name = ▸"a.caf"; send(UNNotificationSoundName(name)) }
        """, "a.caf@apple"),
      Snippet(
        "A.swift", "var name = \"a.caf\"\nname = ▸\"b.caf\"\nUNNotificationSoundName(name)",
        "b.caf@apple"),
      Snippet(
        "A.swift", "func f() { let name = \"a.caf\" }\nfunc g() { UNNotificationSoundName(name) }"),
      Snippet(
        "A.swift", "let name = ▸\"a\" + \".caf\"\nUNNotificationSoundName(name)", "a.caf@apple"),
    ])
  func constants(snippet: Snippet) {
    #expect(snippet.found == snippet.expected)
  }

  @Test(
    "are those that are known where they are chosen at run time",
    arguments: [
      Snippet(
        "A.swift", #"UNNotificationSoundName(loud ? ▸"a.caf" : ▸"b.caf")"#, "a.caf@apple",
        "b.caf@apple"),
      Snippet("A.swift", #"UNNotificationSoundName(name ?? ▸"a.caf")"#, "a.caf@apple"),
      Snippet("A.swift", #"UNNotificationSoundName(▸"a" + ".caf")"#, "a.caf@apple"),
      Snippet("A.swift", #"UNNotificationSoundName(sound.rawValue)"#),
    ])
  func computed(snippet: Snippet) {
    #expect(snippet.found == snippet.expected)
  }

  @Test(
    "are not mistaken",
    arguments: [
      #"// UNNotificationSound(named: "a.caf")"#,
      #"/* UNNotificationSoundName("a.caf") */"#,
      #"/// Use `UNNotificationSoundName("a.caf")`."#,
      #"print("UNNotificationSoundName(\"a.caf\")")"#,
      ##"let code = #"UNNotificationSoundName("a.caf")"#"##,
      "#if false\nUNNotificationSoundName(\"a.caf\")\n#endif",
      "content.sound = .default\nlet name = \"a.caf\"",
      "content.sound = UNNotificationSound.default",
      #"UNNotificationSoundName("default")"#,
      #"SKAction.playSoundFileNamed("pop.caf", waitForCompletion: false)"#,
      #"NSSound(named: "Glass")?.play(); let sound = Sound(named: "pop.caf")"#,
      #"Bundle.main.url(forResource: "ding", withExtension: "caf") // sound"#,
      #"let image = UIImage(named: "sound.png"); view.image = .init(named: "sound")"#,
      #"Sound.play(file: "dog.wav"); player.play(soundName: "pop.wav")"#,
      #"struct S { var soundName = "pop.caf"; let sound = "x.caf" }"#,
      #"let d = ["sound": "a.caf"]; let e = ["maps": ["sound": "a.caf"]]"#,
      "n.soundName = UILocalNotificationDefaultSoundName",
      "class UNNotificationSound { init(named: String) {} }",
    ])
  func clean(text: String) {
    #expect(Snippet.describe(ReferenceScan.scan(Array(text.utf8), path: "A.swift")) == [])
  }
}
