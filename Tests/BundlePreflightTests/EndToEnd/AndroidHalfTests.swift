import AlertSounds
import BundlePreflight
import TestSupport
import Testing

@Suite("Android's half of a project is looked at as closely as Apple's")
struct AndroidHalfTests {
  static let raw = "android/app/src/main/res/raw"
  private static let source = "lib/remind.dart"

  /// A Flutter app for Android alone.
  private static func app(
    _ sounds: [String: FixtureProject.Content], asks sound: String = "bell",
    gradle: String = "plugins { id 'com.android.application' }\n", importance: String = "high"
  ) -> FixtureProject {
    FixtureProject(
      sounds.merging([
        "pubspec.yaml": .text("name: bells\ndependencies:\n  flutter:\n    sdk: flutter\n"),
        "android/settings.gradle": .text("include ':app'\n"),
        "android/app/build.gradle": .text(gradle),
        source: .text(
          """
          import 'package:flutter_local_notifications/flutter_local_notifications.dart';

          const channel = AndroidNotificationChannel(
            'bells', 'Bells',
            importance: Importance.\(importance),
            sound: RawResourceAndroidNotificationSound('\(sound)'),
          );

          """),
      ]) { $1 })
  }

  @Test("The clean twin gives no finding")
  func twin() throws {
    try PreflightRun.expectClean(Self.app([Self.raw + "/bell.wav": .sound(.wave)]))
  }

