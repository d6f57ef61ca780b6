import AlertSounds
import TestSupport
import Testing

@Suite("Sounds that Git leaves out")
struct IgnoredSoundTests {
  private static let clean = FixtureProject(
    [
      "App/ding.caf": .sound(.caf),
      "App/Alarm.swift": .text(
        """
        import UserNotifications
        let sound = UNNotificationSound(named: UNNotificationSoundName("ding.caf"))

        """),
    ],
    xcode: (
      "App.xcodeproj/project.pbxproj",
      XcodeProjectText(targets: [.init(name: "App", resources: ["App/ding.caf"])])
    ))

  /// What is found in the project as the working tree of a repository.
  private func findings(
    _ ignore: [String: String], added: [String] = [], _ setup: [String] = [],
    object: String = "sha1", in project: FixtureProject = clean
  ) throws -> [String] {
    var project = project
    for (path, text) in ignore { project.files[path] = .text(text) }
    return try PreflightRun.findings(project) { folder, name in
      let root = folder.folder.path(name)
      let git = try Tool("git")
      for words in [["init", "-q", "--object-format=\(object)"], ["add", "."], setup]
      where !words.isEmpty {
        #expect(try git.run(["-C", root] + words).status == 0, "\(words)")
      }
      for file in added { #expect(try git.run(["-C", root, "add", "-f", file]).status == 0) }
      return name
    }
  }

  private static let finding = "warning [sound-ignored] App/ding.caf"

  @Test(
    "by whatever line, are found",
    arguments: [
      [".gitignore": "build/\n*.caf\n"], ["App/.gitignore": "/ding.caf\n"],
      [".gitignore": "App/d?ng.*\n"], [".gitignore": "!ding.caf\n*.caf  \n"],
    ])
  func found(_ ignore: [String: String]) throws {
    #expect(try findings(ignore) == [Self.finding])
  }

  @Test(
    "Those that a later line takes back are kept",
    arguments: [
      [".gitignore": "*.caf\n!ding.caf\n"],
      [".gitignore": "*.caf\n", "App/.gitignore": "!*.caf\n"],
      [".gitignore": "# *.caf\n\n*.wav\n"], [".gitignore": "/ding.caf\n"],
    ])
  func kept(_ ignore: [String: String]) throws {
    #expect(try findings(ignore) == [])
  }

  @Test(
    "Those that were added all the same are kept, in an index of any version",
    arguments: ["2", "3", "4"], ["sha1", "sha256"])
  func added(version: String, object: String) throws {
    let found = try findings(
      [".gitignore": "*.caf\n"], added: ["App/ding.caf"],
      ["update-index", "--index-version", version], object: object)
    #expect(found == [])
  }

  @Test("Native projects that tools make anew are not meant")
  func made() throws {
    var project = Self.clean
    project.files["ios/App/ding.caf"] = project.files.removeValue(forKey: "App/ding.caf")
    project.xcode?.path = "ios/App.xcodeproj/project.pbxproj"
    #expect(try findings([".gitignore": "/ios\n"], in: project) == [])
  }

  @Test("Outside of a repository nothing is left out")
  func noRepository() throws {
    var project = Self.clean
    project.files[".gitignore"] = .text("*.caf\n")
    try PreflightRun.expectClean(project)
  }
}
