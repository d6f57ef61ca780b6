import AlertSounds
import Testing

@Suite("A Capacitor project with the plug-in for local notifications")
struct CapacitorFixtureTests {
  private static let pbxproj = "ios/App/App.xcodeproj/project.pbxproj"
  private static let configuration = "capacitor.config.ts"
  private static let source = "src/remind.ts"
  private static let raw = "android/app/src/main/res/raw"

  static let clean = FixtureProject(
    [
      "package.json": .text(#"{ "name": "bells", "dependencies": { "@capacitor/core": "7" } }"#),
      configuration: .text(
        """
        import type { CapacitorConfig } from '@capacitor/cli';

        const config: CapacitorConfig = {
          appId: 'com.example.bells',
          plugins: {
            LocalNotifications: {
              smallIcon: 'ic_stat',
              sound: 'chime.wav',
            },
          },
        };
        export default config;

        """),
      source: .text(
        """
        import { LocalNotifications } from '@capacitor/local-notifications';

        export const remind = (channelId: string) =>
          LocalNotifications.schedule({
            notifications: [
              { id: 1, title: 'Tea', body: 'Ready', sound: 'ding.wav', channelId },
            ],
          });

        """),
      "ios/App/App/ding.wav": .sound(.wave),
      "android/settings.gradle": .text("include ':app'\n"),
      "android/app/build.gradle": .text("apply plugin: 'com.android.application'\n"),
      raw + "/ding.wav": .sound(.wave), raw + "/chime.wav": .sound(.wave),
    ],
    xcode: (
      pbxproj,
      XcodeProjectText(targets: [
        .init(name: "App", resources: ["App/ding.wav"])
      ])
    ))

  static let mistakes: [Mistake] = [
    Mistake(
      "the settings ask for a sound that is nowhere",
      .init("sound-missing", in: configuration, at: "whistle.wav")
    ) {
      try $0.replace("chime.wav", with: "whistle.wav", in: configuration)
    },
    Mistake("wrong case in the settings", .init("sound-name-case", in: configuration, at: "Chime"))
    {
      try $0.replace("chime.wav", with: "Chime.wav", in: configuration)
    },
    Mistake("a path", .init("sound-name-path", in: source, at: "sounds/ding.wav")) {
      try $0.replace("'ding.wav'", with: "'sounds/ding.wav'", in: source)
    },
    Mistake("in a folder of the app", .init("sound-folder", in: source, at: "ding.wav")) {
      $0.files["ios/App/App/bells/ding.wav"] = $0.files.removeValue(forKey: "ios/App/App/ding.wav")
      $0.xcode?.project["App"].resources = []
      $0.xcode?.project["App"].blueFolders = ["App/bells"]
    },
    Mistake("among the pages alone", .init("sound-missing", in: source, at: "ding.wav")) {
      $0.files["ios/App/App/public/ding.wav"] = $0.files.removeValue(forKey: "ios/App/App/ding.wav")
      $0.xcode?.project["App"].resources = []
      $0.xcode?.project["App"].blueFolders = ["App/public"]
    },
    Mistake("no twin on Android", .init("android-twin", .note, in: source, at: "ding.wav")) {
      $0.files[raw + "/ding.wav"] = nil
    },
    Mistake("a name that Android does not take", .init("android-name", in: raw + "/9bell.wav")) {
      $0.files[raw + "/9bell.wav"] = .sound(.wave)
    },
    Mistake("listed but not on disk", .init("resource-missing", in: pbxproj, at: "path = gone.wav"))
    {
      $0.xcode?.project["App"].resources.append("App/gone.wav")
    },
  ]

  @Test("The clean twin gives no finding")
  func twin() throws { try PreflightRun.expectClean(Self.clean) }

  @Test(
    "A notification in a list that is scheduled later has its name on both platforms, and a channel"
  )
  func list() throws {
    func found(_ notification: String) throws -> [String] {
      var project = Self.clean
      project.files[Self.source] = .text(
        """
        import { LocalNotifications } from '@capacitor/local-notifications';
        await LocalNotifications.createChannel({ id: 'tea', name: 'Tea', sound: 'ding.wav' });
        const all = [];
        all.push({ id: 1, title: 'Tea', body: 'Ready', \(notification) });
        if (all.length > 0) { await LocalNotifications.schedule({ notifications: all }); }

        """)
      return try PreflightRun.findings(project)
    }
    #expect(try found("channelId: 'tea', sound: 'ding.wav'") == [])
    #expect(
      try found("channelId: 'tea', sound: 'ding'").sorted() == [
        "error [sound-name-extension] \(Self.source):4"
      ])
    #expect(
      try found("channelId: 'coffee', sound: 'ding.wav'") == [
        "warning [android-channel-missing] \(Self.source):4"
      ])
  }

  @Test(
    "A channel's default sound has no name", arguments: ["LocalNotifications", "PushNotifications"])
  func defaultOfChannel(_ plugin: String) throws {
    func found(_ members: String) throws -> [String] {
      var project = Self.clean
      project.files["src/channels.ts"] = .text(
        """
        import { \(plugin) } from '@capacitor/notifications';
        await \(plugin).createChannel({ id: 'tea', name: 'Tea'\(members) });

        """)
      return try PreflightRun.findings(project)
    }
    #expect(try found(", sound: 'default'") == ["warning [android-channel] src/channels.ts:2"])
    #expect(try found("") == [])
    #expect(try found(", sound: 'ding.wav'") == [])
  }

  @Test("The sound of the settings is for Android alone")
  func settingsOfAndroid() throws {
    var project = Self.clean
    project.files["android/app/src/main/res/raw/chime.wav"] = nil
    project.files["ios/App/App/chime.wav"] = .sound(.wave)
    project.xcode?.project["App"].resources = ["App/ding.wav", "App/chime.wav"]
    #expect(
      try PreflightRun.findings(project).filter { $0.contains(Self.configuration) } == [
        "error [sound-missing] \(Self.configuration):8"
      ])
  }

  @Test("Without the folders of its platforms each name is a warning, a channel's too")
  func noPlatforms() throws {
    let project = FixtureProject([
      "package.json": Self.clean.files["package.json"] ?? .text(""),
      Self.configuration: .text(
        "const config: CapacitorConfig = { appId: 'com.example.bells' };\n"),
      Self.source: .text(
        """
        const bell = { id: 'bells', sound: 'bell.wav' };
        LocalNotifications.createChannel(bell);
        LocalNotifications.schedule({ notifications: [{ id: 1, sound: 'ding.wav' }] });

        """),
    ])
    #expect(
      try PreflightRun.findings(project) == [
        "warning [sound-missing] src/remind.ts:1", "warning [sound-missing] src/remind.ts:3",
      ])
  }

  @Test("Cordova's plug-in looks for a page's sound in Capacitor's pages, too")
  func page() throws {
    var project = Self.clean
    project.files["src/old.ts"] = .text(
      """
      this.localNotifications.schedule({ id: 1, sound: 'file://assets/bell.mp3' });
      """)
    #expect(try PreflightRun.findings(project) == ["error [sound-missing] src/old.ts:1"])
    project.files["src/assets/bell.mp3"] = .sound(.mp3)
    try PreflightRun.expectClean(project)
  }

  @Test("A mistake is found, and nothing else", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }
}
