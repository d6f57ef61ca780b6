import AlertSounds
import TestSupport
import Testing

@Suite("A project in an archive is read as it is in a folder")
struct ArchivedProjectTests {
  private static func zip(_ folder: PreflightFolder, _ name: String) throws -> String {
    try folder.zip(name, as: "project.zip")
  }

  @Test(
    "What its files of settings say is known",
    arguments: [
      XcodeProjectFixtureTests.clean, SynchronizedFolderFixtureTests.clean,
      SwiftPackageFixtureTests.clean, ExpoFixtureTests.clean, ReactNativeFixtureTests.clean,
      FlutterFixtureTests.clean, CapacitorFixtureTests.clean, CordovaFixtureTests.clean,
      AndroidFixtureTests.clean,
    ])
  func clean(project: FixtureProject) throws {
    try PreflightRun.expectClean(project, pack: Self.zip)
  }

  @Test(
    "Expo's configuration as code counts in each of its forms", arguments: ["mjs", "cjs", "ts"])
  func expo(suffix: String) throws {
    var project = ExpoFixtureTests.clean
    let app = try project.text(of: "app.json")
    project.files["app.json"] = nil
    project.files["app.config.\(suffix)"] = .text("module.exports = \(app);\n")
    try PreflightRun.expectClean(project)
    try PreflightRun.expectClean(project, pack: Self.zip)
  }

  @Test("What Gradle takes out, and what a file keeps")
  func gradle() throws {
    var project = AndroidHalfTests.shrunk
    #expect(
      try PreflightRun.findings(project, pack: Self.zip)
        == PreflightRun.findings(project))
    #expect(try PreflightRun.findings(project).count == 1)
    project.files[AndroidHalfTests.raw + "/keep.xml"] = AndroidHalfTests.keep
    try PreflightRun.expectClean(project, pack: Self.zip)
  }
}
