import AlertSounds
import BundlePreflight
import TestSupport
import Testing

@Suite("A sound is judged as an alert where something makes it one")
struct AlertStandingTests {
  /// An app with one target that ships `sound`, which is ALAC: an error in an alert.
  private static func app(
    _ source: String, sound: String = "beep.caf", _ recording: Recording = .alacInCAF
  ) -> FixtureProject {
    FixtureProject(
      ["App/\(sound)": .sound(recording), "App/Sounds.swift": .text(source)],
      xcode: (
        "App.xcodeproj/project.pbxproj",
        XcodeProjectText(targets: [.init(name: "App", resources: ["App/\(sound)"])])
      ))
  }

  private static let error = ["error [data-format] App/beep.caf"]

  @Test(
    "What only a player opens is none",
    arguments: [
      "let player = try AVAudioPlayer(contentsOf: Bundle.main.url(forResource: \"beep\", withExtension: \"caf\")!)",
      "run(SKAction.playSoundFileNamed(\"beep.caf\", waitForCompletion: false))",
      "AudioServicesCreateSystemSoundID(url(\"beep.caf\"), &id) // UNUserNotificationCenter",
      """
      import UserNotifications
      content.sound = .default
      let player = try AVAudioPlayer(contentsOf: url(sound.rawValue))
      """,
    ])
  func played(_ source: String) throws {
    try PreflightRun.expectClean(Self.app(source))
  }

  @Test(
    "What is asked for is one, whoever else plays it",
    arguments: [
      "content.sound = UNNotificationSound(named: UNNotificationSoundName(\"beep.caf\"))",
      """
      content.sound = UNNotificationSound(named: UNNotificationSoundName("beep.caf"))
      let player = try AVAudioPlayer(contentsOf: url("beep.caf"))
      """,
      """
      content.sound = UNNotificationSound(named: UNNotificationSoundName(chosen))
      let player = try AVAudioPlayer(contentsOf: url(chosen))
      """,
    ])
  func asked(_ source: String) throws {
    #expect(try PreflightRun.findings(Self.app(source)) == Self.error)
  }

  private static let player = "let player = try AVAudioPlayer(contentsOf: url(\"beep.caf\"))"

  @Test("Where an app finds what it plays itself is its own affair")
  func playedElsewhere() throws {
    var project = Self.app(Self.player)
    project.files["App/other/beep.caf"] = .sound(.caf)
    project.files["App/blue/beep.caf"] = .sound(.caf)
    try PreflightRun.expectClean(project)
    project.xcode?.project = XcodeProjectText(targets: [
      .init(
        name: "App", resources: ["App/beep.caf", "App/other/beep.caf"], blueFolders: ["App/blue"])
    ])
    try PreflightRun.expectClean(project)
  }

  @Test("Nor is it unused, beside an alert; and the project's own pages ship nothing")
  func playedBeside() throws {
    let source = "content.sound = UNNotificationSound(named: UNNotificationSoundName(\"ding.caf\"))"
    let project = FixtureProject(
      [
        "App/ding.caf": .sound(.caf), "App/beep.caf": .sound(.caf),
        "docs/demo.wav": .sound(.wave), "App/Sounds.swift": .text(source),
        "App/Player.swift": .text(Self.player),
      ],
      xcode: (
        "App.xcodeproj/project.pbxproj",
        XcodeProjectText(targets: [
          .init(name: "App", resources: ["App/ding.caf", "App/beep.caf"])
        ])
      ))
    try PreflightRun.expectClean(project)
  }

  @Test("Android's sounds for a player are none either")
  func playedOnAndroid() throws {
    let raw = "app/src/main/res/raw"
    try PreflightRun.expectClean(
      FixtureProject([
        "settings.gradle": .text("include ':app'\n"),
        "app/build.gradle": .text("plugins { id 'com.android.application' }\n"),
        "app/src/main/java/A.java": .text(
          "class A { int a = new SoundPool.Builder().build().load(this, R.raw.game, 1); }\n"),
        "\(raw)/game.wav": .sound(.wave), "\(raw)/game.mp3": .sound(.mp3),
        "app/res/raw/old.wav": .sound(.wave),
      ]))
  }

