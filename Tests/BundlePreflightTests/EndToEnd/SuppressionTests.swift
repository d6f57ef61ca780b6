import AlertSounds
import BundlePreflight
import TestSupport
import Testing

@Suite("Comments and options leave findings out")
struct SuppressionTests {
  private static func project(_ before: String, _ after: String = "") -> FixtureProject {
    FixtureProject([
      "ding.caf": .sound(.caf),
      "Main.swift": .text(
        "\(before)\nlet s = UNNotificationSound(named: .init(\"ghost.caf\"))\(after)\n"),
    ])
  }

  @Test(
    "A comment that names the rule, or none",
    arguments: [
      ("// tocsin:disable-next-line sound-missing", ""),
      ("// tocsin:disable-next-line -- comes from a server", ""),
      ("// tocsin:disable-next-line sound-name-case, sound-missing: made at run time", ""),
      ("", " // tocsin:disable-line sound-missing"), ("/* tocsin:disable-file */", ""),
    ])
  func suppressed(before: String, after: String) throws {
    let found = try PreflightRun.findings(Self.project(before, after))
    #expect(!found.contains { $0.contains("sound-missing") })
  }

  @Test(
    "A comment for another rule or another line leaves nothing out",
    arguments: [
      "// tocsin:disable-next-line sound-name-case", "// tocsin:disable-line sound-missing",
      "// tocsin:disable-later",
    ])
  func kept(before: String) throws {
    let found = try PreflightRun.findings(Self.project(before))
    #expect(found.contains("error [sound-missing] Main.swift:2"))
  }

  @Test("A comment may name a part of a rule")
  func kind() throws {
    func found(_ comment: String) throws -> Bool {
      var project = Self.project(comment)
      try project.replace("ghost.caf", with: "Ding.caf", in: "Main.swift")
      return try PreflightRun.findings(project).contains { $0.contains("sound-name-case") }
    }
    #expect(try found(""))
    #expect(try found("// tocsin:disable-next-line sound-name-path"))
    #expect(try !found("// tocsin:disable-next-line sound-name-case"))
    #expect(try !found("// tocsin:disable-next-line sound-missing"))
  }

  @Test(
    "A name of no rule is reported, and leaves nothing out",
    arguments: [
      ("// tocsin:disable-next-line sond-missing", []), ("// tocsin:disable-file nothing", []),
      ("// tocsin:disable-next-line sound-missing, sond-unused", ["sound-missing"]),
    ])
  func unknown(before: String, hidden: [String]) throws {
    let found = try PreflightRun.findings(Self.project(before))
    #expect(found.contains("warning [suppression-unknown] Main.swift:1"))
    #expect(found.contains("error [sound-missing] Main.swift:2") == hidden.isEmpty)
  }

  @Test(
    "What stands in a string leaves nothing out",
    arguments: [
      "let c = \"tocsin:disable-file\"", "let c = \"// tocsin:disable-next-line\"",
      "let c = \"\"\"\n  // tocsin:disable-file\n  \"\"\"",
    ])
  func string(before: String) throws {
    let found = try PreflightRun.findings(Self.project(before))
    #expect(found.contains { $0.hasPrefix("error [sound-missing] Main.swift:") })
    #expect(!found.contains { $0.contains("suppression-unknown") })
  }

  @Test(
    "Of a server's source only comments count, too",
    arguments: [
      ("p = {'aps': {'sound': 'gone.caf'}}  # tocsin:disable-line", true),
      ("p = {'aps': {'sound': 'gone.caf', 'x': f'{a}'}}  # tocsin:disable-line", true),
      ("# tocsin:disable-file\np = {'aps': {'sound': 'gone.caf'}}", true),
      ("p = {'aps': {'sound': 'gone.caf', 'x': '# tocsin:disable-line'}}", false),
      ("\"\"\"\n# tocsin:disable-file\n\"\"\"\np = {'aps': {'sound': 'gone.caf'}}", false),
    ])
  func server(text: String, isLeftOut: Bool) throws {
    let project = FixtureProject(["ding.caf": .sound(.caf), "a.py": .text(text + "\n")])
    #expect(try PreflightRun.findings(project).isEmpty == isLeftOut)
  }

