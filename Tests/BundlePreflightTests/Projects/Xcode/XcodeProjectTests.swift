import AlertSounds
import TestSupport
import Testing

@testable import BundlePreflight

@Suite("Xcode projects")
struct XcodeProjectTests {
  private let file = "App/Chime.xcodeproj/project.pbxproj"

  private func classic(
    _ change: (inout String, inout [String]) -> Void = { _, _ in }
  ) throws -> (project: Project, text: String) {
    var text = XcodeFixtures.classic
    var sounds = XcodeFixtures.classicSounds
    change(&text, &sounds)
    let projects = ProjectDetection.projects(in: MemoryTree([file: text], sounds: sounds))
    #expect(projects.count == 1)
    return (try #require(projects.first), text)
  }

  @Test("each target ships what its phases copy, under the names in its bundle")
  func classicFormat() throws {
    let project = try classic().project
    #expect(project.kind == .xcode && project.root == "App")
    #expect(project.problems == [])
    #expect(
      project.shipped == [
        "Chime (app): Alert Tone.wav ← App/Chime/Media/Alert Tone.wav",
        "Chime (app): Loops/deep/wind.caf ← App/Chime/Resources/Sounds/Loops/deep/wind.caf",
        "Chime (app): Loops/rain.caf ← App/Chime/Resources/Sounds/Loops/rain.caf",
        "Chime (app): Tones/shared.caf ← Shared/shared.caf",
        "Chime (app): ding.caf ← App/Chime/Resources/Sounds/ding.caf",
        "Chime (app): hello.aiff ← App/Chime/Resources/Sounds/de.lproj/hello.aiff",
        "Chime (app): hello.aiff ← App/Chime/Resources/Sounds/en.lproj/hello.aiff",
        "Chime Watch (extension): tick.caf ← App/Watch/tick.caf",
        "ChimeTests (tests): sample.wav ← App/ChimeTests/sample.wav",
        "Kit (module): kit.caf ← App/Kit/kit.caf",
        "PushService (extension): push.caf ← App/PushService/push.caf",
      ])
    let hellos = project.bundles[0].sounds.filter { $0.name == "hello.aiff" }
    #expect(Set(hellos.map { $0.variant(on: .apple) }) == ["en.lproj", "de.lproj"])
  }

  @Test("a listed file that is not there is found with its line")
  func missing() throws {
    let (project, text) = try classic { _, sounds in sounds.removeFirst() }
    #expect(
      project.problems == [
        "resource-missing \(file)" + place(of: "ding.caf; sourceTree", in: text)
      ])
    #expect(project.findings.first?.finding.severity == .error)
    #expect(!project.shipped.contains { $0.contains("ding.caf") })
  }

  @Test("a listed file of other case is found, and shipped under the listed name")
  func wrongCase() throws {
    let (project, _) = try classic { _, sounds in
      sounds[0] = "App/Chime/Resources/Sounds/Ding.caf"
    }
    #expect(project.findings.map(\.finding.rule) == ["resource-missing"])
    #expect(project.findings.first?.finding.message.contains("Ding.caf") == true)
    #expect(
      project.shipped.contains("Chime (app): ding.caf ← App/Chime/Resources/Sounds/Ding.caf"))
  }

  @Test("an absolute path is doubtful, a built product is not")
  func absolute() throws {
    let (project, text) = try classic { text, _ in
      text = text.replacing(
        "path = ding.caf; sourceTree = \"<group>\"",
        with: "path = /Users/kim/ding.caf; sourceTree = \"<absolute>\"")
    }
    #expect(
      project.problems == ["resource-missing \(file)" + place(of: "/Users/kim", in: text)])
    #expect(project.findings.first?.finding.severity == .note)
  }

  @Test("a file outside of the tree is not judged")
  func outside() throws {
    let project = try classic { text, _ in
      text = text.replacing("../Shared/shared.caf", with: "../../Shared/shared.caf")
    }.project
    #expect(project.problems == [] && !project.shipped.contains { $0.contains("shared.caf") })
  }

  @Test("projectDirPath moves the groups")
  func projectFolder() {
    let text = XcodeFixtures.classic.replacing(
      "projectDirPath = \"\"", with: "projectDirPath = ..")
    let projects = ProjectDetection.projects(
      in: MemoryTree(
        ["xcode/Chime.xcodeproj/project.pbxproj": text],
        sounds: ["Chime/Resources/Sounds/ding.caf"]))
    #expect(
      projects.first?.shipped == ["Chime (app): ding.caf ← Chime/Resources/Sounds/ding.caf"])
  }

  @Test("synchronized folders ship what they hold, but for their exceptions")
  func synchronized() throws {
    let tree = MemoryTree(
      ["Bell.xcodeproj/project.pbxproj": XcodeFixtures.synchronized, "Bell/Info.plist": ""],
      sounds: [
        "Bell/Sounds/ding.caf", "Bell/Sounds/old draft.caf", "Bell/Sounds/tone.wav",
        "Bell/Drafts/a.caf", "Bell/Media/Loops/rain/rain.caf", "Bell/de.lproj/hallo.caf",
        "Bell/Assets.xcassets/x.dataset/x.caf", "Bell/Themes.bundle/dark/t.caf",
        "BellTests/sample.wav", "Elsewhere/ding.caf",
      ])
    let project = try #require(ProjectDetection.projects(in: tree).first)
    #expect(project.problems == [])
    #expect(
      project.shipped == [
        "Bell (app): Loops/rain/rain.caf ← Bell/Media/Loops/rain/rain.caf",
        "Bell (app): Themes.bundle/dark/t.caf ← Bell/Themes.bundle/dark/t.caf",
        "Bell (app): Tones/tone.wav ← Bell/Sounds/tone.wav",
        "Bell (app): ding.caf ← Bell/Sounds/ding.caf",
        "Bell (app): hallo.caf ← Bell/de.lproj/hallo.caf",
        "BellTests (tests): sample.wav ← BellTests/sample.wav",
        "BellWidget (extension): ding.caf ← Bell/Sounds/ding.caf",
      ])
  }

  @Test("product types have their roles")
  func roles() {
    let roles: [(String, SoundBundle.Role)] = [
      ("application", .app), ("application.messages", .app),
      ("application.watchapp2", .appExtension),
      ("application.on-demand-install-capable", .appExtension), ("app-extension", .appExtension),
      ("extensionkit-extension", .appExtension), ("watchkit2-extension", .appExtension),
      ("bundle.ui-testing", .tests), ("framework", .module), ("framework.static", .module),
      ("bundle", .module),
    ]
    for (type, role) in roles {
      #expect(XcodeTarget.role(ofProduct: "com.apple.product-type." + type, false) == role)
    }
  }

  @Test("JSON and XML say the same as the old style")
  func otherFormats() throws {
    let expected = try classic().project.shipped
    let document = try PropertyListReader.document(Array(XcodeFixtures.classic.utf8))
    for text in [PropertyListText.json(document), PropertyListText.xml(document)] {
      #expect(try classic { pbxproj, _ in pbxproj = text }.project.shipped == expected)
      let missing = try classic { pbxproj, sounds in
        pbxproj = text
        sounds.removeFirst()
      }.project
      let line = place(of: "ding.caf", in: text)
      #expect(
        missing.problems.map { $0.split(separator: ":")[1] } == [line.split(separator: ":")[0]])
    }
  }
}
