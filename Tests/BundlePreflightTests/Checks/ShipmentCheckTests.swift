import AlertSounds
import Testing

@testable import BundlePreflight

@Suite("What bundles ship")
struct ShipmentCheckTests {
  private func project(
    _ kind: ProjectKind = .xcode, _ role: SoundBundle.Role = .app, _ sounds: [(String, String)],
    platform: SoundBundle.Platform = .apple
  ) -> Project {
    let shipped = sounds.map { ShippedSound(file: TreePath($0.0), name: $0.1) }
    return Project(
      kind: kind, root: "",
      bundles: [SoundBundle(name: "App", platform: platform, role: role, sounds: shipped)])
  }

  private func rules(
    _ project: Project, asks names: [String] = [], files: [TreePath] = []
  ) -> [String] {
    let references = names.map {
      SoundReference(
        name: $0, origin: .payload, platform: .apple, isCertain: true, file: "p.apns", line: 1,
        column: 1)
    }
    let world = PreflightWorld(
      projects: [project], references: references,
      soundFiles: project.bundles.flatMap(\.sounds).map(\.file) + files)
    return ShipmentCheck(world).findings().map { found in
      "\(found.finding.rule) \(found.file) \(found.finding.severity)"
    }
  }

  @Test("Two files of one name are an error; one file in two bundles is none")
  func duplicates() {
    let two = project([("a/ding.caf", "ding.caf"), ("b/Ding.caf", "Ding.caf")].map { $0 })
    #expect(rules(two) == ["sound-duplicate b/Ding.caf error"])
    #expect(rules(project([("a/ding.caf", "ding.caf"), ("a/ding.caf", "ding.caf")])).isEmpty)
  }

  @Test("A sound that nobody asks for is a note, where somebody asks for another")
  func unused() {
    let sounds = project([("a.caf", "a.caf"), ("b.caf", "b.caf")])
    #expect(rules(sounds).isEmpty)
    #expect(rules(sounds, asks: ["a.caf"]) == ["sound-unused b.caf note"])
    #expect(rules(sounds, asks: ["A", "b.caf"]).isEmpty)
  }

  @Test("A sound in a folder of the bundle is a note; a Flutter asset is none")
  func folder() {
    #expect(rules(project([("S/a.caf", "S/a.caf")])) == ["sound-folder S/a.caf note"])
    #expect(rules(project(.flutter, [("assets/a.caf", "flutter_assets/a.caf")])).isEmpty)
  }

  @Test("What several targets ship is told once")
  func targets() {
    let sounds = [
      ("S/a.caf", "S/a.caf"), ("b.caf", "b.caf"), ("c.caf", "c.caf"), ("x/c.caf", "c.caf"),
    ].map { ShippedSound(file: TreePath($0.0), name: $0.1) }
    let bundles = ["One", "Two", "Three"].map {
      SoundBundle(name: $0, platform: .apple, role: .app, sounds: sounds)
    }
    #expect(
      rules(Project(kind: .xcode, root: "", bundles: bundles), asks: ["c.caf"]) == [
        "sound-duplicate x/c.caf error", "sound-folder S/a.caf note", "sound-unused b.caf note",
      ])
  }

  @Test("A package's sound is a note")
  func module() {
    let package = project(.swiftPM, .module, [("a.caf", "a.caf")])
    #expect(rules(package) == ["module-bundle a.caf note"])
  }

  @Test("A sound beside an Xcode project that no target ships is a warning")
  func unshipped() {
    let app = project([("a.caf", "a.caf")])
    #expect(rules(app, files: ["b.caf"]) == ["sound-unshipped b.caf warning"])
    #expect(rules(app, files: ["music.mp3"]).isEmpty)
    #expect(rules(project(.folder, [("a.caf", "a.caf")]), files: ["b.caf"]).isEmpty)
  }

  private func project(_ sounds: [(String, String)]) -> Project { project(.xcode, .app, sounds) }
  private func project(_ kind: ProjectKind, _ sounds: [(String, String)]) -> Project {
    project(kind, .app, sounds)
  }

  @Test(
    "Android resources have their names and their formats",
    arguments: [
      ("ding.wav", "ding", "WAVE", []), ("ding_1.mp3", "ding_1", nil, []),
      ("Ding.wav", "Ding", "WAVE", ["android-name"]), ("1.ogg", "1", nil, ["android-name"]),
      ("a-b.wav", "a-b", "WAVE", ["android-name"]), ("ding.caf", "ding", "CAF", ["android-format"]),
      ("ding.wav", "ding", "CAF", ["android-format"]), ("x.aiff", "x", nil, ["android-format"]),
    ] as [(String, String, String?, [String])])
  func android(file: String, name: String, container: String?, rules: [String]) {
    let world = PreflightWorld(
      projects: [project(.android, .app, [(file, name)], platform: .android)])
    let found = AndroidCheck(world).findings { _ in .init(container: container) }
    #expect(found.map(\.finding.rule) == rules)
  }
}
