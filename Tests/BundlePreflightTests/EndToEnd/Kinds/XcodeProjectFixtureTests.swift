import AlertSounds
import Testing

@Suite("An Xcode project with several targets, from disk to findings")
struct XcodeProjectFixtureTests {
  private static let pbxproj = "Shop.xcodeproj/project.pbxproj"
  private static let app = "Shop/AppDelegate.swift"
  private static let push = "Push/order.apns"
  private static let ding = "Shop/Sounds/ding.caf"

  static let clean = FixtureProject(
    [
      ding: .sound(.caf), "Shop/Sounds/chime.wav": .sound(.wave),
      "Shop/Sounds/bell.aiff": .sound(.aiff), "Shop/Sounds/gong.caf": .sound(.uLaw),
      app: .text(
        """
        import UserNotifications

        let sounds = ["not.caf", "asked.caf"]
        func content() -> UNNotificationContent {
          let content = UNMutableNotificationContent()
          content.sound = UNNotificationSound(named: UNNotificationSoundName("ding.caf"))
          return content
        }

        """),
      "NotificationService/NotificationService.m": .text(
        """
        #import <UserNotifications/UserNotifications.h>
        // [UNNotificationSound soundNamed:@"old.caf"] was here.
        - (void)change:(UNMutableNotificationContent *)content {
          content.sound = [UNNotificationSound soundNamed:@"gong.caf"];
        }

        """),
      push: .text(
        """
        {
          "Simulator Target Bundle": "com.example.shop",
          "aps": {
            "alert": "Your order is on its way",
            "sound": "chime.wav"
          }
        }

        """),
      "Push/alarm.json": .text(
        """
        {
          "aps": {
            "sound": {
              "critical": 0,
              "name": "bell.aiff",
              "volume": 0.8
            }
          }
        }

        """),
      "Push/plain.apns": .text(#"{ "aps": { "alert": "Hello", "sound": "default" } }"# + "\n"),
      "Shop/Assets.xcassets/Contents.json": .text(#"{ "info": { "version": 1 } }"#),
    ],
    xcode: (
      pbxproj,
      XcodeProjectText(targets: [
        .init(
          name: "Shop",
          resources: [
            ding, "Shop/Sounds/chime.wav", "Shop/Sounds/bell.aiff", "Shop/Sounds/gong.caf",
            "Shop/Assets.xcassets",
          ]),
        .init(name: "NotificationService", product: .appExtension),
        .init(name: "Shop Tests", product: .unitTests),
      ])
    ))

  static let namingMistakes: [Mistake] = [
    Mistake("without extension", .init("sound-name-extension", in: push, at: #""chime""#)) {
      try $0.replace("chime.wav", with: "chime", in: push)
    },
    Mistake("wrong case", .init("sound-name-case", in: push, at: "Chime.wav")) {
      try $0.replace("chime.wav", with: "Chime.wav", in: push)
    },
    Mistake("a path", .init("sound-name-path", in: push, at: "Sounds/chime.wav")) {
      try $0.replace("chime.wav", with: "Sounds/chime.wav", in: push)
    },
    Mistake("asked for but nowhere", .init("sound-missing", in: app, at: "whistle.caf")) {
      try $0.replace(
        "return content",
        with: #"content.sound = UNNotificationSound(named: .init("whistle.caf")); return content"#,
        in: app)
    },
    Mistake(
      "a slip of the pen", .init("sound-missing", in: "Push/alarm.json", at: "belt.aiff"),
      .init("sound-unused", .note, in: "Shop/Sounds/bell.aiff")
    ) {
      try $0.replace("bell.aiff", with: "belt.aiff", in: "Push/alarm.json")
    },
    Mistake(
      "critical that is not a number",
      .init("payload-sound", .warning, in: "Push/alarm.json", at: "critical")
    ) {
      try $0.replace(#""critical": 0"#, with: #""critical": true"#, in: "Push/alarm.json")
    },
    Mistake(
      "volume over 1", .init("payload-sound", .warning, in: "Push/alarm.json", at: "volume")
    ) {
      try $0.replace("0.8", with: "80", in: "Push/alarm.json")
    },
    Mistake("a payload that is not JSON", .init("payload-malformed", in: "Push/new.apns", at: "}"))
    {
      $0.files["Push/new.apns"] = .text(
        "{\n  \"aps\": {\n    \"sound\": \"ding.caf\",\n  } }\n")
    },
  ]

  static let targetMistakes: [Mistake] = [
    Mistake("in a blue folder", .init("sound-folder", in: push, at: "deep.caf")) {
      $0.files["Tones/deep.caf"] = .sound(.caf)
      $0.xcode?.project["Shop"].blueFolders = ["Tones"]
      try $0.replace("chime.wav", with: "deep.caf", in: push)
      $0.files["Push/more.apns"] = .text(#"{"aps": {"sound": "chime.wav"}}"#)
    },
    Mistake(
      "in a blue folder, and never asked for",
      .init("sound-folder", .note, in: "Tones/deep.caf")
    ) {
      $0.files["Tones/deep.caf"] = .sound(.caf)
      $0.xcode?.project["Shop"].blueFolders = ["Tones"]
    },
    Mistake(
      "in the extension's target only",
      .init("sound-target", in: "NotificationService/NotificationService.m", at: "gong.caf\"];")
    ) {
      $0.xcode?.project["Shop"].resources.removeAll { $0.hasSuffix("gong.caf") }
      $0.xcode?.project["NotificationService"].resources = ["Shop/Sounds/gong.caf"]
    },
    Mistake("in the tests' target only", .init("sound-target", in: push, at: "chime.wav")) {
      $0.xcode?.project["Shop"].resources.removeAll { $0.hasSuffix("chime.wav") }
      $0.xcode?.project["Shop Tests"].resources = ["Shop/Sounds/chime.wav"]
    },
    Mistake("in no target", .init("sound-missing", in: push, at: "chime.wav")) {
      $0.xcode?.project["Shop"].resources.removeAll { $0.hasSuffix("chime.wav") }
    },
    Mistake(
      "in no target, and never asked for",
      .init("sound-unshipped", .warning, in: "Shop/Sounds/extra.caf")
    ) {
      $0.files["Shop/Sounds/extra.caf"] = .sound(.caf)
    },
    Mistake("never asked for", .init("sound-unused", .note, in: "Shop/Sounds/extra.caf")) {
      $0.files["Shop/Sounds/extra.caf"] = .sound(.caf)
      $0.xcode?.project["Shop"].resources.append("Shop/Sounds/extra.caf")
    },
    Mistake(
      "listed but not on disk", .init("resource-missing", in: pbxproj, at: "path = gone.caf")
    ) {
      $0.xcode?.project["Shop"].resources.append("Shop/Sounds/gone.caf")
    },
    Mistake(
      "listed in another case", .init("resource-missing", in: pbxproj, at: "path = Hum.caf")
    ) {
      $0.files["Shop/Sounds/hum.caf"] = .sound(.caf)
      $0.xcode?.project["Shop"].resources.append("Shop/Sounds/Hum.caf")
      $0.files["Push/hum.apns"] = .text(#"{"aps": {"sound": "Hum.caf"}}"#)
    },
    Mistake("two files of one name", .init("sound-duplicate", in: "Shop/Theme/ding.caf")) {
      $0.files["Shop/Theme/ding.caf"] = .sound(.caf)
      $0.xcode?.project["Shop"].resources.append("Shop/Theme/ding.caf")
    },
    Mistake(
      "a merge conflict in the project", .init("project-unreadable", in: pbxproj, at: "<<<<<<<")
    ) {
      try $0.replace(
        "\tarchiveVersion = 1;", with: "<<<<<<< HEAD\n\tarchiveVersion = 1;", in: pbxproj)
    },
    Mistake("ADPCM in WAVE", .init("data-format", in: "Shop/Sounds/chime.wav")) {
      try $0.record(.msADPCMInWAVE, as: "Shop/Sounds/chime.wav")
    },
    Mistake(
      "much louder than its siblings",
      .init("sibling-loudness", .warning, in: "Shop/Sounds/ding.caf")
    ) {
      try $0.record(.loud, as: ding)
    },
  ]

  @Test("The clean twin gives no finding")
  func twin() throws { try PreflightRun.expectClean(Self.clean) }

  @Test("A mistake about names and payloads is found, and nothing else", arguments: namingMistakes)
  func names(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }

  @Test(
    "A mistake about targets and resources is found, and nothing else", arguments: targetMistakes)
  func targets(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }

  @Test(
    "What is wrong with a sound itself is found, and nothing else",
    arguments: Mistake.sounds(as: ding))
  func sounds(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }
}
