import AlertSounds
import BundlePreflight
import TestSupport
import Testing

@Suite("One fault is reported once")
struct OneFaultTests {
  private static func expo(
    _ sounds: [String: FixtureProject.Content], asks name: String
  ) -> FixtureProject {
    let texts: [String: FixtureProject.Content] = [
      "app.json": .text(
        #"{ "expo": { "plugins": [["expo-notifications", { "sounds": ["./a/ding.wav"] }]] } }"#),
      "package.json": .text(#"{ "dependencies": { "expo": "~54.0.0" } }"#),
      "App.tsx": .text(
        "import * as N from 'expo-notifications';\n"
          + "N.scheduleNotificationAsync({ content: { title: 'a', sound: '\(name)' } });\n"),
    ]
    return FixtureProject(texts.merging(sounds) { $1 })
  }

  @Test("A listed sound that is not there is a fault of the list, not of those who ask for it")
  func absent() throws {
    let project = Self.expo([:], asks: "ding.wav")
    #expect(try PreflightRun.findings(project) == ["error [resource-missing] app.json:1"])
  }

  @Test("Another sound that is not there is missing where it is asked for")
  func other() throws {
    let project = Self.expo([:], asks: "gong.wav")
    #expect(
      try PreflightRun.findings(project) == [
        "error [resource-missing] app.json:1", "error [sound-missing] App.tsx:2",
      ])
  }

  @Test("A constant that Android's channel and a notification name is looked for on both platforms")
  func shared() throws {
    var project = Self.expo(["a/ding.wav": .sound(.wave)], asks: "ding.wav")
    project.files["n.ts"] = .text(
      """
      import * as N from 'expo-notifications';
      const sound = 'gong.wav';
      if (Platform.OS === 'android') {
        N.setNotificationChannelAsync('c', { name: 'c', importance: 4, sound });
      }
      const push = { to: token, title: 'a', sound };
      N.scheduleNotificationAsync({
        content: { title: 'a', sound }, trigger: { seconds: 1, channelId: 'c' } });

      """)
    let folder = try PreflightFolder()
    try project.write(to: "app", in: folder)
    let report = Preflight(configuration: PreflightConfiguration()).run([folder.folder.path("app")])
    let errors = report.findings.filter { $0.finding.severity == .error }
    // For Android alone it would be a sound that res/raw does not have.
    #expect(errors.map(\.finding.message) == ["'gong.wav' is not shipped"])
  }

  @Test("Text in place of a sound that both platforms get is reported once")
  func impostor() throws {
    let project = Self.expo(["a/ding.wav": .text("to be recorded")], asks: "ding.wav")
    #expect(try PreflightRun.findings(project) == ["error [container] a/ding.wav"])
    try PreflightRun.expectClean(Self.expo(["a/ding.wav": .sound(.wave)], asks: "ding.wav"))
  }

  @Test(
    "Copies that a build makes of an app's pages are not looked at",
    arguments: [
      "ios/App/App/public", "android/app/src/main/assets/public",
      "platforms/android/app/src/main/assets/www", "platforms/ios/www",
      "platforms/ios/platform_www",
    ])
  func copies(_ folder: String) throws {
    let page =
      "LocalNotifications.schedule({ notifications: [{ id: 1, sound: 'gone.wav' }] });\n"
      + "LocalNotifications.schedule({ notifications: [{ id: 2, sound: 'bell.wav' }] });\n"
    func app(_ pages: String) -> FixtureProject {
      FixtureProject([
        "capacitor.config.json": .text(#"{ "appId": "a.b", "webDir": "www" }"#),
        "ios/App/App/bell.wav": .sound(.wave), "\(pages)/app.js": .text(page),
        "\(pages)/click.wav": .sound(.mp3),
      ])
    }
    try PreflightRun.expectClean(app(folder))
    #expect(try PreflightRun.findings(app("src")) == ["error [sound-missing] src/app.js:1"])
  }

  @Test("Code that a compiler made is not looked at beside its source")
  func compiled() throws {
    let code =
      "LocalNotifications.schedule({ notifications: [{ id: 1, sound: 'gone.wav' }] });\n"
    func app(_ end: String) -> FixtureProject {
      FixtureProject([
        "capacitor.config.json": .text(#"{ "appId": "a.b", "webDir": "www" }"#),
        "ios/App/App/gone.caf": .sound(.caf), "src/app.ts": .text(code),
        "lib/app.js": .text(code + end),
      ])
    }
    func errors(_ end: String) throws -> [String] {
      try PreflightRun.findings(app(end)).filter { $0.hasPrefix("error") }
    }
    let source = "error [sound-missing] src/app.ts:1"
    #expect(try errors("//# sourceMappingURL=app.js.map\n") == [source])
    #expect(try errors("") == ["error [sound-missing] lib/app.js:1", source])
  }
}