  @Test("A resource's name may start with an underscore, and not with a digit")
  func names() throws {
    try PreflightRun.expectClean(
      Self.app([Self.raw + "/_bell.wav": .sound(.wave)], asks: "_bell"))
    let digit = Self.app([Self.raw + "/1bell.wav": .sound(.wave)], asks: "1bell")
    #expect(
      try PreflightRun.findings(digit) == ["error [android-name] \(Self.raw)/1bell.wav"])
  }

  @Test("What a build leaves in such a folder is not looked at", arguments: ["build", "obj"])
  func products(_ folder: String) throws {
    try PreflightRun.expectClean(
      Self.app([
        Self.raw + "/bell.wav": .sound(.wave),
        "android/app/\(folder)/Debug/res/raw/bell.wav": .sound(.wave),
      ]))
  }

  @Test("A name is asked for, and there is no res/raw at all")
  func noResources() throws {
    #expect(try PreflightRun.findings(Self.app([:])) == ["error [sound-missing] \(Self.source):6"])
  }

  @Test(
    "The sound lies where Gradle does not look",
    arguments: ["android/app/res/raw/bell.wav", "android/app/src/main/res/bell.wav"])
  func wrongFolder(_ path: String) throws {
    #expect(
      try PreflightRun.findings(Self.app([path: .sound(.wave)])) == [
        "error [sound-missing] \(Self.source):6", "warning [sound-unshipped] \(path)",
      ])
  }

  @Test(
    "The folder that is told is the one that Gradle reads",
    arguments: [
      ("android/app/res/raw/bell.wav", "move 'android/app/res/raw/bell.wav' to \(raw)"),
      ("android/app/src/main/res/bell.wav", "move 'android/app/src/main/res/bell.wav' to \(raw)"),
      ("android/app/src/main/res/raw/gong.wav", "add it to \(raw)"),
      ("bell.txt", "add it to \(raw)"),
    ])
  func rightFolder(file: String, advice: String) throws {
    let folder = try PreflightFolder()
    try Self.app([file: .sound(.wave)]).write(to: "p", in: folder)
    let report = try folder.tocsin("preflight", "p", "--no-config", "--select", "sound-missing")
    let seen = report.text.replacing("p/android", with: "android")
    #expect(seen.contains("→ \(advice)\n"), "\(report.text)")
  }

  @Test("A raw resource is looked up with its extension")
  func nameWithExtension() throws {
    let project = Self.app([Self.raw + "/bell.wav": .sound(.wave)], asks: "bell.wav")
    #expect(
      try PreflightRun.findings(project) == ["error [sound-name-extension] \(Self.source):6"])
  }

  @Test("So does a push, but not Expo, which takes it off")
  func pushWithExtension() throws {
    var project = Self.app([Self.raw + "/bell.wav": .sound(.wave)])
    project.files["push.json"] = .text(
      #"{ "message": { "android": { "notification": { "sound": "bell.wav" } } } }"#)
    #expect(
      try PreflightRun.findings(project) == [
        "error [sound-name-extension] push.json:1", "warning [android-channel-sound] push.json:1",
      ])
  }

  @Test(
    "What stands in a sound's place plays nowhere",
    arguments: [
      "", "<!DOCTYPE html><html><head><title>bell.wav</title></head></html>",
      "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 7\n",
    ])
  func impostor(_ text: String) throws {
    let file = Self.raw + "/bell.wav"
    #expect(
      try PreflightRun.findings(Self.app([file: .text(text)])) == ["error [android-format] \(file)"]
    )
  }

  @Test("Of an empty file that is said")
  func empty() throws {
    let folder = try PreflightFolder()
    try Self.app([Self.raw + "/bell.wav": .text("")]).write(to: "p", in: folder)
    let report = Preflight(configuration: PreflightConfiguration()).run([folder.folder.path("p")])
    #expect(report.findings.map(\.finding.message) == ["the file is empty"])
  }

  @Test("A file that nobody asks for is only warned of")
  func leftover() throws {
    let file = Self.raw + "/gong.wav"
    let project = Self.app([Self.raw + "/bell.wav": .sound(.wave), file: .text("to do\n")])
    #expect(try PreflightRun.findings(project) == ["warning [android-format] \(file)"])
  }

  @Test("A channel of low importance never plays its sound", arguments: ["low", "min", "none"])
  func silentChannel(_ importance: String) throws {
    let project = Self.app([Self.raw + "/bell.wav": .sound(.wave)], importance: importance)
    #expect(try PreflightRun.findings(project) == ["warning [android-channel] \(Self.source):5"])
  }

  /// A release build of this takes out its sound.
  static let shrunk = app(
    [raw + "/bell.wav": .sound(.wave)],
    gradle: """
      plugins { id 'com.android.application' }
      android { buildTypes { release {
        minifyEnabled true
        shrinkResources true
      } } }

      """)
  static let keep = FixtureProject.Content.text(
    #"<resources xmlns:tools="http://schemas.android.com/tools" tools:keep="@raw/bell" />"#)

  @Test("A release build takes out a sound that a text alone names")
  func shrinking() throws {
    var project = Self.shrunk
    #expect(
      try PreflightRun.findings(project) == [
        "warning [android-shrinking] android/app/build.gradle:4"
      ])
    project.files[Self.raw + "/keep.xml"] = Self.keep
    try PreflightRun.expectClean(project)
  }

  @Test(
    "A list of what is kept is for the sounds in it alone",
    arguments: [
      ("@raw/other", false), ("@raw/other, @raw/bell", true), ("@raw/b*", true),
      ("@drawable/bell", false), ("@raw/bells", false),
    ])
  func keptSounds(list: String, isKept: Bool) throws {
    var project = Self.shrunk
    project.files[Self.raw + "/keep.xml"] = .text(
      "<resources xmlns:tools=\"http://schemas.android.com/tools\" tools:keep=\"\(list)\" />")
    #expect(try PreflightRun.findings(project).isEmpty == isKept)
  }

  private static let flutter = """
    plugins {
      id 'com.android.application'
      id 'dev.flutter.flutter-gradle-plugin'
    }
    android { buildTypes {
      debug { shrinkResources false }
      release { signingConfig signingConfigs.debug }
    } }

    """

  @Test("So does Flutter's plug-in, which shrinks release builds by itself")
  func flutterShrinks() throws {
    var project = Self.app([Self.raw + "/bell.wav": .sound(.wave)], gradle: Self.flutter)
    #expect(
      try PreflightRun.findings(project) == [
        "warning [android-shrinking] android/app/build.gradle:3"
      ])
    project.files[Self.raw + "/keep.xml"] = Self.keep
    try PreflightRun.expectClean(project)
  }

  @Test(
    "Flutter's release build takes out nothing where the build file turns that off",
    arguments: [
      "release { minifyEnabled false }", "release { shrinkResources false; minifyEnabled false }",
      "getByName(\"release\") { isShrinkResources = false }",
      "release { isMinifyEnabled = shrinks }",
    ])
  func flutterKeeps(_ release: String) throws {
    let gradle = Self.flutter.replacing(
      "release { signingConfig signingConfigs.debug }", with: release)
    try PreflightRun.expectClean(
      Self.app([Self.raw + "/bell.wav": .sound(.wave)], gradle: gradle))
  }

  @Test("What compiled code or the manifest names stays, whatever it is for")
  func compiled() throws {
    var project = Self.app([Self.raw + "/bell.wav": .sound(.wave)], gradle: Self.flutter)
    project.files["android/app/src/main/kotlin/Player.kt"] = .text(
      "val player = MediaPlayer.create(context, R.raw.bell)\n")
    try PreflightRun.expectClean(project)
    var named = Self.app([Self.raw + "/bell.wav": .sound(.wave)], gradle: Self.flutter)
    named.files["android/app/src/main/AndroidManifest.xml"] = .text(
      #"<meta-data android:name="tone" android:resource="@raw/bell" />"#)
    try PreflightRun.expectClean(named)
  }

  @Test("A build for debugging that shrinks is none for release")
  func debugShrinks() throws {
    try PreflightRun.expectClean(
      Self.app(
        [Self.raw + "/bell.wav": .sound(.wave)],
        gradle: """
          plugins { id("com.android.application") }
          android { buildTypes { getByName("debug") { isShrinkResources = true } } }

          """))
  }

  @Test("CAF gets a command that works as printed")
  func command() throws {
    let folder = try PreflightFolder()
    try Self.app([Self.raw + "/bell.caf": .sound(.caf)]).write(to: "My App", in: folder)
    let report = Preflight(configuration: PreflightConfiguration())
      .run([folder.folder.path("My App")])
    let fix = try #require(
      report.findings.first { $0.finding.rule == "android-format" }?.finding.fix?.text)
    let root = folder.folder.path("My App") + "/" + Self.raw
    // Two raw resources of one name do not build.
    #expect(
      fix == "make WAVE of it, and remove this file: "
        + "tocsin convert '\(root)/bell.caf' '\(root)/bell.wav' -d LEI16@44100 -f WAVE")
  }
}

