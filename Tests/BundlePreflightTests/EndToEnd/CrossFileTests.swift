import AlertSounds
import BundlePreflight
import Testing

@Suite("What one source says is known in another")
struct CrossFileTests {
  private static func app(_ files: [String: String], ios: Bool = false) -> FixtureProject {
    var project = FixtureProject.flutter(
      [
        "android/app/src/main/res/raw/bell.wav": .sound(.wave)
      ].merging(files.mapValues { .text($0) }) { $1 })
    if ios { project.files["ios/Runner/bell.caf"] = .sound(.caf) }
    return project
  }

  /// A constant in the first file, asked for in the second one.
  struct Constant: Sendable, CustomTestStringConvertible {
    let file: String
    let text: String
    let use: String
    let user: String
    var testDescription: String { file }
  }

  static let constants = [
    Constant(
      file: "lib/sounds.dart", text: "class Sounds { static const alarm = 'NAME'; }",
      use: "final d = AndroidNotificationDetails('c', 'n', "
        + "sound: RawResourceAndroidNotificationSound(Sounds.alarm));", user: "lib/main.dart"),
    Constant(
      file: "lib/sounds.dart", text: "const kAlarmSound = 'NAME';",
      use: "final s = RawResourceAndroidNotificationSound(kAlarmSound);", user: "lib/main.dart"),
    Constant(
      file: "src/sounds.ts", text: "export const Sounds = { alarm: 'NAME' } as const;",
      use: "notifee.createChannel({ id: 'c', name: 'n', sound: Sounds.alarm });",
      user: "src/app.ts"),
    Constant(
      file: "src/push.ts", text: "class Push { private static SOUNDS = { ALARM: 'NAME' }; }",
      use: "notifee.createChannel({ id: 'c', name: 'n', sound: this.SOUNDS.ALARM });",
      user: "src/app.ts"),
    Constant(
      file: "src/sounds.ts", text: "export const ALARM_SOUND = 'NAME';",
      use: "notifee.createChannel({ id: 'c', name: 'n', sound: ALARM_SOUND });", user: "src/app.ts"),
  ]

  @Test("A constant of another source is asked for", arguments: constants)
  func missing(_ constant: Constant) throws {
    let files = [
      constant.file: constant.text.replacing("NAME", with: "gong"), constant.user: constant.use,
    ]
    #expect(
      try PreflightRun.findings(Self.app(files)) == ["error [sound-missing] \(constant.file):1"])
  }

  @Test("An address in another source is not a name, as in the same source")
  func address() throws {
    let tone = "export const TONE = 'https://example.com/gong.mp3';\n"
    let use = "notifee.displayNotification({ title: 'x', ios: { sound: TONE } });"
    try PreflightRun.expectClean(Self.app(["src/app.ts": tone + use], ios: true))
    try PreflightRun.expectClean(
      Self.app(["src/tones.ts": tone, "src/app.ts": use], ios: true))
  }

  @Test("A constant of another source that is there is fine", arguments: constants)
  func twin(_ constant: Constant) throws {
    try PreflightRun.expectClean(
      Self.app([
        constant.file: constant.text.replacing("NAME", with: "bell"), constant.user: constant.use,
      ]))
  }

  @Test("Of a constant that two types of one name have, nothing is known")
  func ambiguous() throws {
    let constant = Self.constants[0]
    try PreflightRun.expectClean(
      Self.app([
        constant.file: constant.text.replacing("NAME", with: "gong"),
        "lib/other.dart": constant.text.replacing("NAME", with: "bell"),
        constant.user: constant.use,
      ]))
  }

  @Test("Swift's constants of another file")
  func swift() throws {
    func app(_ name: String) -> FixtureProject {
      var project = SwiftPackageFixtureTests.clean
      project.files["Sources/Chimes/Names.swift"] = .text(
        "enum SoundNames { static let night = \"\(name)\" }\n")
      project.files["Sources/Chimes/Use.swift"] = .text(
        """
        import UserNotifications
        let night = UNNotificationSound(named: UNNotificationSoundName(SoundNames.night))

        """)
      return project
    }
    let found = try PreflightRun.findings(app("no-such.caf"))
    #expect(found.contains("error [sound-missing] Sources/Chimes/Names.swift:1"))
  }
}

