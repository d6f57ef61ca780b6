import AlertSounds
import BundlePreflight
import Testing

@Suite("What is asked of an app whose bundle is not known")
struct UnknownBundleTests {
  /// A Flutter app with an Android project, and Apple's part without its Xcode project.
  private static func app(_ sound: String, _ files: [String: Recording] = [:]) -> FixtureProject {
    var project = FixtureProject.flutter([
      "android/app/src/main/res/raw/bell.wav": .sound(.wave),
      "ios/Runner/Info.plist": .text("<plist version=\"1.0\"><dict/></plist>\n"),
      "lib/main.dart": .text("const d = DarwinNotificationDetails(sound: '\(sound)');\n"),
    ])
    for (path, recording) in files { project.files[path] = .sound(recording) }
    return project
  }

  @Test("A name that no file has is missing, and Android's resources are not among them")
  func missing() throws {
    let expected = ["warning [sound-missing] lib/main.dart:1"]
    #expect(try PreflightRun.findings(Self.app("gong.wav")) == expected)
    #expect(try PreflightRun.findings(Self.app("bell.wav")) == expected)
  }

  @Test("A server asks for a sound, and the app beside it has none at all")
  func server() throws {
    func found(app: Bool) throws -> [String] {
      var project = FixtureProject([
        "server/push.py": .text(
          """
          from firebase_admin import messaging
          apns = messaging.APNSPayload(aps=messaging.Aps(sound='bell.caf'))
          note = messaging.AndroidNotification(sound='bell')

          """)
      ])
      if app {
        project.files["app/app.json"] = .text(#"{ "expo": { "name": "bells" } }"#)
        project.files["app/package.json"] = .text(#"{ "dependencies": { "expo": "54" } }"#)
      }
      return try PreflightRun.findings(project).filter { $0.contains("sound-missing") }
    }
    #expect(
      try found(app: true) == [
        "warning [sound-missing] server/push.py:2", "warning [sound-missing] server/push.py:3",
      ])
    // Without an app, it may be anywhere.
    #expect(try found(app: false) == [])
  }

  @Test("A resource that no file can be is missing, whatever the other platform ships")
  func withoutGradle() throws {
    func app(_ files: [String: FixtureProject.Content]) -> FixtureProject {
      let texts: [String: FixtureProject.Content] = [
        "pubspec.yaml": .text("name: bells\ndependencies:\n  flutter:\n    sdk: flutter\n"),
        "android/app/src/main/AndroidManifest.xml": .text("<manifest/>\n"),
        "lib/main.dart": .text("final s = RawResourceAndroidNotificationSound('ringtone');\n"),
      ]
      return FixtureProject(
        texts.merging(files) { $1 },
        xcode: (
          "ios/Runner.xcodeproj/project.pbxproj",
          XcodeProjectText(targets: [.init(name: "Runner", resources: [])])
        ))
    }
    #expect(
      try PreflightRun.findings(app([:])) == ["warning [sound-missing] lib/main.dart:1"])
    try PreflightRun.expectClean(app(["sounds/ringtone.mp3": .sound(.mp3)]))
  }

  @Test("A name that a file has may be shipped")
  func twin() throws {
    try PreflightRun.expectClean(Self.app("gong.wav", ["sounds/gong.wav": .wave]))
  }

  @Test("An app that keeps only its Android project is asked for Android's sounds alone")
  func androidAlone() throws {
    func app(_ sound: String) -> FixtureProject {
      FixtureProject([
        "app.json": .text(#"{ "expo": { "name": "Bells", "plugins": [] } }"#),
        "package.json": .text(#"{ "dependencies": { "expo": "~54.0.0" } }"#),
        "android/settings.gradle": .text("include ':app'\n"),
        "android/app/build.gradle": .text("plugins { id 'com.android.application' }\n"),
        "android/app/src/main/res/raw/bell.mp3": .sound(.mp3),
        "a.js": .text("PushNotification.localNotification({ soundName: '\(sound)' });\n"),
      ])
    }
    try PreflightRun.expectClean(app("bell.mp3"))
    #expect(try PreflightRun.findings(app("gong.mp3")) == ["error [sound-missing] a.js:1"])
  }
}
