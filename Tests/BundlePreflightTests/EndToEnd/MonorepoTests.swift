import AlertSounds
import Foundation
import TestSupport
import Testing

@Suite("Projects of all kinds side by side in one repository, through the tool")
struct MonorepoTests {
  private static let projects: [String: FixtureProject] = [
    "shop-ios": XcodeProjectFixtureTests.clean, "tide": SynchronizedFolderFixtureTests.clean,
    "alarms": SwiftPackageFixtureTests.clean, "bells-expo": ExpoFixtureTests.clean,
    "bells-native": ReactNativeFixtureTests.clean, "bells-flutter": FlutterFixtureTests.clean,
    "bells-capacitor": CapacitorFixtureTests.clean, "bells-cordova": CordovaFixtureTests.clean,
    "bells-android": AndroidFixtureTests.clean,
  ]

  /// A repository with `changed` in place of the clean projects of its names.
  private func repository(_ changed: [String: FixtureProject] = [:]) throws -> PreflightFolder {
    let folder = try PreflightFolder()
    for (name, project) in Self.projects.merging(changed, uniquingKeysWith: { $1 }) {
      try project.write(to: "apps/" + name, in: folder)
    }
    return folder
  }

  private func findings(_ result: ToolResult) throws -> [String] {
    let report = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    let findings = try #require(report?["findings"] as? [[String: Any]])
    return findings.map { finding in
      let severity = Finding.Severity(rawValue: finding["severity"] as? String ?? "") ?? .note
      return Expected.text(
        severity, finding["rule"] as? String ?? "", finding["file"] as? String ?? "",
        finding["line"] as? Int)
    }.sorted()
  }

  @Test("The clean twins get not into each other's way")
  func clean() throws {
    let result = try repository().tocsin(
      "preflight", ".", "--strict", "--no-config", "--output", "json")
    #expect(try findings(result) == [])
    #expect(result.status == 0)
    let report = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    let kind = (report?["inputs"] as? [[String: Any]])?.first?["kind"] as? String ?? ""
    for name in [
      "Xcode project", "Swift package", "Expo project", "React Native project", "Flutter project",
      "Capacitor project", "Cordova project", "Android project",
    ] {
      #expect(kind.contains(name), "\(kind)")
    }
  }

  @Test("Several mistakes in several of them are all found, each in its place")
  func mistakes() throws {
    let mistakes: [String: [Mistake]] = [
      "shop-ios": Array(XcodeProjectFixtureTests.namingMistakes.suffix(2))
        + XcodeProjectFixtureTests.targetMistakes.filter {
          ["listed but not on disk", "two files of one name", "ADPCM in WAVE"].contains($0.name)
        },
      "tide": SynchronizedFolderFixtureTests.mistakes.filter { $0.name == "wrong case" },
      "bells-expo": ExpoFixtureTests.mistakes.filter { $0.name == "listed but not on disk" },
      "bells-flutter": FlutterFixtureTests.mistakes.filter {
        ["without extension", "AIFF in res/raw", "no such resource"].contains($0.name)
      },
      "bells-android": AndroidFixtureTests.mistakes.filter { $0.name == "one name twice" },
    ]
    var changed: [String: FixtureProject] = [:]
    var expected: [String] = []
    for (name, planted) in mistakes {
      var project = try #require(Self.projects[name])
      for mistake in planted { try mistake.make(&project) }
      for finding in planted.flatMap(\.findings) {
        let line = try finding.needle.map { try project.line(of: $0, in: finding.file) }
        // The reports name the rule alone, not which of its findings it is.
        let isOfName = ["sound-name-", "sound-folder", "sound-target"].contains {
          finding.rule.hasPrefix($0)
        }
        let rule = isOfName ? "sound-missing" : finding.rule
        expected.append(
          Expected.text(finding.severity, rule, "apps/\(name)/\(finding.file)", line))
      }
      changed[name] = project
    }
    #expect(expected.count == 11)
    let folder = try repository(changed)
    let result = try folder.tocsin("preflight", ".", "--no-config", "--output", "json")
    let found = try findings(result)
    #expect(found == expected.sorted(), "found: \(found), expected: \(expected.sorted())")
    #expect(result.status == 1)
    // Each project alone says the same.
    let names = mistakes.keys.sorted().map { "apps/" + $0 }
    let alone = try Tool.tocsin().run(
      ["preflight", "--no-config", "--output", "json"] + names, in: folder.folder.url,
      environment: ["GITHUB_ACTIONS": ""])
    #expect(try findings(alone) == expected.sorted())
  }
}
