import AlertSounds
import Testing

/// What the sources of the two ask for.
private let swift = """
  import UserNotifications

  func content() -> UNMutableNotificationContent {
    let content = UNMutableNotificationContent()
    content.sound = UNNotificationSound(named: UNNotificationSoundName("ding.caf"))
    return content
  }

  """

@Suite("An XcodeGen project without its Xcode project")
struct XcodeGenFixtureTests {
  private static let spec = "project.yml"
  private static let target = "App/target.yml"
  private static let source = "App/Sources/Alarm.swift"

  static let clean = FixtureProject([
    spec: .text(
      """
      name: Bells
      targetTemplates:
        Extension:
          type: app-extension
          platform: iOS
      include:
        - path: App/target.yml
      targets:
        Service:
          templates: [Extension]
          sources: [Service]

      """),
    target: .text(
      """
      targets:
        Bells:
          type: application
          platform: iOS
          sources:
            - Sources
            - path: Resources
              excludes: ["Drafts/**"]
            - path: ../Kit
              buildPhase: none

      """),
    "App/Resources/Sounds/ding.caf": .sound(.caf),
    source: .text(swift), "Service/Service.swift": .text("class Service {}\n"),
  ])

  static let mistakes: [Mistake] = [
    Mistake("excluded", .init("sound-missing", in: source, at: "ding.caf")) {
      $0.files["App/Resources/Drafts/ding.caf"] = $0.files.removeValue(
        forKey: "App/Resources/Sounds/ding.caf")
    },
    Mistake("in a folder", .init("sound-folder", in: source, at: "ding.caf")) {
      try $0.replace(
        "path: Resources\n", with: "path: Resources\n        type: folder\n", in: target)
    },
    Mistake("in the extension alone", .init("sound-target", in: source, at: "ding.caf")) {
      $0.files["Service/ding.caf"] = $0.files.removeValue(forKey: "App/Resources/Sounds/ding.caf")
    },
    Mistake("for no phase", .init("sound-missing", in: source, at: "ding.caf")) {
      $0.files["Kit/ding.caf"] = $0.files.removeValue(forKey: "App/Resources/Sounds/ding.caf")
    },
    Mistake("not YAML", .init("project-unreadable", in: spec, at: "Service:")) {
      try $0.replace("include:\n  - path: App/target.yml\n", with: "include: [\n", in: spec)
    },
  ]

  @Test("The clean twin gives no finding")
  func twin() throws { try PreflightRun.expectClean(Self.clean) }

  @Test("A mistake is found, and nothing else", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }
}

@Suite("A Tuist project without its Xcode project")
struct TuistFixtureTests {
  private static let manifest = "Project.swift"
  private static let source = "App/Sources/Alarm.swift"

  static let clean = FixtureProject([
    manifest: .text(
      """
      import ProjectDescription

      let project = Project(
        name: "Bells",
        targets: [
          .target(
            name: "Bells",
            destinations: .iOS,
            product: .app,
            bundleId: "com.example.bells",
            sources: ["App/Sources/**"],
            resources: [
              "App/Resources/**",
              .glob(pattern: "App/Sounds/*.caf", excluding: ["App/Sounds/draft*"]),
            ],
            dependencies: [.target(name: "Kit")]
          ),
          .target(
            name: "Kit", destinations: .iOS, product: .framework, bundleId: "com.example.kit",
            resources: ["Kit/Resources/**"]
          ),
        ]
      )

      """),
    "App/Sounds/ding.caf": .sound(.caf), source: .text(swift),
  ])

  static let mistakes: [Mistake] = [
    Mistake("excluded", .init("sound-missing", in: source, at: "ding.caf")) {
      try $0.replace("draft*", with: "ding*", in: manifest)
    },
    Mistake("in the framework alone", .init("sound-target", in: source, at: "ding.caf")) {
      $0.files["Kit/Resources/ding.caf"] = $0.files.removeValue(forKey: "App/Sounds/ding.caf")
    },
    Mistake("in a folder", .init("sound-folder", in: source, at: "ding.caf")) {
      try $0.replace(
        ".glob(pattern: \"App/Sounds/*.caf\", excluding: [\"App/Sounds/draft*\"])",
        with: ".folderReference(path: \"App/Sounds\")", in: manifest)
    },
  ]

  @Test("The clean twin gives no finding")
  func twin() throws { try PreflightRun.expectClean(Self.clean) }

  @Test("A mistake is found, and nothing else", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }

  @Test("Of a target whose resources are computed nothing is known")
  func computed() throws {
    var project = Self.clean
    try project.replace(
      "\"App/Resources/**\",", with: ".glob(pattern: .relativeToRoot(path)),", in: Self.manifest)
    project.files["App/Sounds/ding.caf"] = nil
    let found = try PreflightRun.findings(project)
    #expect(found.allSatisfy { !$0.hasPrefix("error") }, "found: \(found)")
    #expect(found.contains { $0.contains("[project-unknown]") }, "found: \(found)")
  }
}
