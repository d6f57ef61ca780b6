import AlertSounds
import TestSupport
import Testing

@testable import BundlePreflight

@Suite("The baseline")
struct BaselineTests {
  private func finding(_ message: String, line: Int? = nil) -> PreflightFinding {
    PreflightFinding(
      Finding(rule: "silence", severity: .warning, message: message), file: "a.caf", line: line)
  }

  @Test("Knows a finding again when its line and its numbers have changed")
  func again() throws {
    let folder = try PreflightFolder()
    let path = folder.folder.path("baseline.json")
    try Baseline([finding("30.1 s long", line: 3)]).write(to: path)
    let (new, known, gone) = try Baseline(path: path).sift([
      finding("31.25 s long", line: 9), finding("no sound"),
    ])
    #expect(known == 1 && new.map(\.finding.message) == ["no sound"] && gone == 0)
  }

  @Test("Knows no finding about another name, when that differs in a number alone")
  func names() {
    let baseline = Baseline([finding("'alarm1.caf' is not shipped, it's asked for 2 times")])
    let same = finding("'alarm1.caf' is not shipped, it's asked for 3 times")
    let other = finding("'alarm2.caf' is not shipped, it's asked for 2 times")
    let (new, known, _) = baseline.sift([other, same])
    #expect(known == 1 && new.map(\.finding.message) == [other.finding.message])
  }

  @Test("Knows a finding by the name of a rule that is a part of one now")
  func kinds() throws {
    let folder = try PreflightFolder()
    let entry = #"{"file": "a.caf", "rule": "sound-folder", "message": "m", "count": 1}"#
    let path = try folder.write(#"{"version": 1, "findings": [\#(entry)]}"#, to: "baseline.json")
    let found = ["sound-folder", "sound-target"].map { rule in
      PreflightFinding(Finding(rule: rule, severity: .error, message: "m"), file: "a.caf")
    }
    let (new, known, gone) = try Baseline(path: path).sift(found)
    #expect(known == 1 && new.map(\.kind) == ["sound-target"] && gone == 0)
    #expect(Baseline(found).sift(found).new.isEmpty)
  }

  @Test("Two alike are two")
  func count() {
    let baseline = Baseline([finding("m"), finding("m")])
    #expect(baseline.sift([finding("m")]).gone == 1)
    #expect(baseline.sift([finding("m"), finding("m"), finding("m")]).known == 2)
  }

  @Test(
    "A file that is not a baseline, or of another version, is a mistake",
    arguments: ["", "{}", "[]", #"{"version": 2, "findings": []}"#])
  func mistakes(text: String) throws {
    let folder = try PreflightFolder()
    let path = try folder.write(text, to: "baseline.json")
    #expect(throws: ConfigurationError.self) { try Baseline(path: path) }
  }
}