  @Test("A name of which only the extension is known asks for all sounds that have it")
  func byExtension() throws {
    let source = "content.sound = UNNotificationSound(named: .init(\"\\(tone).mp3\"))"
    let played = "let player = try AVAudioPlayer(contentsOf: url(\"beep.mp3\"))"
    #expect(
      try PreflightRun.findings(Self.app(source + "\n" + played, sound: "beep.mp3", .mp3)) == [
        "warning [container] App/beep.mp3"
      ])
    try PreflightRun.expectClean(Self.app(played, sound: "beep.mp3", .mp3))
    #expect(
      try PreflightRun.findings(Self.app(source, sound: "beep.caf", .caf)) == [
        "error [sound-missing] App/Sounds.swift:1", "note [sound-unused] App/beep.caf",
      ])
    try PreflightRun.expectClean(
      Self.app(source.replacing(".mp3", with: ".caf"), sound: "beep.caf", .caf))
  }

  @Test("The system's name of the default sound is no name that is computed")
  func defaultSound() throws {
    let source = """
      UILocalNotification *local = [[UILocalNotification alloc] init];
      local.soundName = UILocalNotificationDefaultSoundName;
      local.soundName = @"ding.caf";
      AudioServicesPlaySystemSound(ding);

      """
    var project = Self.app("")
    project.files["App/Sounds.swift"] = nil
    project.files["App/Alert.m"] = .text(source)
    project.files["App/ding.caf"] = .sound(.caf)
    project.xcode?.project = XcodeProjectText(targets: [
      .init(name: "App", resources: ["App/beep.caf", "App/ding.caf"])
    ])
    try PreflightRun.expectClean(project)
    project.files["App/Alert.m"] = .text(
      source.replacing("= UILocalNotificationDefaultSoundName", with: "= chosen"))
    #expect(try PreflightRun.findings(project).contains(Self.error[0]))
  }

  @Test("Of an app that only receives notifications all are, for a server may name them")
  func received() throws {
    let source = "UNUserNotificationCenter.current().requestAuthorization(options: [.sound])"
    #expect(try PreflightRun.findings(Self.app(source)) == Self.error)
  }

  @Test("What nobody asks for is judged mildly beside a sound that is asked for")
  func besideAnother() throws {
    let source = "content.sound = UNNotificationSound(named: UNNotificationSoundName(\"ding.caf\"))"
    let project = FixtureProject(
      [
        "App/ding.caf": .sound(.caf), "App/beep.caf": .sound(.alacInCAF),
        "App/Sounds.swift": .text(source),
      ],
      xcode: (
        "App.xcodeproj/project.pbxproj",
        XcodeProjectText(targets: [
          .init(name: "App", resources: ["App/ding.caf", "App/beep.caf"])
        ])
      ))
    let findings = try PreflightRun.findings(project).filter { $0.contains("beep.caf") }
    #expect(
      findings.sorted() == [
        "note [sound-unused] App/beep.caf", "warning [data-format] App/beep.caf",
      ])
  }

  @Test("Of a game without notifications none is")
  func game() throws {
    try PreflightRun.expectClean(Self.app("let score = 7"))
  }

  @Test("alerts: all judges every sound")
  func all() throws {
    let folder = try PreflightFolder()
    let source = "run(SKAction.playSoundFileNamed(\"beep.caf\", waitForCompletion: false))"
    try Self.app(source).write(to: "Project", in: folder)
    let file = try folder.write(Array("alerts: all\n".utf8), to: "tocsin.yml")
    let preflight = Preflight(configuration: try PreflightConfiguration.read(file))
    let report = preflight.run([folder.folder.path("Project")])
    #expect(report.findings.map(\.finding.rule) == ["data-format"])
    #expect(report.unaskedCount == 0)
  }

  @Test("The report counts what it leaves out")
  func counted() throws {
    let folder = try PreflightFolder()
    let source = "run(SKAction.playSoundFileNamed(\"beep.caf\", waitForCompletion: false))"
    try Self.app(source).write(to: "Project", in: folder)
    let report = Preflight(configuration: PreflightConfiguration())
      .run([folder.folder.path("Project")])
    #expect(report.sounds.isEmpty)
    #expect(report.unaskedCount == 1)
  }

  @Test("What Apple does not promise and devices play is a warning, or an error by choice")
  func unpromised() throws {
    let source = "content.sound = UNNotificationSound(named: UNNotificationSoundName(\"beep.caf\"))"
    let project = Self.app(source, .aacInCAF)
    #expect(try PreflightRun.findings(project) == ["warning [data-format] App/beep.caf"])
    let folder = try PreflightFolder()
    try project.write(to: "Project", in: folder)
    let file = try folder.write(Array("strict-apple: true\n".utf8), to: "tocsin.yml")
    let preflight = Preflight(configuration: try PreflightConfiguration.read(file))
    let report = preflight.run([folder.folder.path("Project")])
    #expect(report.findings.map(\.finding.severity) == [.error])
  }

  @Test("A path that fits is a warning, one that does not an error")
  func paths() throws {
    let ask = { (path: String) in
      "[UNNotificationSound soundNamed:@\"\(path)\"];"
    }
    var project = FixtureProject(
      ["Bells/gong.caf": .sound(.caf), "Main.m": .text(ask("Bells/gong.caf"))],
      xcode: (
        "App.xcodeproj/project.pbxproj",
        XcodeProjectText(targets: [.init(name: "App", blueFolders: ["Bells"])])
      ))
    #expect(try PreflightRun.findings(project) == ["warning [sound-name-path] Main.m:1"])
    project.files["Main.m"] = .text(ask("bells/gong.caf"))
    #expect(try PreflightRun.findings(project) == ["error [sound-name-path] Main.m:1"])
  }

  @Test("Where the app fills Library/Sounds itself, a missing name is a note")
  func library() throws {
    let ask = "content.sound = UNNotificationSound(named: UNNotificationSoundName(\"own.caf\"))"
    let write = "let folder = URL.libraryDirectory.appending(path: \"Sounds\")"
    var project = Self.app(ask, .caf)
    #expect(
      try PreflightRun.findings(project) == [
        "error [sound-missing] App/Sounds.swift:1", "note [sound-unused] App/beep.caf",
      ])
    project.files["App/Copy.swift"] = .text(write)
    #expect(
      try PreflightRun.findings(project) == [
        "note [sound-missing] App/Sounds.swift:1", "note [sound-unused] App/beep.caf",
      ])
  }
}
