import AlertSounds
import Testing

@Suite("A Swift package with sounds among its resources")
struct SwiftPackageFixtureTests {
  private static let manifest = "Package.swift"
  private static let source = "Sources/Alarms/Alarms.swift"
  private static let ding = "Sources/Alarms/Resources/ding.caf"

  static let clean = FixtureProject([
    manifest: .text(
      """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "Alarms",
        products: [.library(name: "Alarms", targets: ["Alarms"])],
        targets: [
          .target(
            name: "Alarms",
            resources: [
              .process("Resources")
            ]),
          .testTarget(name: "AlarmsTests", dependencies: ["Alarms"]),
        ]
      )

      """),
    ding: .sound(.caf), "Sources/Alarms/Resources/Soft/chime.wav": .sound(.wave),
    source: .text(
      """
      import UserNotifications

      public func sounds() -> [UNNotificationSound] {
        [
          UNNotificationSound(named: UNNotificationSoundName(rawValue: "ding.caf")),
          UNNotificationSound(named: .init("chime.wav")),
        ]
      }

      """),
    "Tests/AlarmsTests/AlarmsTests.swift": .text("import Testing\n"),
  ])

  static let mistakes: [Mistake] = [
    Mistake(
      "copied as a folder", .init("sound-folder", in: source, at: "ding.caf"),
      .init("sound-folder", in: source, at: "chime.wav")
    ) {
      try $0.replace(".process(", with: ".copy(", in: manifest)
    },
    Mistake(
      "listed but not on disk", .init("resource-missing", in: manifest, at: "gone.caf")
    ) {
      try $0.replace(
        #".process("Resources")"#, with: ".process(\"Resources\"),\n        .copy(\"gone.caf\")",
        in: manifest)
    },
    Mistake("among no resources", .init("sound-missing", in: source, at: "ding.caf")) {
      $0.files["Sources/Alarms/Other/ding.caf"] = $0.files.removeValue(forKey: ding)
    },
    Mistake(
      "never asked for", .init("module-bundle", .note, in: "Sources/Alarms/Resources/extra.caf")
    ) {
      $0.files["Sources/Alarms/Resources/extra.caf"] = .sound(.caf)
    },
    Mistake("without extension", .init("sound-name-extension", in: source, at: #""ding""#)) {
      try $0.replace("ding.caf", with: "ding", in: source)
    },
    Mistake("wrong case", .init("sound-name-case", in: source, at: "Chime.WAV")) {
      try $0.replace("chime.wav", with: "Chime.WAV", in: source)
    },
    Mistake("asked for but nowhere", .init("sound-missing", in: source, at: "whistle.caf")) {
      try $0.replace(
        "named: .init(\"chime.wav\")),",
        with:
          "named: .init(\"chime.wav\")),\n    UNNotificationSound(named: .init(\"whistle.caf\")),",
        in: source)
    },
    Mistake(
      "two files of one name", .init("sound-duplicate", in: "Sources/Alarms/Resources/ding.caf")
    ) {
      $0.files["Sources/Alarms/Resources/Loud/ding.caf"] = .sound(.caf)
    },
  ]

  @Test("The clean twin gives no finding")
  func twin() throws { try PreflightRun.expectClean(Self.clean) }

  @Test("A mistake is found, and nothing else", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }

  @Test(
    "What is wrong with a sound itself is found, and nothing else",
    arguments: Mistake.sounds(as: ding))
  func sounds(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }

  @Test("A package that is an app itself ships to the top of that app")
  func playground() throws {
    var app = Self.clean
    try app.replace(
      #"[.library(name: "Alarms", targets: ["Alarms"])]"#,
      with: #"[.iOSApplication(name: "Alarms", targets: ["Alarms"], bundleIdentifier: "a.b")]"#,
      in: Self.manifest)
    try PreflightRun.expectClean(app)
    try PreflightRun.expect(
      Mistake("unused", .init("sound-unused", .note, in: "Sources/Alarms/Resources/extra.caf")) {
        $0.files["Sources/Alarms/Resources/extra.caf"] = .sound(.caf)
      }, in: app)
  }
}
