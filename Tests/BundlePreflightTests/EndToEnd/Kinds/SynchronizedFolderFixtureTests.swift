import AlertSounds
import Testing

@Suite("An Xcode 16 project, whose folders are members without being listed")
struct SynchronizedFolderFixtureTests {
  private static let pbxproj = "Tide.xcodeproj/project.pbxproj"
  private static let push = "Tide/Payloads/tide.apns"
  private static let ding = "Tide/Sounds/ding.caf"

  static let clean = FixtureProject(
    [
      ding: .sound(.caf), "Tide/chime.wav": .sound(.wave),
      "Tide/Sounds/Deep/bell.aiff": .sound(.aiff),
      "Tide/TideApp.swift": .text(
        """
        import SwiftUI
        import UserNotifications

        extension UNNotificationSoundName {
          static let bell = UNNotificationSoundName("bell.aiff")
          static let chime = UNNotificationSoundName(rawValue: "chime.wav")
        }

        """),
      "TideTests/TideTests.swift": .text("import Testing\n"),
      push: .text(
        """
        {
          "aps": { "alert": "High tide", "sound": "ding.caf" }
        }

        """),
    ],
    xcode: (
      pbxproj,
      XcodeProjectText(targets: [
        .init(name: "Tide", synchronized: ["Tide"]),
        .init(name: "TideWatch", product: .watchApp, synchronized: ["TideWatch"]),
        .init(name: "TideTests", product: .unitTests, synchronized: ["TideTests"]),
      ])
    ))

  static let mistakes: [Mistake] = [
    Mistake("taken out of the target", .init("sound-missing", in: push, at: "ding.caf")) {
      $0.xcode?.project["Tide"].exceptions = [ding]
    },
    Mistake(
      "taken out of the target, and never asked for",
      .init("sound-unshipped", .warning, in: "Tide/Sounds/extra.caf")
    ) {
      $0.files["Tide/Sounds/extra.caf"] = .sound(.caf)
      $0.xcode?.project["Tide"].exceptions = ["Tide/Sounds/extra.caf"]
    },
    Mistake("in the watch app's folder only", .init("sound-target", in: push, at: "ding.caf")) {
      $0.files["TideWatch/ding.caf"] = $0.files.removeValue(forKey: ding)
    },
    Mistake("in the tests' folder only", .init("sound-target", in: push, at: "ding.caf")) {
      $0.files["TideTests/ding.caf"] = $0.files.removeValue(forKey: ding)
    },
    Mistake("in a folder that is not a member", .init("sound-missing", in: push, at: "ding.caf")) {
      $0.files["Masters/ding.caf"] = $0.files.removeValue(forKey: ding)
    },
    Mistake(
      "two files of one name in two folders", .init("sound-duplicate", in: "Tide/ding.caf")
    ) {
      $0.files["Tide/ding.caf"] = .sound(.caf)
    },
    Mistake("in a blue folder", .init("sound-folder", in: push, at: "ding.caf")) {
      $0.files["Tones/ding.caf"] = $0.files.removeValue(forKey: ding)
      $0.xcode?.project["Tide"].blueFolders = ["Tones"]
    },
    Mistake("never asked for", .init("sound-unused", .note, in: "Tide/extra.caf")) {
      $0.files["Tide/extra.caf"] = .sound(.caf)
    },
    Mistake("wrong case", .init("sound-name-case", in: "Tide/TideApp.swift", at: "Bell.aiff")) {
      try $0.replace("bell.aiff", with: "Bell.aiff", in: "Tide/TideApp.swift")
    },
    Mistake("wrong container", .init("container", in: ding)) {
      try $0.record(.mp3, as: ding)
    },
    Mistake(
      "too long", .init("duration", in: "Tide/Sounds/Deep/bell.aiff"),
      .init("name", .warning, in: "Tide/Sounds/Deep/bell.aiff")
    ) {
      try $0.record(.thirtySeconds, as: "Tide/Sounds/Deep/bell.aiff")
    },
  ]

  @Test("The clean twin gives no finding")
  func twin() throws { try PreflightRun.expectClean(Self.clean) }

  @Test("A mistake is found, and nothing else", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }
}