@Suite("What Android gets, or may get, is not turned into a file for Apple alone")
struct SharedAdviceTests {
  /// What is advised, by the rule.
  private func advice(_ project: FixtureProject) throws -> [String: String] {
    let folder = try PreflightFolder()
    try project.write(to: "p", in: folder)
    let report = Preflight(configuration: PreflightConfiguration()).run([folder.folder.path("p")])
    return Dictionary(
      report.findings.compactMap { found in
        found.finding.fix?.text.map { (found.finding.rule, $0) }
      }, uniquingKeysWith: { $0 + "; " + $1 })
  }

  private static let package = FixtureProject.Content.text(
    #"{ "dependencies": { "expo": "50", "expo-notifications": "1" } }"#)

  @Test("CAF in a listed file that is called .wav becomes WAVE")
  func listed() throws {
    let advice = try advice(
      FixtureProject([
        "package.json": Self.package,
        "app.json": .text(
          #"{ "expo": { "plugins": [["expo-notifications", { "sounds": ["./a.wav"] }]] } }"#),
        "a.wav": .sound(.caf),
      ]))
    #expect(advice["name"]?.hasSuffix("a-fixed.wav -d LEI16@44100 -f WAVE") == true, "\(advice)")
  }

  @Test(
    "A list that is computed, or a plug-in of the app's own, may give Android any sound",
    arguments: ["['expo-notifications', { sounds: list }]", "'expo-notifications', withBells"])
  func computed(plugin: String) throws {
    let advice = try advice(
      FixtureProject([
        "package.json": Self.package,
        "app.config.js": .text(
          "module.exports = { expo: { name: 'a', slug: 'a', plugins: [\(plugin)] } };"),
        "sounds/a.wav": .sound(.bulky),
      ]))
    #expect(advice["size-saving"] == nil, "\(advice)")
  }

  @Test("Nor are raw resources beside a project that is not read")
  func resource() throws {
    let file = "Platforms/Android/Resources/raw/a.wav"
    let advice = try advice(
      FixtureProject(["App.csproj": .text("<Project/>"), file: .sound(.bulky)]))
    #expect(advice["size-saving"] == nil, "\(advice)")
  }
}

@Suite("What is not known is said")
struct UnknownProjectTests {
  @Test(
    "A project of a kind that is not read, and an empty one",
    arguments: [
      ["App.csproj": "<Project/>", "Main.cs": "class Main {}"],
      ["Game.uproject": "{}"],
      ["WORKSPACE.bazel": "", "BUILD": "ios_application(resources = all())"],
      ["project.yml": "name: App\ntargets: {}\n", "App/App.swift": "let a = 1"],
      ["src/main.ts": "export const x = 1;"], ["README.md": "# Nothing"],
    ])
  func unknown(_ files: [String: String]) throws {
    var project = FixtureProject(files.mapValues { .text($0) })
    // Where nothing is a sound, and nothing names one, there is nothing to know.
    try PreflightRun.expectClean(project)
    project.files["push.apns"] = .text(#"{ "aps": { "sound": "ding.caf" } }"#)
    let found = try PreflightRun.findings(project)
    #expect(found.count { $0.hasPrefix("warning [project-unknown]") } == 1, "\(found)")
    #expect(!found.contains { $0.hasPrefix("error") })
  }

  @Test("Sounds and payloads alone are not an unknown project")
  func folder() throws {
    try PreflightRun.expectClean(
      FixtureProject([
        "ding.caf": .sound(.caf), "push.apns": .text(#"{ "aps": { "sound": "ding.caf" } }"#),
      ]))
  }

  @Test(
    "Paths are looked at together: an app beside its payloads or its server is known",
    arguments: [
      ("push/p.apns", #"{ "aps": { "sound": "ding.caf" } }"#),
      ("push/send.py", "payload = {'aps': {'sound': 'ding.caf'}}"),
      ("push/send.ts", "export const aps = { sound: 'ding.caf' };"),
    ])
  func together(path: String, text: String) throws {
    let folder = try PreflightFolder()
    try FixtureProject([
      "App.app/Info.plist": .text("<plist/>"), "App.app/ding.caf": .sound(.caf), path: .text(text),
    ]).write(to: "p", in: folder)
    func rules(_ paths: String...) -> [String] {
      Preflight(configuration: PreflightConfiguration())
        .run(paths.map { folder.folder.path("p/" + $0) }).findings.map(\.finding.rule)
    }
    #expect(rules("push") == ["project-unknown"])
    #expect(rules("App.app", "push").isEmpty)
  }

  @Test("A path that is not there is an error, and no sound")
  func missing() {
    let report = Preflight(configuration: PreflightConfiguration()).run(["/no/such/App.app"])
    #expect(report.findings.map(\.finding.rule) == ["file-unreadable"])
    #expect(report.sounds.isEmpty)
  }

  @Test("A name that settings ask for where nothing says what is shipped is a warning")
  func asked() throws {
    let project = FixtureProject([
      "package.json": .text(#"{ "dependencies": { "@capacitor/core": "7" } }"#),
      "capacitor.config.json": .text(
        #"{ "plugins": { "LocalNotifications": { "sound": "ghost.wav" } } }"#),
    ])
    #expect(
      try PreflightRun.findings(project) == ["warning [sound-missing] capacitor.config.json:1"])
  }

  @Test("The default sound of Capacitor's settings is none that is asked for")
  func capacitorDefault() throws {
    try PreflightRun.expectClean(
      FixtureProject([
        "package.json": .text(#"{ "dependencies": { "@capacitor/core": "7" } }"#),
        "capacitor.config.json": .text(
          #"{ "plugins": { "LocalNotifications": { "sound": "default" } } }"#),
      ]))
  }
}
