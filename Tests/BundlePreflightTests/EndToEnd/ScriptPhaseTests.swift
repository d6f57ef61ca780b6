import AlertSounds
import TestSupport
import Testing

@Suite("A script of the build that touches sounds may ship more than the project lists")
struct ScriptPhaseTests {
  private static func app(_ script: String?) -> FixtureProject {
    FixtureProject(
      [
        "App/bell.caf": .sound(.caf), "App/long.caf": .sound(.thirtySeconds),
        "App/loose.caf": .sound(.caf),
        "App/Ring.swift": .text(
          """
          content.sound = UNNotificationSound(named: UNNotificationSoundName("bell.caf"))
          content.sound = UNNotificationSound(named: UNNotificationSoundName("long.caf"))
          content.sound = UNNotificationSound(named: UNNotificationSoundName("gone.caf"))

          """),
      ],
      xcode: (
        "App.xcodeproj/project.pbxproj",
        XcodeProjectText(targets: [.init(name: "App", resources: ["App/bell.caf"], script: script)])
      ))
  }

  private static let certain = [
    "error [sound-missing] App/Ring.swift:2", "error [sound-missing] App/Ring.swift:3",
    "warning [sound-unshipped] App/loose.caf",
  ]

  @Test(
    "Nothing is unshipped or missing for sure, and what is asked for is read",
    arguments: [
      "cp $SRCROOT/App/*.caf $TARGET_BUILD_DIR", "ditto $SRCROOT/Sounds $TARGET_BUILD_DIR",
    ])
  func touching(_ script: String) throws {
    #expect(
      try PreflightRun.findings(Self.app(script)) == [
        "error [duration] App/long.caf", "note [sound-missing] App/Ring.swift:2",
        "note [sound-missing] App/Ring.swift:3",
      ])
  }

  @Test("A script about anything else changes nothing", arguments: [nil, "swiftlint --fix"])
  func other(_ script: String?) throws {
    #expect(try PreflightRun.findings(Self.app(script)) == Self.certain)
  }
}
