import Foundation
import TestSupport
import Testing

@Suite("tocsin preflight: a status for a build job, and complaints where they help")
struct PreflightStatusTests {
  /// A folder with a clean part, one with a warning and one with an error.
  private func workplace() throws -> PreflightWorkplace {
    let work = try PreflightWorkplace()
    try work.write(PreflightWorkplace.tone(), to: "clean/ding.wav")
    try work.write(
      PlainWAVE.integers([Int32](repeating: 0, count: 4_000), sampleRate: 8_000),
      to: "warning/still.wav")
    try work.write("no sound", to: "error/text.caf")
    return work
  }

  @Test(
    "The status is 1 for an error, and for a warning when that is asked for",
    arguments: [
      (["clean"], 0), (["--strict", "clean"], 0), (["warning"], 0), (["--strict", "warning"], 1),
      (["error"], 1), (["clean", "error"], 1), (["gone"], 1), (["gone.ipa"], 1),
      (["--no-audio", "--strict", "warning"], 0), (["--output", "json", "error"], 1),
      (["clean/ding.wav"], 0), (["error/text.caf"], 1), (["push.apns", "clean"], 0),
      (["--output", "json=/dev/null/report.json", "clean"], 1),
    ] as [([String], Int32)])
  func status(arguments: [String], status: Int32) throws {
    #expect(try workplace().run(["preflight"] + arguments).status == status)
  }

  @Test(
    "Wrong usage gives 2, a complaint and no report",
    arguments: [
      ([""], "name what to check"), (["--output", "yaml", "."], "'yaml' is invalid"),
      (["--output", "json=", "."], "'json=' is invalid"), (["--loud", "."], "--loud"),
      (["--output", "json", "--output", "sarif", "."], "needs standard output for itself"),
      (["--output", "text", "--output", "html", "."], "needs standard output for itself"),
      (["--output", "json=a", "--output", "sarif=a", "."], "two reports would be written to a"),
      (["--update-baseline", "."], "--update-baseline needs --baseline"),
      (["--baseline", "none.json", "."], "none.json: no such file"),
      (["--config", "none.yml", "."], "none.yml: no such file"),
    ] as [([String], String)])
  func usage(arguments: [String], complaint: String) throws {
    let work = try workplace()
    let before = try work.contents()
    let result = try work.run(["preflight"] + arguments)
    #expect(result.status == 2)
    #expect(result.errors.contains(complaint), "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(try work.contents() == before)
  }

  @Test(
    "Without a path the current folder is checked, and planned for",
    arguments: ["preflight", "fix"])
  func currentFolder(command: String) throws {
    let work = try workplace()
    let bare = try work.tocsin(command)
    #expect(bare.status == 1)
    #expect(bare.output == (try work.tocsin(command, ".")).output)
  }

  @Test("A complaint about the options comes with the command's own usage")
  func ownUsage() throws {
    let result = try workplace().tocsin("preflight", ".", "--output", "json", "--output", "sarif")
    #expect(result.errors.contains("Usage: tocsin preflight"))
  }

  @Test("What cannot be read is told as a finding under the name that was typed")
  func unreadable() throws {
    let work = try workplace()
    let result = try work.tocsin("preflight", "gone", "clean", "--output", "json")
    #expect(result.status == 1 && result.errors.isEmpty)
    let findings = try result.jsonObject()["findings"] as? [[String: Any]] ?? []
    #expect(findings.map { $0["rule"] as? String } == ["file-unreadable"])
    #expect(findings.first?["file"] as? String == "gone")
    #expect(findings.first?["message"] as? String == "no such file")
  }

  @Test(
    "A folder and a file that this user may not read are findings, and the rest is checked",
    .needs(Unprivileged.isPossible, "tocsin cannot be run as another user here"))
  func forbidden() throws {
    let work = try workplace()
    for name in ["clean/shut.wav", "inner/deep/ding.wav"] {
      try work.write(PreflightWorkplace.tone(), to: name)
    }
    try Unprivileged.setMode(0, of: work.folder.url("clean/shut.wav"))
    try Unprivileged.setMode(0, of: work.folder.url("inner/deep"))
    defer { try? Unprivileged.setMode(0o755, of: work.folder.url("inner/deep")) }
    let result = try Unprivileged.tocsin(
      ["preflight", "--no-config", "--output", "json", "clean", "inner"], in: work.folder.url)
    let findings = try result.jsonObject()["findings"] as? [[String: Any]] ?? []
    #expect(findings.map { $0["file"] as? String } == ["clean/shut.wav", "inner/deep"])
    #expect(findings.allSatisfy { $0["rule"] as? String == "file-unreadable" })
    #expect(findings.allSatisfy { $0["message"] as? String == "permission denied" })
    #expect(result.status == 1)
    let sounds = try result.jsonObject()["sounds"] as? [[String: Any]] ?? []
    #expect(sounds.contains { $0["file"] as? String == "clean/ding.wav" })
  }

