import AlertSounds
import BundlePreflight
import Testing

@Suite("A sound is there, and not where the asking part of the project looks")
struct OtherPlaceTests {
  private static let raw = "android/app/src/main/res/raw"
  private static let pubspec = "name: bells\ndependencies:\n  flutter:\n    sdk: flutter\n"

  /// A Flutter app for both platforms with `bell` in the resources of Android, and these for iOS.
  private static func app(
    _ sounds: [String], _ files: [String: String], raw sound: String = "bell.wav"
  ) -> FixtureProject {
    var project = FixtureProject(
      [
        "pubspec.yaml": .text(pubspec),
        "android/settings.gradle": .text("include ':app'\n"),
        "android/app/build.gradle": .text(
          """
          plugins { id 'com.android.application' }
          android { defaultConfig { applicationId "org.example.bells" } }

          """),
        raw + "/" + sound: .sound(.wave),
      ],
      xcode: (
        "ios/Runner.xcodeproj/project.pbxproj",
        XcodeProjectText(targets: [
          .init(name: "Runner", resources: sounds.map { "Runner/" + $0 })
        ])
      ))
    for sound in sounds { project.files["ios/Runner/" + sound] = .sound(.caf) }
    return FixtureProject(
      project.files.merging(files.mapValues { .text($0) }) { $1 }, xcode: project.xcode)
  }

  /// Messages of Firebase with one name for both platforms.
  static let messages = [
    "send.dart": """
    final message = { 'to': token, 'notification': { 'title': 't', 'sound': 'bell' } };
    """,
    "send.js": """
    post({ to: token, notification: { title: 't', sound: 'bell' } });
    """,
    "send.json": """
    { "to": "x", "notification": { "title": "t", "sound": "bell" } }
    """,
  ]

