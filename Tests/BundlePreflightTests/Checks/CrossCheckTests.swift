import AlertSounds
import Testing

@testable import BundlePreflight

@Suite("What is asked for against what is shipped")
struct CrossCheckTests {
  private static func bundle(
    _ name: String = "App", _ role: SoundBundle.Role = .app,
    _ platform: SoundBundle.Platform = .apple, _ sounds: [(String, String)]
  ) -> SoundBundle {
    SoundBundle(
      name: name, platform: platform, role: role,
      sounds: sounds.map { ShippedSound(file: TreePath($0.0), name: $0.1) })
  }

  private static func reference(
    _ name: String, _ platform: SoundBundle.Platform? = .apple, certain: Bool = true,
    file: TreePath = "push.apns"
  ) -> SoundReference {
    SoundReference(
      name: name, origin: .payload, platform: platform, isCertain: certain, file: file, line: 1,
      column: 1)
  }

  private static let app = Project(
    kind: .xcode, root: "",
    bundles: [
      bundle(sounds: [("Sounds/ding.caf", "ding.caf"), ("Sounds/deep.caf", "Sounds/deep.caf")]),
      bundle("Service", .appExtension, [("service.caf", "service.caf")]),
    ])

  private static func bundle(sounds: [(String, String)]) -> SoundBundle {
    bundle("App", .app, .apple, sounds)
  }
  private static func bundle(
    _ name: String, _ role: SoundBundle.Role, _ sounds: [(String, String)]
  ) -> SoundBundle { bundle(name, role, .apple, sounds) }

  private func findings(_ world: PreflightWorld) -> [TreeFinding] {
    ReferenceCheck(world, ReferenceScope(world)).findings()
  }

  private func world(_ references: [SoundReference], _ projects: [Project] = [app])
    -> PreflightWorld
  {
    let files = projects.flatMap(\.bundles).flatMap(\.sounds).map(\.file) + ["Extra/loose.caf"]
    return PreflightWorld(projects: projects, references: references, soundFiles: files)
  }

  @Test(
    "A name is judged as a device would look it up",
    arguments: [
      ("ding.caf", nil, nil), ("Ding.caf", "sound-name-case", "ding.caf"),
      ("DING", "sound-name-extension", "ding.caf"), ("ding", "sound-name-extension", "ding.caf"),
      ("Sounds/ding.caf", "sound-name-path", "ding.caf"),
      ("Sounds/gone.caf", "sound-name-path", nil), ("deep.caf", "sound-folder", nil),
      ("service.caf", "sound-target", nil), ("loose.caf", "sound-missing", nil),
      ("dong.caf", "sound-missing", "ding.caf"), ("ding.wav", "sound-missing", "ding.caf"),
      ("nothing.caf", "sound-missing", nil),
    ] as [(String, String?, String?)])
  func apple(name: String, rule: String?, replacement: String?) {
    let found = findings(world([Self.reference(name)]))
    #expect(found.map(\.finding.rule) == (rule.map { [$0] } ?? []))
    let repair = found.first?.finding.fix?.repair
    let name: String? = if case .rename(let name, _) = repair { name } else { nil }
    #expect(name == replacement)
    #expect(found.allSatisfy { $0.finding.severity == .error })
  }

  @Test("A doubtful name gives a note")
  func doubt() {
    let found = findings(world([Self.reference("gone.caf", certain: false)]))
    #expect(found.map(\.finding.severity) == [.note])
  }

  @Test("The innermost project that ships anything answers; a payload beside all asks all")
  func scope() {
    let inner = Project(
      kind: .xcode, root: "apps/one",
      bundles: [Self.bundle("One", .app, [("apps/one/a.caf", "a.caf")])])
    let other = Project(
      kind: .xcode, root: "apps/two",
      bundles: [Self.bundle("Two", .app, [("apps/two/b.caf", "b.caf")])])
    let references = [
      Self.reference("b.caf", file: "apps/one/x.swift"), Self.reference("b.caf", file: "push.apns"),
    ]
    let found = findings(world(references, [inner, other]))
    #expect(found.map(\.file) == ["apps/one/x.swift"])
    #expect(
      found.first?.finding.rule == "sound-target" || found.first?.finding.rule == "sound-missing")
  }

  @Test("Without any project the folder is the bundle")
  func folder() {
    let world = PreflightWorld(
      references: [Self.reference("ding.caf"), Self.reference("gone.caf")],
      soundFiles: ["a/ding.caf"])
    #expect(findings(world).map(\.finding.rule) == ["sound-missing"])
  }

  @Test("Payloads alone are not a reason to complain of what nobody can know")
  func payloadsAlone() {
    let world = PreflightWorld(references: [Self.reference("ding.caf"), Self.reference("a/b.caf")])
    #expect(findings(world).map(\.finding.rule) == ["sound-name-path"])
  }

  private static let android = Project(
    kind: .android, root: "android",
    bundles: [bundle("app", .app, .android, [("android/raw/ding.wav", "ding")])])

  @Test(
    "On Android a resource is asked for, which has no extension",
    arguments: [
      ("ding", nil), ("ding.wav", "sound-name-extension"), ("Ding", "sound-name-case"),
      ("dong", "sound-missing"),
    ] as [(String, String?)])
  func android(name: String, rule: String?) {
    let found = findings(world([Self.reference(name, .android)], [Self.android]))
    #expect(found.map(\.finding.rule) == (rule.map { [$0] } ?? []))
  }

  @Test("A name for both needs its twin")
  func both() {
    let projects = [Self.app, Self.android]
    #expect(findings(world([Self.reference("ding.caf", nil)], projects)).isEmpty)
    let withoutTwin = [
      Project(
        kind: .xcode, root: "",
        bundles: [Self.bundle("App", .app, [("bell.caf", "bell.caf")])]), Self.android,
    ]
    let found = findings(world([Self.reference("bell.caf", nil)], withoutTwin))
    #expect(found.map(\.finding.rule) == ["android-twin"])
  }
}