  @Test("A path may be one sound or one payload, alone or together")
  func single() throws {
    let work = try workplace()
    try work.addError()
    #expect(try work.tocsin("preflight", "ding.wav", "push.apns").status == 0)
    // Nothing says what is shipped: nothing is said about the name.
    #expect(try work.tocsin("preflight", "other.apns").status == 0)
    let both = try work.tocsin("preflight", "ding.wav", "other.apns", "--output", "json")
    #expect(try both.rules() == ["sound-missing"])
    #expect(both.status == 1)
    try work.write(PreflightWorkplace.payload("a/b.wav"), to: "path.apns")
    let path = try work.tocsin("preflight", "path.apns", "--output", "json")
    #expect(try path.rules() == ["sound-missing"])
  }

  @Test("--no-audio leaves out what needs samples, and nothing else")
  func noAudio() throws {
    let work = try workplace()
    let all = try work.tocsin("preflight", "warning", "error", "--output", "json")
    #expect(try all.rules() == ["container", "silence"])
    let without = try work.tocsin("preflight", "warning", "error", "--no-audio", "--output", "json")
    #expect(try without.rules() == ["container"])
  }

  @Test("What builds and package managers leave is passed over, unless it is named")
  func leftovers() throws {
    let work = try PreflightWorkplace()
    for folder in ["build", "build/deep", "node_modules/loud", "vendor/bundle/x"] {
      try work.write("no sound", to: "\(folder)/text.caf")
    }
    func files(_ path: String, in place: String = ".") throws -> [String] {
      let report = try work.run(["preflight", path, "--output", "json"], in: place).jsonObject()
      let sounds = report["sounds"] as? [[String: Any]] ?? []
      return sounds.compactMap { $0["file"] as? String }
    }
    #expect(try files(".") == ["ding.wav"])
    #expect(try files("build") == ["build/deep/text.caf", "build/text.caf"])
    #expect(try files(".", in: "build") == ["deep/text.caf", "text.caf"])
    #expect(try files("node_modules") == ["node_modules/loud/text.caf"])
  }

  @Test("In an app bundle nothing is passed over", arguments: ["App.app", "."])
  func wholeBundle(path: String) throws {
    let work = try PreflightWorkplace()
    try work.write("<plist/>", to: "App.app/Info.plist")
    try work.write(PreflightWorkplace.tone(), to: "App.app/build/deep.wav")
    try work.write(PreflightWorkplace.payload("deep.wav"), to: "push.apns")
    let result = try work.tocsin("preflight", path, "push.apns", "--output", "json")
    #expect(try result.rules() == ["sound-missing"])
  }

  @Test("Paths may overlap, as those of a commit hook do: nothing is told twice")
  func overlap() throws {
    let work = try workplace()
    try work.addError()
    let once = try work.run(["preflight", ".", "--output", "json"]).jsonObject()
    let paths = ["./", ".", "error", "./error/text.caf", "warning/still.wav", "other.apns"]
    let twice = try work.run(["preflight", "--output", "json"] + paths).jsonObject()
    for part in ["sounds", "findings"] {
      let lists = [once, twice].map { ($0[part] as? [[String: Any]])?.map(NSDictionary.init) }
      #expect(lists[0]?.isEmpty == false && lists[0] == lists[1])
    }
  }

  @Test("Paths may end in a slash, or name the project itself")
  func spellings() throws {
    let work = try workplace()
    let slash = try work.tocsin("preflight", "error/", "--output", "json")
    #expect(try slash.rules() == ["container"])
    let findings = try slash.jsonObject()["findings"] as? [[String: Any]] ?? []
    #expect(findings.first?["file"] as? String == "error/text.caf")
    try work.write("{ broken", to: "App/App.xcodeproj/project.pbxproj")
    let project = try work.tocsin("preflight", "App/App.xcodeproj", "--output", "json")
    #expect(try project.rules() == ["project-unreadable"])
  }
}

/// `tocsin` as a user whom file modes stop.
enum Unprivileged {
  private static let nobody = ["--reuid", "65534", "--regid", "65534", "--clear-groups"]

  static let isPossible: Bool = (try? tocsin(["--version"], in: nil).status) == 0

  static func tocsin(_ arguments: [String], in folder: URL?) throws -> ToolResult {
    let tocsin = try Tool.tocsin()
    if ProcessInfo.processInfo.userName != "root" { return try tocsin.run(arguments, in: folder) }
    return try Tool("setpriv").run(nobody + [tocsin.path] + arguments, in: folder)
  }

  static func setMode(_ mode: Int, of url: URL) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
  }
}