@Suite("A name reaches a notification through an argument")
struct ArgumentTests {
  /// What gives the name `NAME.caf`, and what plays it.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let giver: String
    let player: String
  }

  static let ways = [
    Way(
      testDescription: "a member of a type",
      giver: #"let tones = [AlarmTone(title: "Bell", file: "NAME.caf")]"#,
      player: "func ring(alarm: Alarm) { play(UNNotificationSoundName(rawValue: alarm.tone.file)) }"
    ),
    Way(
      testDescription: "an initializer of the type itself",
      giver: #"class Tone { convenience init() { self.init(file: "NAME.caf") } }"#,
      player: "func ring(_ tone: Tone) { play(UNNotificationSoundName(tone.file)) }"),
    Way(
      testDescription: "a parameter of a function",
      giver: #"Ringer.ring(after: 5, with: "NAME.caf")"#,
      player: """
        func ring(after delay: Int, with name: String) throws -> Bool {
          center.perform { play(UNNotificationSoundName(name)) }
        }
        """),
    Way(
      testDescription: "a member of the type around",
      giver: #"let ringer = Ringer(sound: "NAME.caf")"#,
      player: """
        struct Ringer { let sound: String; func ring() { play(UNNotificationSoundName(self.sound)) } }
        """),
  ]

  private static func app(_ way: Way, _ name: String) -> FixtureProject {
    var project = SwiftPackageFixtureTests.clean
    project.files["Sources/Chimes/Giver.swift"] = .text(way.giver.replacing("NAME", with: name))
    project.files["Sources/Chimes/Player.swift"] = .text("import UserNotifications\n" + way.player)
    return project
  }

  @Test("A sound that is not shipped is missed", arguments: ways)
  func missing(_ way: Way) throws {
    #expect(
      try PreflightRun.findings(Self.app(way, "no-such")).contains(
        "error [sound-missing] Sources/Chimes/Giver.swift:1"))
  }

  @Test("The same argument of another type or function is no alert sound", arguments: ways)
  func twin(_ way: Way) throws {
    let other = Way(
      testDescription: way.testDescription,
      giver: way.giver.replacing("Tone", with: "Clip").replacing("ing", with: "umble"),
      player: way.player)
    #expect(
      try PreflightRun.findings(Self.app(other, "no-such")).allSatisfy {
        !$0.contains("Giver.swift")
      })
  }
}

@Suite("What an app needs beside the sound")
struct ConcernTests {
  private static func app(_ code: String, entitlement: String?) -> FixtureProject {
    var project = XcodeProjectFixtureTests.clean
    project.files["Siren.swift"] = .text(code)
    if let entitlement {
      project.files["App.entitlements"] = .text(
        """
        <plist version="1.0"><dict><key>\(entitlement)</key><true/></dict></plist>

        """)
    }
    return project
  }

  private static let critical = """
    import UserNotifications
    let siren = UNNotificationSound.defaultCriticalSound(withAudioVolume: 1)

    """

  @Test("A critical sound takes the entitlement", arguments: [nil, "aps-environment"])
  func critical(_ entitlement: String?) throws {
    let found = try PreflightRun.findings(Self.app(Self.critical, entitlement: entitlement))
    #expect(found == ["warning [critical-entitlement] Siren.swift:2"])
  }

  @Test("A script that makes the entitlements is as good")
  func script() throws {
    var project = Self.app(Self.critical, entitlement: nil)
    project.files["entitle.sh"] = .text(
      "PlistBuddy -c 'Add com.apple.developer.usernotifications.critical-alerts bool true'\n")
    try PreflightRun.expectClean(project)
  }

  @Test("With the entitlement it is fine")
  func entitled() throws {
    try PreflightRun.expectClean(
      Self.app(
        Self.critical, entitlement: "com.apple.developer.usernotifications.critical-alerts"))
  }

  private static let message =
    "{ token, notification: { title }, android: { notification: { sound: 'x' } } "

  @Test(
    "A push with a sound for Android alone is silent on Apple's devices",
    arguments: [
      "push.ts": "send(\(message)});",
      "push.json": """
      { "message": { "notification": { "title": "t" },
        "android": { "notification": { "sound": "x" } } } }
      """,
    ])
  func silent(_ file: String, _ text: String) throws {
    var project = XcodeProjectFixtureTests.clean
    project.files[file] = .text(text)
    let line = file == "push.ts" ? 1 : 2
    #expect(
      try PreflightRun.findings(project) == ["warning [payload-apple-silent] \(file):\(line)"])
  }

  @Test("A message beside it that has both does not make it one for Android alone")
  func silentTwin() throws {
    let whole = "send(\(Self.message), apns: { payload: { aps: { sound: 'default' } } } });\n"
    var project = XcodeProjectFixtureTests.clean
    project.files["push.ts"] = .text(whole + "send(\(Self.message)});\n")
    #expect(
      try PreflightRun.findings(project) == ["warning [payload-apple-silent] push.ts:2"])
    for android in ["", "android: { priority: 'high' }, "] {
      project.files["push.ts"] = .text(
        "send({ token, \(android)apns: { payload: { aps: { sound: 'default' } } } });\n"
          + "send(\(Self.message)});\n")
      try PreflightRun.expectClean(project)
    }
  }

  @Test(
    "With a sound for both, or where nothing is shown, it is fine",
    arguments: [
      "send(\(message), apns: { payload: { aps: { sound: 'default' } } } });",
      "send(\(message), ...base });", "send(\(message), apns });",
      "send(\(message)}); apns.send({ aps: { sound: 'default' } });",
      "send({ token, data, android: { notification: { sound: 'x' } } });",
    ])
  func both(_ text: String) throws {
    var project = XcodeProjectFixtureTests.clean
    project.files["push.ts"] = .text(text)
    try PreflightRun.expectClean(project)
  }
}
