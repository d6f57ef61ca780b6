import AlertSounds
import BundlePreflight
import TestSupport
import Testing

@Suite("Comments in the files of projects leave findings out")
struct ProjectSuppressionTests {
  /// A mistake that is found on a line of a project's file, and the comment to add to that line.
  struct Place: Sendable, CustomTestStringConvertible {
    let project: FixtureProject
    let mistake: Mistake
    let comment: String

    var file: String { mistake.findings[0].file }
    var testDescription: String { "\(mistake.name), in \(file)" }
  }

  private static let fixtures: [(FixtureProject, [Mistake])] = [
    (XcodeProjectFixtureTests.clean, XcodeProjectFixtureTests.targetMistakes),
    (SwiftPackageFixtureTests.clean, SwiftPackageFixtureTests.mistakes),
    (XcodeGenFixtureTests.clean, XcodeGenFixtureTests.mistakes),
    (ExpoFixtureTests.clean, ExpoFixtureTests.mistakes),
    (FlutterFixtureTests.clean, FlutterFixtureTests.mistakes),
    (CordovaFixtureTests.clean, CordovaFixtureTests.mistakes),
    (DotNetFixtureTests.clean, DotNetFixtureTests.mistakes),
  ]

  private static let comments = [
    "project.pbxproj": "/* tocsin:disable-line */",
    "Package.swift": "// tocsin:disable-line -- made by a script",
    "project.yml": "# tocsin:disable-line", "pubspec.yaml": "# tocsin:disable-line",
    "app.json": "// tocsin:disable-line", "config.xml": "<!-- tocsin:disable-line -->",
    "App.csproj": "<!-- tocsin:disable-line -->",
  ]

  static let places = fixtures.flatMap { clean, mistakes in
    mistakes.compactMap { mistake -> Place? in
      guard mistake.findings.count == 1, mistake.findings[0].needle != nil else { return nil }
      let name = mistake.findings[0].file.split(separator: "/").last ?? ""
      return comments[String(name)].map { Place(project: clean, mistake: mistake, comment: $0) }
    }
  }

  @Test("On the line of the finding", arguments: places)
  func line(_ place: Place) throws {
    var project = try place.mistake.planted(in: place.project)
    let expected = place.mistake.findings[0]
    let number = try project.line(of: expected.needle ?? "", in: place.file)
    var lines = try project.text(of: place.file)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[number - 1] += " " + place.comment
    project.files[place.file] = .text(lines.joined(separator: "\n"))
    #expect(try PreflightRun.findings(project) == [])
  }

  @Test("Each kind of file is among them")
  func kinds() {
    let names = Set(Self.places.compactMap { $0.file.split(separator: "/").last.map(String.init) })
    #expect(names == Set(Self.comments.keys))
  }

  private static let csproj = "src/App/App.csproj"

  /// The .NET project with an item that is not on disk, after `comment`.
  private static func dotNet(_ comment: String) throws -> FixtureProject {
    var project = DotNetFixtureTests.clean
    try project.replace(
      "  </ItemGroup>\n</Project>",
      with: "  \(comment)\n  <BundleResource Include=\"gone.caf\" />\n  </ItemGroup>\n</Project>",
      in: csproj)
    return project
  }

  @Test(
    "Of XML also those of several lines, and after an apostrophe",
    arguments: [
      "<!--\n  tocsin:disable-file resource-missing: it is downloaded\n-->",
      "<None Include=\"don't\" /> <!-- tocsin:disable-next-line resource-missing -->",
    ])
  func markup(_ comment: String) throws {
    #expect(try PreflightRun.findings(Self.dotNet(comment)) == [])
  }

  @Test("But not what is no comment")
  func noComment() throws {
    let found = try PreflightRun.findings(
      Self.dotNet("<!-- a --> <None Include=\"tocsin:disable-file\" /> <!-- b -->"))
    #expect(found.count == 1 && found[0].hasPrefix("error [resource-missing]"), "\(found)")
  }

  @Test("A name of no rule is told")
  func unknown() throws {
    let found = try PreflightRun.findings(Self.dotNet("<!-- tocsin:disable-file sond-missing -->"))
    #expect(found.contains { $0.hasPrefix("warning [suppression-unknown] \(Self.csproj):") })
    #expect(found.contains { $0.hasPrefix("error [resource-missing] \(Self.csproj):") })
  }

  @Test("Of a Gradle file, whether it is Groovy or Kotlin", arguments: ["", ".kts"])
  func gradle(_ suffix: String) throws {
    let file = "android/app/build.gradle" + suffix
    func app(_ comment: String) -> FixtureProject {
      FixtureProject([
        "package.json": .text(#"{ "dependencies": { "react-native": "0.80" } }"#),
        "android/settings.gradle": .text("include ':app'\n"),
        file: .text(
          """
          plugins { id("com.android.application") }
          android { buildTypes { release { isShrinkResources = true } } } \(comment)

          """),
        "android/app/src/main/res/raw/bell.wav": .sound(.wave),
        "index.js": .text("notifee.createChannel({ id: 'bells', name: 'n', sound: 'bell' });\n"),
      ])
    }
    #expect(try PreflightRun.findings(app("")) == ["warning [android-shrinking] \(file):2"])
    try PreflightRun.expectClean(app("// tocsin:disable-line android-shrinking"))
    try PreflightRun.expectClean(app("/* it's fine\n tocsin:disable-file android-shrinking */"))
  }

  @Test("JSON has none, so its text leaves nothing out")
  func json() throws {
    let project = FixtureProject([
      "ding.caf": .sound(.caf),
      "push.json": .text(
        #"{ "comment": "// tocsin:disable-file", "aps": { "alert": "a", "sound": "gone.caf" } }"#),
    ])
    #expect(try PreflightRun.findings(project) == ["error [sound-missing] push.json:1"])
  }

  @Test("They hold in an archive, too")
  func archive() throws {
    let comment = "<!-- tocsin:disable-next-line resource-missing -->"
    try PreflightRun.expectClean(Self.dotNet(comment)) { folder, name in
      try folder.zip(name, as: "Project.zip")
    }
  }
}
