import AlertSounds
import TestSupport
import Testing

@testable import BundlePreflight

@Suite("Swift packages")
struct PackageTests {
  private let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription

    /* .target(name: "Old", resources: [.process("old.caf")]), /* nested */ */
    let package = Package(
      name: "ChimeKit",
      defaultLocalization: "en",
      platforms: [.iOS(.v16)],
      products: [.library(name: "ChimeKit", targets: ["ChimeKit", "ChimeUI"])],
      dependencies: [.package(url: "https://example.org/x(1).git", from: "1.0.0")],
      targets: [
        .target(
          name: "ChimeKit",
          dependencies: [.target(name: "ChimeUI"), .product(name: "X", package: "x")],
          exclude: ["Sounds/drafts"],
          resources: [
            .process("Sounds"),
            .copy("Loops"),
            .copy("Extra/tone.wav"),
            .embedInCode("Extra/embedded.caf"),
          ]
        ),
        .target(
          name: "ChimeUI", path: "UI",
          resources: [.process("gong.aiff", localization: .default)]),
        .target(name: "Plain"),
        .testTarget(name: "ChimeKitTests", resources: [.copy("Fixtures")]),
      ]
    )

    """

  private let sounds = [
    "Sources/ChimeKit/Sounds/ding.caf", "Sources/ChimeKit/Sounds/deep/dong.caf",
    "Sources/ChimeKit/Sounds/de.lproj/hallo.caf", "Sources/ChimeKit/Sounds/drafts/draft.caf",
    "Sources/ChimeKit/Loops/rain/rain.caf", "Sources/ChimeKit/Extra/tone.wav",
    "Sources/ChimeKit/Extra/embedded.caf", "UI/gong.aiff", "Sources/Plain/lost.caf",
    "Tests/ChimeKitTests/Fixtures/sample.wav",
  ]

  private func project(_ manifest: String, _ sounds: [String]) throws -> Project {
    let projects = ProjectDetection.projects(
      in: MemoryTree(["Package.swift": manifest], sounds: sounds))
    #expect(projects.count == 1)
    return try #require(projects.first)
  }

  @Test("each target ships its resources: processed at the top, copied with their folder")
  func resources() throws {
    let project = try project(manifest, sounds)
    #expect(project.kind == .swiftPM && project.problems == [])
    #expect(
      project.shipped == [
        "ChimeKit (module): Loops/rain/rain.caf ← Sources/ChimeKit/Loops/rain/rain.caf",
        "ChimeKit (module): ding.caf ← Sources/ChimeKit/Sounds/ding.caf",
        "ChimeKit (module): dong.caf ← Sources/ChimeKit/Sounds/deep/dong.caf",
        "ChimeKit (module): hallo.caf ← Sources/ChimeKit/Sounds/de.lproj/hallo.caf",
        "ChimeKit (module): tone.wav ← Sources/ChimeKit/Extra/tone.wav",
        "ChimeKitTests (tests): Fixtures/sample.wav ← Tests/ChimeKitTests/Fixtures/sample.wav",
        "ChimeUI (module): gong.aiff ← UI/gong.aiff",
      ])
  }

  @Test("a listed file that is not there is found with its place")
  func missing() throws {
    let project = try project(manifest, sounds.filter { $0 != "UI/gong.aiff" })
    #expect(
      project.problems == [
        "resource-missing Package.swift" + place(of: "\"gong.aiff\"", in: manifest)
      ])
  }

  @Test("an app of Swift Playgrounds is an app")
  func app() throws {
    let manifest = """
      let package = Package(name: "Bell", products: [
        .iOSApplication(name: "Bell", targets: ["AppModule"], bundleIdentifier: "org.example.bell",
          capabilities: [.camera(purposeString: "So \\("that") we see")])
      ], targets: [.executableTarget(name: "AppModule", path: ".", resources: [.process("Res")])])
      """
    let project = try project(manifest, ["Res/ding.caf"])
    #expect(project.shipped == ["AppModule (app): ding.caf ← Res/ding.caf"])
  }

  @Test("targets that are added by code are seen, computed paths are not guessed")
  func code() throws {
    let manifest = #"""
      let folder = "Sounds"
      var package = Package(name: "A")
      #if os(iOS)
      package.targets.append(.target(name: "A", resources: [.copy("\(folder)/a.caf"), .copy(#"b.caf"#)]))
      #endif
      package.targets += [.target(name: "B", path: folder, resources: [.copy("c.caf")])]
      """#
    let project = try project(manifest, ["Sources/A/b.caf", "Sources/B/c.caf"])
    #expect(project.shipped == ["A (module): b.caf ← Sources/A/b.caf"])
    #expect(project.problems == [])
  }

  @Test(
    "names have Swift's escapes",
    arguments: [
      (#""caf\u{E9}.caf""#, "café.caf"), (#""\u{1F514}.caf""#, "🔔.caf"),
      (#""a\u{41}\\b\".caf""#, "aA\\b\".caf"), (##"#"a\nb.caf"#"##, "a\\nb.caf"),
      (##"#"a\#u{E9}"b.caf"#"##, "aé\"b.caf"), (###"##"a"#b.caf"##"###, "a\"#b.caf"),
    ])
  func escapes(literal: String, name: String) throws {
    let manifest =
      "let p = Package(targets: [.target(name: \"A\", resources: [.copy(\(literal))])])"
    let project = try project(manifest, ["Sources/A/" + name])
    #expect(project.shipped == ["A (module): \(name) ← Sources/A/\(name)"])
    #expect(project.problems == [])
  }

  @Test(
    "a text that is computed, or that Swift would not read, is not guessed",
    arguments: [
      #""\(folder)/a.caf""#, #""a\(f(")", g(1))).caf""#, #""a\q.caf""#, #""a\u{110000}.caf""#,
      ##"#"\#(folder)/a.caf"#"##,
    ])
  func computed(literal: String) throws {
    let manifest = """
      let p = Package(targets: [.target(name: "A", resources: [.copy(\(literal)), .copy("b.caf")])])
      """
    let project = try project(manifest, ["Sources/A/b.caf"])
    #expect(project.shipped == ["A (module): b.caf ← Sources/A/b.caf"])
    #expect(project.problems == [])
  }

  @Test("a package's only target may fill Sources")
  func alone() throws {
    let manifest = "let p = Package(targets: [.target(name: \"A\", resources: [.copy(\"a.caf\")])])"
    #expect(
      try project(manifest, ["Sources/a.caf"]).shipped == ["A (module): a.caf ← Sources/a.caf"])
  }

  @Test(
    "what is not Swift is found with its place",
    arguments: [
      ("let p = Package(", ":1:17"), ("let p = \"abc", ":1:9"), ("f(\"\"\"\nabc", ":1:3"),
      ("let p = [.target(name: \"A\"]", ":1:28"), ("", nil), ("/* /* */", nil), (")]}", nil),
    ])
  func unreadable(manifest: String, place: String?) throws {
    let problems = try project(manifest, []).problems
    #expect(problems == (place.map { ["project-unreadable Package.swift" + $0] } ?? []))
  }

  @Test("damaged text is read or refused, and never traps")
  func damage() throws {
    let crafted = [
      String(repeating: "f(", count: 20_000),
      "f([" + String(repeating: "a,", count: 300_000) + "])",
    ]
    for text in crafted {
      #expect(try project(text, []).findings.map(\.finding.rule) == ["project-unreadable"])
    }
    var generator = SeededGenerator.printed(for: "damaged manifests")
    let whole = Array(manifest.utf8)
    for round in 0..<300 {
      var bytes = whole
      for _ in 0..<(round % 6) {
        bytes[.random(in: bytes.indices, using: &generator)] =
          Array("{}()[]\"\\#:,./*\0".utf8).randomElement(using: &generator) ?? 0
      }
      if round % 3 == 0 { bytes.removeLast(.random(in: 1..<bytes.count, using: &generator)) }
      let projects = ProjectDetection.projects(in: MemoryTree(bytes: ["Package.swift": bytes]))
      #expect(projects.count == 1)
    }
  }
}