  @Test("Firebase gives one name to both platforms", arguments: messages.keys.sorted())
  func oneName(_ file: String) throws {
    let text = Self.messages[file] ?? ""
    #expect(
      try PreflightRun.findings(Self.app([], [file: text])) == ["warning [sound-missing] \(file):1"]
    )
    // The payload for Apple has its own.
    for (own, name) in [
      ("'apns': {}, 'no", "'no"), ("\"apns\": {}, \"no", "\"no"), (" apns: {}, no", " no"),
    ] {
      guard text.contains(name + "tification") else { continue }
      let message = text.replacing(name + "tification", with: own + "tification")
      try PreflightRun.expectClean(Self.app([], [file: message]))
    }
  }

  @Test("Of Firebase's one name the extension is Apple's alone", arguments: messages.keys.sorted())
  func oneNameWithExtension(_ file: String) throws {
    let text = Self.messages[file] ?? ""
    let whole = text.replacing("bell", with: "bell.caf")
    #expect(
      try PreflightRun.findings(Self.app(["bell.caf"], [file: whole])) == [
        "warning [sound-name-extension] \(file):1"
      ])
    // Where Android has no such sound, that is what is wrong.
    let other = text.replacing("bell", with: "ping.caf")
    #expect(
      try PreflightRun.findings(Self.app(["ping.caf"], [file: other])) == [
        "note [android-twin] \(file):1"
      ])
  }

  @Test("Nor has the sound of a channel that notifee makes")
  func extensionForNotifee() throws {
    let text =
      "import notifee from '@notifee/react-native';\n"
      + "notifee.createChannel({ id: 'c', name: 'n', sound: 'bell.wav' });\n"
    #expect(
      try PreflightRun.findings(Self.app([], ["a.js": text])) == [
        "error [sound-name-extension] a.js:2"
      ])
    try PreflightRun.expectClean(Self.app([], ["a.js": text.replacing("bell.wav", with: "bell")]))
    // Another library removes it.
    try PreflightRun.expectClean(
      Self.app([], ["a.js": text.replacing("notifee.create", with: "PushNotification.create")]))
  }

  @Test("Firebase's sound for Android has no extension, in JavaScript as in JSON")
  func extensionOfResource() throws {
    let text =
      "send({ token, android: { notification: { ...n, sound: 'bell.wav' } }, apns: { payload: {} } });\n"
    #expect(
      try PreflightRun.findings(Self.app([], ["send.js": text])) == [
        "error [sound-name-extension] send.js:1"
      ])
    try PreflightRun.expectClean(
      Self.app([], ["send.js": text.replacing("bell.wav", with: "bell")]))
  }

  static let addresses = [
    "lib/a.dart":
      "final sound = UriAndroidNotificationSound('android.resource://PACKAGE/raw/bell');\n",
    "android/app/src/main/kotlin/A.kt": """
    channel.setSound(Uri.parse("android.resource://PACKAGE/raw/bell"), attributes) // NotificationChannel

    """,
  ]

  @Test("A resource's address names the app's own package", arguments: addresses.keys.sorted())
  func package(_ file: String) throws {
    func found(_ package: String) throws -> [String] {
      let text = Self.addresses[file]?.replacing("PACKAGE", with: package) ?? ""
      return try PreflightRun.findings(Self.app([], [file: text]))
    }
    #expect(try found("org.example.bells") == [])
    #expect(try found("org.example.bells.debug") == [])
    #expect(try found("android") == ["warning [sound-missing] \(file):1"])
    #expect(try found("org.example.other") == ["warning [sound-missing] \(file):1"])
  }

  @Test("Such an address is looked up among the resources, too")
  func address() throws {
    let text =
      "final sound = UriAndroidNotificationSound('android.resource://org.example.bells/raw/gong');\n"
    #expect(
      try PreflightRun.findings(Self.app([], ["lib/a.dart": text])) == [
        "error [sound-missing] lib/a.dart:1"
      ])
  }

  @Test("A native project in an Expo repository is older than the plug-in's list")
  func outdated() throws {
    func app(_ shipped: [String], raw: [String], ignored: String) -> FixtureProject {
      var files: [String: FixtureProject.Content] = [
        "app.json": .text(
          """
          { "expo": { "slug": "bells", "plugins": [["expo-notifications", {
            "sounds": ["./assets/bell.wav",
              "./assets/gong.wav"] }]] } }

          """),
        "package.json": .text(#"{ "dependencies": { "expo": "54", "react-native": "1" } }"#),
        "assets/bell.wav": .sound(.wave), "assets/gong.wav": .sound(.wave),
        "android/settings.gradle": .text("include ':app'\n"),
        "android/app/build.gradle": .text("plugins { id 'com.android.application' }\n"),
        ".gitignore": .text(ignored),
        "App.tsx": .text(
          """
          import * as Notifications from 'expo-notifications';
          for (const sound of ['bell.wav', 'gong.wav']) ring(sound);
          Notifications.scheduleNotificationAsync({ content: { sound: 'bell.wav' } });
          Notifications.scheduleNotificationAsync({ content: { sound: 'gong.wav' } });

          """),
      ]
      for sound in raw { files["\(Self.raw)/\(sound)"] = .sound(.wave) }
      for sound in shipped { files["ios/Bells/\(sound)"] = .sound(.wave) }
      return FixtureProject(
        files,
        xcode: (
          "ios/Bells.xcodeproj/project.pbxproj",
          XcodeProjectText(targets: [
            .init(name: "Bells", resources: shipped.map { "Bells/" + $0 })
          ])
        ))
    }
    let all = ["bell.wav", "gong.wav"]
    try PreflightRun.expectClean(app(all, raw: all, ignored: "node_modules\n"))
    #expect(
      try PreflightRun.findings(app(["bell.wav"], raw: all, ignored: "node_modules\n")) == [
        "warning [sound-unshipped] app.json:3"
      ])
    #expect(
      try PreflightRun.findings(app(all, raw: ["bell.wav"], ignored: "/ios\n")) == [
        "warning [sound-unshipped] app.json:3"
      ])
    try PreflightRun.expectClean(app(["bell.wav"], raw: all, ignored: "build\n/ios/\n"))
  }

  @Test("A target lists a sound outside of the project")
  func outside() throws {
    let text = XcodeProjectText(targets: [.init(name: "App", resources: ["App/bell.caf"])]).text
    let file = "App.xcodeproj/project.pbxproj"
    func project(_ path: String) -> FixtureProject {
      FixtureProject([
        "App/bell.caf": .sound(.caf), file: .text(text.replacing("path = bell.caf", with: path)),
      ])
    }
    try PreflightRun.expectClean(project("path = bell.caf"))
    let found = try PreflightRun.findings(project(#"path = "../../Downloads/bell.caf""#))
    #expect(found.contains { $0.hasPrefix("warning [resource-missing] \(file):") })
    #expect(found.allSatisfy { !$0.hasPrefix("error") })
  }

  @Test("What lies beside the pages of a server is no alert of an app")
  func page() throws {
    let page = "<?php require 'db.php'; ?><audio src=\"bell.wav\"></audio>\n"
    try PreflightRun.expectClean(
      FixtureProject(["bell.wav": .text("RIFF"), "index.php": .text(page)]))
    let alone = try PreflightRun.findings(FixtureProject(["bell.wav": .text("RIFF")]))
    #expect(alone == ["error [container] bell.wav"])
  }
}
