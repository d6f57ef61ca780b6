import Foundation
import TestSupport
import Testing

@Suite("tocsin preflight: several reports in one run, and colours on a terminal only")
struct PreflightOutputTests {
  private func workplace() throws -> PreflightWorkplace {
    let work = try PreflightWorkplace()
    try work.addWarning()
    try work.addError()
    return work
  }

  @Test("Each --output is written, the text alone to standard output")
  func several() throws {
    let work = try workplace()
    let formats = ["json", "sarif", "junit", "github", "gitlab", "html"]
    let outputs = formats.flatMap { ["--output", "\($0)=reports.\($0)"] }
    let result = try work.run(["preflight", ".", "--output", "text"] + outputs)
    #expect(result.status == 1 && result.errors.isEmpty)
    #expect(result.text.hasSuffix("2 sounds checked: 1 error, 1 warning, 0 notes\n"))
    func text(_ format: String) throws -> String {
      String(decoding: try work.folder.bytes(of: "reports." + format), as: UTF8.self)
    }
    for format in ["json", "sarif", "gitlab"] {
      #expect(throws: Never.self) {
        try JSONSerialization.jsonObject(with: Data(text(format).utf8))
      }
    }
    for format in formats { #expect(try text(format).contains("sound-missing"), "\(format)") }
    #expect(try text("junit").hasPrefix("<?xml"))
    #expect(try text("html").hasPrefix("<!doctype html>"))
    #expect(try text("github").contains("::error file=other.apns,line=3"))
  }

  @Test("A report's file is replaced whole, and is not looked at as a part of the project")
  func again() throws {
    let work = try workplace()
    for _ in 0..<2 {
      let result = try work.tocsin(
        "preflight", ".", "--output", "json=report.json", "--output", "sarif=-")
      #expect(result.status == 1)
      #expect(try result.jsonObject()["version"] as? String == "2.1.0")
    }
    let report = try JSONSerialization.jsonObject(with: Data(work.folder.bytes(of: "report.json")))
    let findings = (report as? [String: Any])?["findings"] as? [[String: Any]] ?? []
    #expect(findings.map { $0["file"] as? String } == ["other.apns", "still.wav"])
  }

  @Test("Inside GitHub Actions there are annotations, once, besides what is asked for")
  func actions() throws {
    let work = try workplace()
    func lines(_ arguments: [String]) throws -> [Substring] {
      let result = try work.run(
        ["preflight", "."] + arguments, environment: ["GITHUB_ACTIONS": "true"])
      #expect(result.status == 1)
      return result.text.split(separator: "\n").filter { $0.hasPrefix("::") }
    }
    let annotations = try lines([])
    #expect(annotations.count == 2)
    #expect(annotations.contains { $0.hasPrefix("::error file=other.apns,line=3") })
    #expect(annotations.contains { $0.hasPrefix("::warning file=still.wav") })
    #expect(try lines(["--output", "github"]) == annotations)
    #expect(try lines(["--output", "sarif=out.sarif"]) == annotations)
    // A document is not mixed with lines that nobody asked for.
    #expect(try lines(["--output", "json"]).isEmpty)
    let elsewhere = try work.tocsin("preflight", ".")
    #expect(!elsewhere.text.contains("::"))
  }

  @Test("Without a terminal there are neither colours nor a progress bar")
  func plain() throws {
    let work = try workplace()
    let result = try work.run(["preflight", "."], environment: ["TERM": "xterm"])
    #expect(!result.text.contains("\u{1B}") && result.errors.isEmpty)
  }

  @Test("On a terminal there are colours, unless somebody does not want them")
  func colours() throws {
    let work = try workplace()
    let colored = try work.onTerminal(["preflight", "."])
    #expect(colored.status == 1)
    #expect(colored.text.contains("\u{1B}[1;31merror\u{1B}[0m [sound-missing]"), "\(colored.text)")
    for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
      let plain = try work.onTerminal(["preflight", "."], environment: environment)
      #expect(plain.text.contains("error [sound-missing]"), "\(plain.text)")
      #expect(!plain.text.contains("\u{1B}[1;31m"))
    }
    let file = try work.onTerminal(["preflight", ".", "--output", "text=report.txt"])
    #expect(file.status == 1)
    #expect(try !work.folder.bytes(of: "report.txt").contains(0x1B))
  }

  @Test("On a terminal the bar comes and goes")
  func bar() throws {
    let work = try workplace()
    let result = try work.onTerminal(["preflight", "."])
    #expect(result.text.contains(" 4/4"))
    let parts = result.text.components(separatedBy: "\r\u{1B}[K")
    #expect(parts.count == 2)
    #expect(parts.last?.hasPrefix(".: folder") == true)
  }

  @Test("Control characters of a name are escaped wherever it is printed")
  func hostileName() throws {
    let work = try PreflightWorkplace()
    let hostile = "a\u{1B}[31m\nb\u{202E}c.caf"
    try work.write("no sound", to: "in/" + hostile)
    try work.write(PreflightWorkplace.payload("\\u001b[31m\\u202e.caf"), to: "in/push.apns")
    let text = try work.tocsin("preflight", "in", "in/" + hostile)
    #expect(text.status == 1)
    #expect(!text.text.contains("\u{1B}") && !text.text.contains("\u{202E}"), "\(text.text)")
    // An annotation must have the name as it is; what moves a cursor is escaped even so.
    let annotations = try work.tocsin("preflight", "in", "in/" + hostile, "--output", "github")
    #expect(annotations.status == 1 && !annotations.text.contains("\u{1B}"))
    #expect(annotations.text.split(separator: "\n").allSatisfy { $0.hasPrefix("::") })
    let plan = try work.tocsin("fix", "in")
    #expect(!plan.text.contains("\u{1B}") && !plan.text.contains("\u{202E}"), "\(plan.text)")
  }

  @Test("A report that cannot be written is an error, and the others are written")
  func unwritable() throws {
    let work = try PreflightWorkplace()
    try work.write("a file", to: "taken")
    let outputs = ["json=taken/a.json", "sarif=new/folder/a.sarif"].flatMap { ["--output", $0] }
    let result = try work.run(["preflight", "."] + outputs)
    #expect(result.status == 1)
    #expect(result.errors.contains("taken"), "\(result.errors)")
    #expect(try work.contents().keys.contains("new/folder/a.sarif"))
  }

  @Test("Two reports into one file are refused, however it is spelled")
  func oneFile() throws {
    let work = try PreflightWorkplace()
    let result = try work.tocsin(
      "preflight", ".", "--output", "json=a.out", "--output", "sarif=./a.out")
    #expect(result.status == 2)
    #expect(result.errors.contains("two reports would be written to ./a.out"))
    #expect(try !work.contents().keys.contains("a.out"))
  }
}
