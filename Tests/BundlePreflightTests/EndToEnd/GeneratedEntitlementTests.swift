import AlertSounds
import BundlePreflight
import Testing

/// What both apps ask for.
private let critical = """
  import UserNotifications
  let sound = UNNotificationSound.defaultCriticalSound(withAudioVolume: 1)

  """

private let entitlement = "com.apple.developer.usernotifications.critical-alerts"

private let found = ["warning [critical-entitlement] App/Alarm.swift:2"]

@Suite("An XcodeGen project entitles its app to critical sounds")
struct XcodeGenEntitlementTests {
  private static func app(_ entitlements: String) -> FixtureProject {
    FixtureProject([
      "project.yml": .text(
        """
        name: Bells
        targets:
          Bells:
            type: application
            platform: iOS
            sources: [App]
        \(entitlements)

        """),
      "App/Alarm.swift": .text(critical), "App/ding.caf": .sound(.caf),
      "App/Ding.swift": .text(
        "import UserNotifications\nlet d = UNNotificationSound(named: .init(\"ding.caf\"))\n"),
    ])
  }

  @Test("or they do not play as such")
  func missing() throws {
    #expect(try PreflightRun.findings(Self.app("")) == found)
    var other = Self.app("    entitlements:\n      path: App/Bells.entitlements")
    other.files["App/Bells.entitlements"] = .text("<key>aps-environment</key>\n")
    #expect(try PreflightRun.findings(other) == found)
  }

  @Test("by properties, or by a file")
  func entitled() throws {
    let path = "    entitlements:\n      path: App/Bells.entitlements"
    try PreflightRun.expectClean(
      Self.app(path + "\n      properties:\n        \(entitlement): true"))
    var file = Self.app(path)
    file.files["App/Bells.entitlements"] = .text("<key>\(entitlement)</key><true/>\n")
    try PreflightRun.expectClean(file)
  }
}

@Suite("A Tuist project entitles its app to critical sounds")
struct TuistEntitlementTests {
  private static func app(_ entitlements: String) -> FixtureProject {
    FixtureProject([
      "Project.swift": .text(
        """
        import ProjectDescription
        let project = Project(
          name: "Bells",
          targets: [
            .target(
              name: "Bells", destinations: .iOS, product: .app, bundleId: "com.example.bells",
              sources: ["App/**"], resources: ["App/*.caf"]\(entitlements)
            )
          ]
        )

        """),
      "App/Alarm.swift": .text(critical), "App/ding.caf": .sound(.caf),
      "App/Ding.swift": .text(
        "import UserNotifications\nlet d = UNNotificationSound(named: .init(\"ding.caf\"))\n"),
    ])
  }

  @Test(
    "or they do not play as such",
    arguments: [
      "", ", entitlements: nil", ", entitlements: .file(path: \"App/Bells.entitlements\")",
      ", entitlements: \"App/Bells.entitlements\"", ", entitlements: .dictionary([:])",
      ", entitlements: .dictionary([\"aps-environment\": \"production\"])",
      ", entitlements: .dictionary([\"\(entitlement)\": false])",
      ", entitlements: .dictionary([\"\(entitlement)\": .boolean(false)])",
    ])
  func missing(_ entitlements: String) throws {
    var app = Self.app(entitlements)
    app.files["App/Bells.entitlements"] = .text("<key>aps-environment</key>\n")
    #expect(try PreflightRun.findings(app) == found)
  }

  @Test(
    "by a dictionary, or perhaps by what is computed",
    arguments: [
      ".dictionary([\"aps-environment\": \"production\", \"\(entitlement)\": true])",
      ".dictionary([\"\(entitlement)\": .boolean(true)])", ".dictionary([key: true])",
      ".dictionary(base.merging([\"aps-environment\": \"production\"]))", ".bells",
      "entitlements()",
      "isLoud ? .dictionary([\"\(entitlement)\": true]) : nil",
    ])
  func entitled(_ entitlements: String) throws {
    try PreflightRun.expectClean(Self.app(", entitlements: \(entitlements)"))
  }

  @Test("or by a file")
  func file() throws {
    var app = Self.app(", entitlements: .file(path: \"App/Bells.entitlements\")")
    app.files["App/Bells.entitlements"] = .text("<key>\(entitlement)</key><true/>\n")
    try PreflightRun.expectClean(app)
  }
}
