import AlertSounds
import Testing

@Suite("A Cordova project with resource files in its config.xml")
struct CordovaFixtureTests {
  private static let configuration = "config.xml"
  private static let source = "www/js/index.js"

  static let clean = FixtureProject([
    configuration: .text(
      """
      <?xml version='1.0' encoding='utf-8'?>
      <widget id="com.example.bells" version="1.0.0" xmlns="http://www.w3.org/ns/widgets">
          <name>Bells</name>
          <platform name="ios">
              <resource-file src="sounds/ding.caf" target="ding.caf" />
              <!-- <resource-file src="sounds/gone.caf" /> -->
          </platform>
          <platform name="android">
              <resource-file src="sounds/ding.wav" target="app/src/main/res/raw/ding.wav" />
          </platform>
      </widget>

      """),
    "sounds/ding.caf": .sound(.caf), "sounds/ding.wav": .sound(.wave),
    source: .text(
      """
      document.addEventListener('deviceready', () => {
        cordova.plugins.notification.local.schedule({
          title: 'Tea',
          sound: device.platform === 'iOS' ? 'ding.caf' : 'ding.wav',
        });
      });

      """),
    "www/push.json": .text(#"{ "aps": { "alert": "Tea", "sound": "ding.caf" } }"#),
  ])

  static let mistakes: [Mistake] = [
    Mistake("listed but not on disk", .init("resource-missing", in: configuration, at: "none.caf"))
    {
      try $0.replace(
        "<!--", with: "<resource-file src=\"sounds/none.caf\" />\n        <!--", in: configuration)
    },
    Mistake("asked for but nowhere", .init("sound-missing", in: "www/push.json", at: "dong.caf")) {
      try $0.replace("ding.caf", with: "dong.caf", in: "www/push.json")
    },
    Mistake("without extension", .init("sound-name-extension", in: "www/push.json", at: #""ding""#))
    {
      try $0.replace("ding.caf", with: "ding", in: "www/push.json")
    },
    Mistake("a path", .init("sound-name-path", in: "www/push.json", at: "www/sounds/ding.caf")) {
      try $0.replace("ding.caf", with: "www/sounds/ding.caf", in: "www/push.json")
    },
    Mistake("CAF for Android", .init("android-format", in: "sounds/bell.caf")) {
      $0.files["sounds/bell.caf"] = .sound(.caf)
      try $0.replace(
        "<resource-file src=\"sounds/ding.wav\"",
        with: "<resource-file src=\"sounds/bell.caf\" target=\"app/src/main/res/raw/bell.caf\" />\n"
          + "        <resource-file src=\"sounds/ding.wav\"", in: configuration)
    },
    Mistake(
      "an XML mistake", .init("project-unreadable", in: configuration, at: "</widget>")
    ) {
      try $0.replace("    </platform>\n</widget>", with: "</widget>", in: configuration)
    },
  ]

  /// A page that asks for a sound among the app's pages by a variable.
  private static func page(_ code: String, sound: String) -> FixtureProject {
    FixtureProject([
      configuration: .text("<widget id='a' version='1'><name>Bells</name></widget>\n"),
      "www/\(sound)": .sound(.caf),
      source: .text(code),
    ])
  }

  private static let chosen = """
    var sound = device.platform == 'Android' ? 'file://bell.caf' : 'file://ding.caf';
    cordova.plugins.notification.local.schedule({ id: 1, sound: sound });
    """

  private static let joined = """
    let path = 'file://';
    if (device.platform == 'Android') {
      path += 'bell.caf';
    } else {
      path += 'ding.caf';
    }
    LocalNotifications.schedule({ id: 1, sound: path });
    """

  @Test(
    "A sound of the app's pages is asked for by a variable",
    arguments: [(chosen, 1, 1), (joined, 3, 5)])
  func pages(_ code: String, _ bell: Int, _ ding: Int) throws {
    func findings(_ sound: String) throws -> [String] {
      try PreflightRun.findings(Self.page(code, sound: sound)).filter { $0.hasPrefix("error") }
    }
    #expect(try findings("bell.caf") == ["error [sound-missing] \(Self.source):\(ding)"])
    #expect(try findings("sounds/ding.caf") == ["error [sound-missing] \(Self.source):\(bell)"])
  }

  @Test("The clean twin gives no finding")
  func twin() throws { try PreflightRun.expectClean(Self.clean) }

  @Test("A mistake is found, and nothing else", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }

  @Test(
    "What is wrong with a sound itself is found, and nothing else",
    arguments: Mistake.sounds(as: "sounds/ding.caf"))
  func sounds(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }
}
