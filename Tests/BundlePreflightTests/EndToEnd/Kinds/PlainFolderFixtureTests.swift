import AlertSounds
import Testing

@Suite("A folder of sounds and payloads without any project, and the same zipped")
struct PlainFolderFixtureTests {
  private static let push = "payloads/push.json"
  private static let ding = "sounds/ding.caf"

  static let clean = FixtureProject([
    ding: .sound(.caf), "sounds/chime.wav": .sound(.wave), "sounds/bell.aiff": .sound(.aiff),
    push: .text(
      """
      [
        { "aps": { "sound": "ding.caf" } },
        { "aps": { "sound": { "critical": 1, "name": "chime.wav", "volume": 1 } } },
        { "message": { "apns": { "payload": { "aps": { "sound": "bell.aiff" } } } } }
      ]

      """),
    "notes.json": .text(#"{ "sound": "of silence.mp3" }"#),
    "music/theme.mp3": .sound(.mp3),
  ])

  static let mistakes: [Mistake] =
    Mistake.sounds(as: ding) + [
      Mistake("without extension", .init("sound-name-extension", in: push, at: #""ding""#)) {
        try $0.replace("ding.caf", with: "ding", in: push)
      },
      Mistake("wrong case", .init("sound-name-case", in: push, at: "CHIME.wav")) {
        try $0.replace("chime.wav", with: "CHIME.wav", in: push)
      },
      Mistake("a path", .init("sound-name-path", in: push, at: "sounds/bell.aiff")) {
        try $0.replace("bell.aiff", with: "sounds/bell.aiff", in: push)
      },
      Mistake("asked for but nowhere", .init("sound-missing", in: push, at: "whistle.aiff")) {
        try $0.replace("bell.aiff", with: "whistle.aiff", in: push)
      },
      Mistake("a sound that is a number", .init("payload-sound", .warning, in: push, at: "7")) {
        try $0.replace(#""ding.caf""#, with: "7", in: push)
      },
      Mistake(
        "MP3 that a payload asks for", .init("container", .warning, in: "music/theme.mp3")
      ) {
        try $0.replace("ding.caf", with: "theme.mp3", in: push)
      },
      Mistake(
        "an .apns without aps", .init("payload-malformed", in: "payloads/new.apns", at: "alert")
      ) {
        $0.files["payloads/new.apns"] = .text(#"{ "alert": "Hello" }"#)
      },
      Mistake(
        "much louder than its siblings", .init("sibling-loudness", .warning, in: "sounds/four.caf")
      ) {
        $0.files["sounds/four.caf"] = .sound(.loud)
      },
    ]

  @Test("A server's code beside no app asks for what another repository may ship")
  func server() throws {
    let code = "const note = new apn.Notification();\nnote.sound = 'ping.aiff';\n"
    let project = FixtureProject(["index.js": .text(code), "page/click.wav": .sound(.wave)])
    #expect(
      try PreflightRun.findings(project).contains("warning [sound-missing] index.js:2"))
  }

  private static func zip(_ folder: PreflightFolder, _ name: String) throws -> String {
    try folder.zip(name, as: "sounds.zip")
  }

  @Test("The clean twin gives no finding")
  func twin() throws {
    try PreflightRun.expectClean(Self.clean)
    try PreflightRun.expectClean(Self.clean, pack: Self.zip)
  }

  @Test("A mistake is found, and nothing else", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws {
    try PreflightRun.expect(mistake, in: Self.clean)
    try PreflightRun.expect(mistake, in: Self.clean, pack: Self.zip)
  }
}
