import AlertSounds
import Testing

@testable import BundlePreflight

@Suite("Cross-platform projects")
struct CrossPlatformTests {
  private let gradle = [
    "android/settings.gradle": "include ':app'\n",
    "android/build.gradle": "plugins { id 'com.android.application' version '8.1' apply false }\n",
    "android/app/build.gradle.kts": "plugins {\n  id(\"com.android.application\")\n}\n",
  ]

  private func only(_ texts: [String: String], _ sounds: [String]) throws -> Project {
    let projects = ProjectDetection.projects(in: MemoryTree(texts, sounds: sounds))
    #expect(projects.map(\.kind).count == 1, "\(projects.map(\.kind))")
    return try #require(projects.first)
  }

  /// Xcode's fixture as the project of a framework.
  private func xcode(in folder: String) -> (texts: [String: String], sounds: [String]) {
    (
      ["\(folder)/Chime.xcodeproj/project.pbxproj": XcodeFixtures.classic],
      ["\(folder)/Chime/Resources/Sounds/ding.caf"]
    )
  }

  @Test("React Native ships what its native projects ship")
  func reactNative() throws {
    let ios = xcode(in: "ios")
    let texts = gradle.merging(ios.texts) { $1 }
      .merging(["package.json": "{\"dependencies\": {\"react-native\": \"0.80.0\"}}"]) { $1 }
    let project = try only(
      texts, ios.sounds + ["android/app/src/main/res/raw/ding.mp3", "src/assets/x.mp3"])
    #expect(project.kind == .reactNative && project.root.isEmpty)
    #expect(
      project.shipped == [
        "Chime (app): ding.caf ← ios/Chime/Resources/Sounds/ding.caf",
        "app (app): ding ← android/app/src/main/res/raw/ding.mp3",
      ])
    // All that the Xcode project lists and that this tree has not.
    #expect(project.findings.count == 8)
  }

  private let pubspec = """
    name: bell
    dependencies:
      flutter:
        sdk: flutter
    flutter:
      uses-material-design: true
      assets:
        - assets/sounds/
        - assets/gong.wav
        - path: assets/lost.wav
        - packages/other/x.wav

    """

  @Test("Flutter ships its runner's resources; its assets lie where no system looks")
  func flutter() throws {
    let ios = xcode(in: "ios")
    let texts = gradle.merging(ios.texts) { $1 }.merging(["pubspec.yaml": pubspec]) { $1 }
    let project = try only(
      texts,
      ios.sounds + [
        "android/app/src/main/res/raw/ding.mp3", "assets/sounds/a.wav", "assets/sounds/deep/b.wav",
        "assets/gong.wav", "ios/Runner/unlisted.caf", "build/app/src/main/res/raw/x.mp3",
      ])
    #expect(project.kind == .flutter)
    #expect(
      project.shipped == [
        "Chime (app): ding.caf ← ios/Chime/Resources/Sounds/ding.caf",
        "Chime (app): flutter_assets/assets/gong.wav ← assets/gong.wav",
        "Chime (app): flutter_assets/assets/sounds/a.wav ← assets/sounds/a.wav",
        "app (app): ding ← android/app/src/main/res/raw/ding.mp3",
      ])
    #expect(
      project.problems.contains(
        "resource-missing pubspec.yaml" + place(of: "assets/lost.wav", in: pubspec)))
  }

  @Test("Flutter's runner counts whole where its Xcode project is not in the tree")
  func flutterWithoutXcode() throws {
    let project = try only(
      ["pubspec.yaml": "flutter:\n"], ["ios/Runner/ding.caf", "ios/Runner/Sounds/dong.caf"])
    #expect(
      project.shipped == [
        "Runner (app): ding.caf ← ios/Runner/ding.caf",
        "Runner (app): dong.caf ← ios/Runner/Sounds/dong.caf",
      ])
  }

  @Test("a pubspec.yaml that is not YAML is found with its line, and its parts count still")
  func brokenPubspec() throws {
    let project = try only(
      gradle.merging(["pubspec.yaml": "name: a\nflutter:\n\tassets:\n"]) { $1 },
      ["android/app/src/main/res/raw/ding.mp3"])
    #expect(project.problems == ["project-unreadable pubspec.yaml:3:1"])
    #expect(project.shipped == ["app (app): ding ← android/app/src/main/res/raw/ding.mp3"])
  }

  @Test(
    "a Dart package is not an app",
    arguments: ["name: a\n", "name: a\nflutter:\n  assets: [x.wav]\n"])
  func package(pubspec: String) {
    #expect(ProjectDetection.projects(in: MemoryTree(["pubspec.yaml": pubspec])).isEmpty)
  }

  @Test("Capacitor names the sound of its local notifications")
  func capacitor() throws {
    let json = """
      {
        "appId": "org.example.bell",
        "plugins": {
          "LocalNotifications": { "smallIcon": "x", "sound": "beep.wav" }
        }
      }
      """
    let code = """
      import { CapacitorConfig } from '@capacitor/cli';
      const config: CapacitorConfig = {
        plugins: { LocalNotifications: { iconColor: "#488AFF", sound: 'beep.wav' } },
      };
      export default config;
      """
    let ios = xcode(in: "ios/App")
    for (file, text) in [("capacitor.config.json", json), ("capacitor.config.ts", code)] {
      let project = try only(
        ios.texts.merging([file: text, "package.json": "{}", "ios/App/App/config.xml": "<widget/>"])
        { $1 },
        ios.sounds)
      #expect(project.kind == .capacitor)
      #expect(
        project.shipped == ["Chime (app): ding.caf ← ios/App/Chime/Resources/Sounds/ding.caf"])
      let reference = try #require(project.references.first)
      #expect(reference.name == "beep.wav" && reference.isCertain && reference.file.text == file)
      let quoted = file.hasSuffix("json") ? "\"beep.wav\"" : "'beep.wav'"
      #expect(":\(reference.line):\(reference.column)" == place(of: quoted, in: text))
    }
  }

  @Test("a capacitor.config.json that is not JSON is found with its line")
  func brokenCapacitor() throws {
    let project = try only(["capacitor.config.json": "{\n  \"plugins\" {}\n}"], [])
    #expect(project.problems == ["project-unreadable capacitor.config.json:2:13"])
  }

  private let widget = """
    <?xml version='1.0' encoding='utf-8'?>
    <!-- <platform name="ios"><resource-file src="old.caf" /></platform> -->
    <widget id="org.example.bell" version="1.0.0" xmlns="http://www.w3.org/ns/widgets">
        <name>Bell &amp; Co</name>
        <platform name="ios">
            <resource-file src="res/sounds/ding.caf" target="Sounds/ding.caf" />
            <resource-file src="res/sounds/dong.caf" />
        </platform>
        <platform name="android">
            <resource-file src="res/sounds/ding.mp3" target="app/src/main/res/raw/ding.mp3" />
            <resource-file src="res/sounds/ding.mp3" target="app/src/main/assets/ding.mp3" />
        </platform>
    </widget>

    """
  private let widgetSounds = ["res/sounds/ding.caf", "res/sounds/dong.caf", "res/sounds/ding.mp3"]

  @Test("Cordova ships its resource files")
  func cordova() throws {
    let project = try only(["config.xml": widget], widgetSounds)
    #expect(project.kind == .cordova && project.problems == [])
    #expect(
      project.shipped == [
        "Bell & Co (app): ding ← res/sounds/ding.mp3",
        "Bell & Co (app): ding.caf ← res/sounds/ding.caf",
        "Bell & Co (app): dong.caf ← res/sounds/dong.caf",
      ])
  }

  @Test("a missing resource file is found with its place")
  func missingInWidget() throws {
    let project = try only(["config.xml": widget], ["res/sounds/ding.caf", "res/sounds/ding.mp3"])
    #expect(
      project.problems == [
        "resource-missing config.xml" + place(of: "\"res/sounds/dong.caf\"", in: widget)
      ])
  }

  @Test(
    "a broken config.xml is found with its place",
    arguments: [
      ("<widget>\n <name>A</nam>\n</widget>", ":2:9"), ("<widget>\n<platform name=>", ":2:16"),
      ("<widget>\n", ":1:1"), ("<widget><!-- x", ":1:9"),
      (String(repeating: "<widget>", count: 200), ":1:1025"),
    ])
  func brokenWidget(text: String, place: String) throws {
    #expect(
      try only(["config.xml": text], []).problems == ["project-unreadable config.xml" + place])
  }

  @Test("any other config.xml is none of Cordova's", arguments: ["<configuration/>", "<a", ""])
  func otherConfiguration(text: String) {
    #expect(ProjectDetection.projects(in: MemoryTree(["config.xml": text])).isEmpty)
  }

  @Test("projects beside each other keep what is theirs")
  func monorepo() {
    let ios = xcode(in: "apps/one/ios")
    let texts = ios.texts.merging([
      "package.json": "{\"dependencies\": {\"react-native\": \"1\"}}",
      "apps/one/package.json": "{\"dependencies\": {\"react-native\": \"1\"}}",
      "apps/two/pubspec.yaml": "flutter:\n", "kit/Package.swift": "let p = Package()",
      "native/Chime.xcodeproj/project.pbxproj": XcodeFixtures.classic,
    ]) { $1 }
    let projects = ProjectDetection.projects(
      in: MemoryTree(texts, sounds: ios.sounds + ["apps/two/ios/Runner/a.caf"]))
    #expect(
      projects.map { "\($0.kind.rawValue) \($0.root)" } == [
        "react-native apps/one", "flutter apps/two", "swiftpm kit", "xcode native",
      ])
  }
}