  @Test("Rules are chosen on the command line, and counted")
  func chosen() throws {
    let folder = try PreflightFolder()
    try Self.project("").write(to: "p", in: folder)
    let all = try folder.tocsin("preflight", "p", "--no-config", "--statistics")
    #expect(all.status == 1)
    #expect(all.text.contains("error     sound-missing"))
    let without = try folder.tocsin("preflight", "p", "--no-config", "--ignore", "sound-missing")
    #expect(without.status == 0)
    let only = try folder.tocsin(
      "preflight", "p", "--no-config", "--select", "sound-missing", "--json")
    #expect(only.text.contains("\"rule\": \"sound-missing\""))
    #expect(!only.text.contains("project-unknown"))
    let wrong = try folder.tocsin("preflight", "p", "--ignore", "sond-missing")
    #expect(wrong.status == 2)
  }

  @Test("A report's folder is made, and one that cannot be written takes no other with it")
  func outputs() throws {
    let folder = try PreflightFolder()
    try folder.write(PreflightFolder.tone(), to: "p/ding.wav")
    try folder.write("in the way", to: "file")
    let result = try folder.tocsin(
      "preflight", "p", "--no-config", "--output", "json=file/x.json", "--output",
      "sarif=out/deep/x.sarif")
    #expect(result.status == 1)
    #expect(try !folder.folder.bytes(of: "out/deep/x.sarif").isEmpty)
  }
}

@Suite("Servers in other languages")
struct ServerReferenceTests {
  @Test(
    "ask for sounds near aps",
    arguments: [
      ("a.py", "payload = {'aps': {'alert': 'Tea', 'sound': 'ghost.caf'}}"),
      ("a.py", "aps=messaging.Aps(alert=alert, sound=\"ghost.caf\")"),
      ("a.rb", "n.data = { aps: { alert: 'Tea', sound: 'ghost.caf' } }"),
      ("a.rb", "{ :aps => { :sound => 'ghost.caf' } }"),
      ("a.go", "payload := []byte(`{\"aps\":{\"alert\":\"Tea\",\"sound\":\"ghost.caf\"}}`)"),
      ("a.php", "$body['aps'] = array('alert' => $text, 'sound' => 'ghost.caf');"),
      ("a.cs", "Aps = new Aps { Sound = \"ghost.caf\" }"),
      (
        "a.sh",
        "curl -d '{\"aps\":{\"sound\":\"ghost.caf\"}}' https://api.push.apple.com/3/device/0"
      ),
      ("a.yml", "aps:\n  alert: Tea\n  sound: ghost.caf\n"),
      ("a.plist", "<key>aps</key><dict><key>sound</key>\n<string>ghost.caf</string></dict>"),
    ])
  func found(file: String, text: String) throws {
    let project = FixtureProject(["ding.caf": .sound(.caf), file: .text(text)])
    let start = try #require(text.firstRange(of: "ghost")).lowerBound
    let line = 1 + text[..<start].count { $0 == "\n" }
    #expect(try PreflightRun.findings(project) == ["warning [sound-missing] \(file):\(line)"])
  }

  @Test(
    "and not in comments, without aps, or for what is not a file",
    arguments: [
      ("a.py", "# {'aps': {'sound': 'ghost.caf'}}"), ("a.py", "play(sound='ghost.caf')"),
      ("a.rb", "{ aps: { sound: 'default' } }"), ("a.go", "aps.Sound = name + \".caf\""),
      ("a.yml", "aps:\n  sound: ding.caf\n"),
    ])
  func left(file: String, text: String) throws {
    try PreflightRun.expectClean(FixtureProject(["ding.caf": .sound(.caf), file: .text(text)]))
  }
}
