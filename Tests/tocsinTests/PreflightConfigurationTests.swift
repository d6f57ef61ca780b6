import Foundation
import TestSupport
import Testing

@Suite("tocsin preflight: .tocsin.yml and the baseline")
struct PreflightConfigurationTests {
  private func workplace(_ configuration: String) throws -> PreflightWorkplace {
    let work = try PreflightWorkplace()
    try work.addWarning()
    try work.addError()
    try work.write(configuration, to: ".tocsin.yml")
    return work
  }

  private func rules(_ work: PreflightWorkplace, _ arguments: [String]) throws -> [String] {
    try work.run(["preflight", "--output", "json"] + arguments).rules()
  }

  @Test("The file is found above the path, from wherever it is typed")
  func upwards() throws {
    let work = try workplace("rules:\n  sound-missing: off\n")
    try work.write(PreflightWorkplace.payload("gone.wav"), to: "a/b/push.apns")
    try work.write(PreflightWorkplace.tone(), to: "a/b/ding.wav")
    #expect(try rules(work, ["."]) == ["silence"])
    #expect(try rules(work, ["a/b"]) == [])
    #expect(try rules(work, [work.folder.path("a/b")]) == [])
    let inside = try work.run(["preflight", ".", "--output", "json"], in: "a/b")
    #expect(try inside.rules() == [])
  }

  @Test("--no-config looks for none, --config takes another")
  func other() throws {
    let work = try workplace("rules:\n  sound-missing: off\n")
    try work.write("rules:\n  silence: off\n", to: "ci/other.yml")
    #expect(try rules(work, [".", "--no-config"]) == ["silence", "sound-missing"])
    #expect(try rules(work, [".", "--config", "ci/other.yml"]) == ["sound-missing"])
  }

  @Test("Severities, limits, excluded files and overrides count")
  func settings() throws {
    let work = try workplace(
      """
      rules:
        sound-missing: note
        silence: { severity: error }
        banner-duration: { maximum: 0.1 }
      exclude: ["Masters/**"]
      overrides:
        - files: "quiet/**"
          rules: { silence: off }
      """)
    try work.write("no sound", to: "Masters/take.caf")
    let still = try work.folder.bytes(of: "still.wav")
    try work.write(still, to: "quiet/still.wav")
    let result = try work.run(["preflight", ".", "--output", "json"])
    let findings = try result.jsonObject()["findings"] as? [[String: Any]] ?? []
    let lines = findings.map { finding in
      ["severity", "rule", "file"].map { finding[$0] as? String ?? "" }.joined(separator: " ")
    }
    #expect(
      lines.sorted() == [
        "error silence still.wav", "note banner-duration ding.wav", "note sound-missing other.apns",
      ])
    #expect(result.status == 1)
  }

  @Test("strict and audio can stand in the file")
  func flags() throws {
    let work = try PreflightWorkplace()
    try work.addWarning()
    #expect(try work.tocsin("preflight", ".").status == 0)
    try work.write("strict: true\n", to: ".tocsin.yml")
    #expect(try work.tocsin("preflight", ".").status == 1)
    try work.write("strict: true\naudio: false\n", to: ".tocsin.yml")
    #expect(try work.tocsin("preflight", ".").status == 0)
  }

  @Test(
    "A mistake gives 2, and its file and line; so it does for fix",
    arguments: [
      ("rules:\n  sound-mising: off\n", 2, "did you mean sound-missing?"),
      ("rules:\n  silence: loud\n", 2, "off, note, warning or error"),
      ("strict: true\n\nrule: {}\n", 3, "unknown key 'rule'"),
      ("rules: [\n", 2, "expected node content"), ("exclude:\n  - a: b\n", 2, "list of patterns"),
      ("rules:\n  duration: { maximum: 60 }\n", 2, "no limit maximum"),
      ("strict: perhaps\n", 1, "true or false"), ("version: 2\n", 1, "version 1"),
    ] as [(String, Int, String)])
  func mistakes(text: String, line: Int, complaint: String) throws {
    let work = try workplace(text)
    for command in ["preflight", "fix"] {
      let result = try work.tocsin(command, ".")
      #expect(result.status == 2 && result.output.isEmpty)
      let place = "\(work.folder.path(".tocsin.yml")):\(line): "
      #expect(result.errors.contains(place), "\(result.errors)")
      #expect(result.errors.contains(complaint), "\(result.errors)")
    }
  }

  @Test("What a baseline knows is counted, not told, wherever it moves in its file")
  func baseline() throws {
    let work = try workplace("")
    let update = try work.tocsin(
      "preflight", ".", "--baseline", "known.json", "--update-baseline", "--strict")
    #expect(update.status == 0 && update.output.isEmpty)
    #expect(update.errors.contains("2 findings are now known in known.json"))
    let other = try PreflightWorkplace()
    try other.write("no sound", to: "one/text.caf")
    let one = try other.tocsin(
      "preflight", "one/text.caf", "--select", "container", "--baseline", "one.json",
      "--update-baseline")
    #expect(one.errors.contains("1 finding is now known in one.json"), "\(one.errors)")
    let known = try work.folder.bytes(of: "known.json")

    try work.write("\n\n" + PreflightWorkplace.payload("gone.wav"), to: "other.apns")
    let same = try work.tocsin(
      "preflight", ".", "--baseline", "known.json", "--strict", "--output", "json")
    #expect(same.status == 0)
    #expect(try same.rules() == [])
    let summary = try same.jsonObject()["summary"] as? [String: Any]
    #expect(summary?["baseline"] as? Int == 2)

    try work.write(PreflightWorkplace.payload("new.wav"), to: "third.apns")
    let new = try work.tocsin("preflight", ".", "--baseline", "known.json", "--output", "json")
    #expect(new.status == 1)
    let findings = try new.jsonObject()["findings"] as? [[String: Any]] ?? []
    #expect(findings.map { $0["file"] as? String } == ["third.apns"])
    #expect(try work.folder.bytes(of: "known.json") == known)
  }

  @Test("A second finding like a known one is new")
  func twice() throws {
    let work = try workplace("")
    _ = try work.tocsin("preflight", ".", "--baseline", "known.json", "--update-baseline")
    try work.write(
      "[\(PreflightWorkplace.payload("gone.wav")), \(PreflightWorkplace.payload("gone.wav"))]",
      to: "other.apns")
    #expect(try rules(work, [".", "--baseline", "known.json"]) == ["sound-missing"])
  }

  @Test("The configuration can name the baseline, beside itself")
  func named() throws {
    let work = try workplace("baseline: ci/known.json\n")
    try FileManager.default.createDirectory(
      at: work.folder.url("ci"), withIntermediateDirectories: false)
    #expect(try work.tocsin("preflight", ".").status == 2)
    #expect(try work.tocsin("preflight", ".", "--update-baseline").status == 0)
    #expect(try work.tocsin("preflight", ".", "--strict").status == 0)
    #expect(try work.run(["preflight", "../push.apns", "../ding.wav"], in: "ci").status == 0)
  }

  @Test("A baseline that is none, or of another version, gives 2")
  func badBaseline() throws {
    let work = try workplace("")
    for text in ["no JSON", "[]", #"{"version": 2, "findings": []}"#] {
      try work.write(text, to: "known.txt")
      let result = try work.tocsin("preflight", ".", "--baseline", "known.txt")
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errors.contains("known.txt: "), "\(result.errors)")
    }
  }
}
