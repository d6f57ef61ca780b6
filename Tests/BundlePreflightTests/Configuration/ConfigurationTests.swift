import AlertSounds
import Glibc
import TestSupport
import Testing

@testable import BundlePreflight

@Suite("The configuration file")
struct ConfigurationTests {
  private func read(_ text: String) throws -> PreflightConfiguration {
    let folder = try PreflightFolder()
    return try PreflightConfiguration.read(try folder.write(text, to: ".tocsin.yml"))
  }

  private func finding(_ rule: String, _ severity: Finding.Severity, _ file: String = "a.caf")
    -> PreflightFinding
  {
    PreflightFinding(Finding(rule: rule, severity: severity, message: "m"), file: file)
  }

  @Test("Turns rules off, changes severities and sets limits")
  func rules() throws {
    let configuration = try read(
      """
      # yaml-language-server: $schema=tocsin.schema.json
      version: 1
      rules:
        loudness: off
        true-peak: false
        silence: error
        leading-silence: { severity: note, maximum: 0.5 }
        sibling-loudness: { maximum: 20 }
      strict: true
      audio: false
      """)
    #expect(configuration.apply(to: finding("loudness", .note)) == nil)
    #expect(configuration.apply(to: finding("true-peak", .warning)) == nil)
    #expect(configuration.apply(to: finding("silence", .warning))?.finding.severity == .error)
    #expect(configuration.limits[.leadingSilence] == 0.5)
    #expect(configuration.limits[.siblingDifference] == 20)
    #expect(configuration.isStrict && !configuration.examinesSamples)
  }

  @Test("Rules about how a sound is made hold where the file wants them all, or sets one of them")
  func quality() throws {
    let found = finding("clipping", .warning)
    #expect(PreflightConfiguration().apply(to: found) == nil)
    #expect(try read("rules: { silence: error }").apply(to: found) == nil)
    #expect(try read("quality: true").apply(to: found)?.finding.severity == .warning)
    #expect(try read("rules: { clipping: note }").apply(to: found)?.finding.severity == .note)
    var chosen = PreflightConfiguration()
    chosen.choose(only: ["clipping"], without: [])
    #expect(chosen.apply(to: found)?.finding.severity == .warning)
  }

  @Test("A doubtful finding may be lowered, never raised")
  func doubt() throws {
    let configuration = try read("rules: { sound-missing: warning, sound-name-case: error }")
    #expect(configuration.apply(to: finding("sound-missing", .error))?.finding.severity == .warning)
    #expect(configuration.apply(to: finding("sound-missing", .note))?.finding.severity == .note)
    #expect(configuration.apply(to: finding("sound-name-case", .note))?.finding.severity == .note)
  }

  @Test("The names of rules that are one now mean their own findings alone")
  func kinds() throws {
    let found = ["sound-missing", "sound-name-case", "sound-folder"].map { finding($0, .error) }
    #expect(found.map(\.finding.rule) == Array(repeating: "sound-missing", count: 3))
    func severities(_ text: String) throws -> [Finding.Severity?] {
      let configuration = try read(text)
      return found.map { configuration.apply(to: $0)?.finding.severity }
    }
    #expect(try severities("rules: { sound-name-case: off }") == [.error, nil, .error])
    #expect(try severities("rules: { sound-missing: off }") == [nil, nil, nil])
    #expect(
      try severities("rules: { sound-missing: note, sound-folder: warning }")
        == [.note, .note, .warning])
    let override = "overrides: [{ files: '*', rules: { sound-name-case: note } }]"
    #expect(try severities(override) == [.error, .note, .error])
    var chosen = PreflightConfiguration()
    chosen.choose(only: nil, without: ["sound-folder"])
    #expect(found.map { chosen.apply(to: $0) != nil } == [true, true, false])
    chosen.choose(only: ["sound-missing"], without: [])
    #expect(found.allSatisfy { chosen.apply(to: $0) != nil })
  }

  @Test("Patterns start at the folder of the file, the last override wins")
  func overrides() throws {
    let folder = try PreflightFolder()
    let path = try folder.write(
      """
      exclude: ["Music/**", "*.aiff"]
      overrides:
        - files: "quiet/*"
          rules: { silence: error }
        - files: ["quiet/night.caf"]
          rules: { silence: off }
      """, to: ".tocsin.yml")
    let configuration = try PreflightConfiguration.read(path)
    func place(_ file: String) -> String { folder.folder.path(file) }
    #expect(configuration.excludes(place("Music/a.caf")))
    #expect(configuration.excludes(place("x/b.aiff")))
    #expect(!configuration.excludes(place("x/b.caf")))
    let one = configuration.apply(to: finding("silence", .warning, place("quiet/a.caf")))
    #expect(one?.finding.severity == .error)
    #expect(configuration.apply(to: finding("silence", .warning, place("quiet/night.caf"))) == nil)
  }

  @Test("Is found upwards")
  func upwards() throws {
    let folder = try PreflightFolder()
    try folder.write("strict: true", to: ".tocsin.yml")
    try folder.write("x", to: "a/b/c.caf")
    #expect(try PreflightConfiguration.found(above: folder.folder.path("a/b/c.caf")).isStrict)
    try folder.write("strict: false", to: "a/.tocsin.yml")
    #expect(try !PreflightConfiguration.found(above: folder.folder.path("a/b")).isStrict)
  }

  @Test("One that cannot be read is an error, not passed over")
  func unreadable() throws {
    let folder = try PreflightFolder()
    try folder.write("strict: true", to: ".tocsin.yml")
    try folder.write("x", to: "a/b.caf")
    // A link that leads to itself: nobody can read that, not even root.
    #expect(symlink(".tocsin.yml", folder.folder.path("a/.tocsin.yml")) == 0)
    let error = #expect(throws: ConfigurationError.self) {
      try PreflightConfiguration.found(above: folder.folder.path("a/b.caf"))
    }
    #expect(error?.file.hasSuffix("a/.tocsin.yml") == true)
  }

  @Test(
    "Says of every mistake where it is and what to do",
    arguments: [
      ("rulez: {}", 1, "unknown key 'rulez'"),
      ("rules:\n  loudnes: off", 2, "did you mean loudness?"),
      ("rules:\n  loudness: loud", 2, "off, note, warning or error"),
      ("rules:\n  true-peak: { maximun: 1 }", 2, "but maximum"),
      ("rules:\n  true-peak: { maximum: high }", 2, "numbers"), ("version: 2", 1, "version 1"),
      ("strict: maybe", 1, "true or false"), ("exclude: {a: b}", 1, "list of patterns"),
      ("overrides:\n  - rules: {}", 2, "names files"), ("rules: [a, b", 1, "this is not YAML: "),
      ("rules:\n  loudness: { minimum: -8 }", 2, "-8, is over loudness.maximum, -9"),
      ("- a", 1, "keys and values"), ("audio: yes please", 1, "true or false"),
    ])
  func mistakes(text: String, line: Int, words: String) throws {
    do {
      _ = try read(text)
      Issue.record("'\(text)' was taken")
    } catch let error as ConfigurationError {
      #expect(error.message.contains(words), "\(error)")
      #expect(error.line.map { $0 >= line && $0 <= line + 1 } == true, "\(error)")
    }
  }

  @Test("An empty file is the standard")
  func empty() throws {
    #expect(try read("").settings.isEmpty)
    #expect(try read("# nothing\n").excluded.isEmpty)
  }
}
