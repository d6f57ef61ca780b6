import AlertSounds
import TestSupport
import Testing

@testable import BundlePreflight

@Suite("Damaged settings of projects")
struct DamagedSettingsTests {
  private static let texts = [
    "app.json":
      "{\"expo\": {\"plugins\": [[\"expo-notifications\", {\"sounds\": [\"./a.wav\"]}]]}}",
    "app.config.ts":
      "export default { plugins: [['expo-notifications', { sounds: [`a.wav`, \"b\\u00e9\"] }]] };",
    "package.json": "{\"dependencies\": {\"expo\": \"1\", \"react-native\": \"2\"}}",
    "pubspec.yaml": "flutter:\n  assets:\n    - a.wav\n    - {path: \"b.wav\"}\n",
    "capacitor.config.js":
      "module.exports = { plugins: { LocalNotifications: { sound: 'a.wav' } } }",
    "config.xml":
      "<widget><name>A &amp; B</name><platform name='ios'><resource-file src=\"a.wav\"/></platform>"
      + "<![CDATA[x]]></widget>",
    "android/app/build.gradle": "apply plugin: 'com.android.application'\n",
  ]

  @Test("are read or refused, and never trap", arguments: texts.keys.sorted())
  func damage(file: String) throws {
    let whole = Array(try #require(Self.texts[file]).utf8)
    var generator = SeededGenerator.printed(for: "damaged \(file)")
    for round in 0..<200 {
      var bytes = whole
      for _ in 0..<(1 + round % 4) {
        let alphabet = round.isMultiple(of: 2) ? Array("{}[]()<>\"'`,:;\\/&!*#-\n\t\0".utf8) : whole
        bytes[.random(in: bytes.indices, using: &generator)] =
          alphabet.randomElement(using: &generator) ?? 0
      }
      if round % 3 == 0 { bytes.removeLast(.random(in: 1..<bytes.count, using: &generator)) }
      var contents = Self.texts.mapValues { Array($0.utf8) }
      contents[file] = bytes
      let projects = ProjectDetection.projects(in: MemoryTree(bytes: contents))
      for finding in projects.flatMap(\.findings) {
        #expect(contents[finding.file.text] != nil && (finding.line ?? 0) >= 1)
      }
    }
  }

  @Test("a project that ships one file without end is refused")
  func amplification() {
    let rules = Array(repeating: ".copy(\"S\")", count: 300).joined(separator: ",")
    let manifest =
      "let p = Package(targets: [.target(name: \"A\", path: \".\", resources: [\(rules)])])"
    let sounds = (0..<1_000).map { "S/\($0).caf" }
    let projects = ProjectDetection.projects(
      in: MemoryTree(["Package.swift": manifest], sounds: sounds))
    #expect(projects.flatMap(\.findings).map(\.finding.rule) == ["project-unreadable"])
    #expect(projects.flatMap(\.bundles).isEmpty)
  }

  @Test("an Xcode project that copies one folder without end is refused")
  func xcodeAmplification() {
    let files = Array(repeating: "F", count: 300).joined(separator: ",")
    let text = """
      { objects = { P = { isa = PBXProject; targets = (T); };
        T = { isa = PBXNativeTarget; name = T; buildPhases = (R);
          productType = "com.apple.product-type.application"; };
        R = { isa = PBXResourcesBuildPhase; files = (\(files)); }; F = { fileRef = D; };
        D = { isa = PBXFileReference; lastKnownFileType = folder; path = S; sourceTree = SOURCE_ROOT; };
      }; rootObject = P; }
      """
    let sounds = (0..<1_000).map { "S/\($0).caf" }
    let projects = ProjectDetection.projects(
      in: MemoryTree(["A.xcodeproj/project.pbxproj": text], sounds: sounds))
    #expect(projects.flatMap(\.findings).map(\.finding.rule) == ["project-unreadable"])
  }

  @Test("a file's name is the tree's, whichever way its letters are composed")
  func composition() {
    let manifest =
      "let p = Package(targets: [.target(name: \"A\", path: \".\", resources: [.copy(\"\u{E9}.caf\")])])"
    let projects = ProjectDetection.projects(
      in: MemoryTree(["Package.swift": manifest], sounds: ["e\u{301}.caf"]))
    let file = projects.first?.bundles.first?.sounds.first?.file
    #expect(file.map { Array($0.text.utf8) } == Array("e\u{301}.caf".utf8))
  }
}
