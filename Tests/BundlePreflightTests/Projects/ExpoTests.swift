import AlertSounds
import Testing

@testable import BundlePreflight

@Suite("Expo projects")
struct ExpoTests {
  private let package = """
    { "name": "bell", "dependencies": { "expo": "~54.0.0", "react-native": "0.81.4" } }
    """
  private let app = """
    {
      "expo": {
        "name": "Bell",
        "slug": "bell",
        "ios": { "bundleIdentifier": "org.example.bell" },
        "plugins": [
          "expo-router",
          ["expo-font", { "fonts": ["./a.ttf"] }],
          [
            "expo-notifications",
            {
              "icon": "./assets/icon.png",
              "sounds": ["./assets/sounds/ding.wav", "assets/dong_2.wav"]
            }
          ]
        ]
      }
    }

    """
  private let sounds = ["assets/sounds/ding.wav", "assets/dong_2.wav", "assets/music.mp3"]
  private let expected = [
    "Bell (app): ding ← assets/sounds/ding.wav", "Bell (app): ding.wav ← assets/sounds/ding.wav",
    "Bell (app): dong_2 ← assets/dong_2.wav", "Bell (app): dong_2.wav ← assets/dong_2.wav",
  ]

  private func project(_ texts: [String: String], _ sounds: [String]? = nil) throws -> Project {
    let tree = MemoryTree(texts, sounds: sounds ?? self.sounds)
    let projects = ProjectDetection.projects(in: tree)
    #expect(projects.count == 1)
    return try #require(projects.first)
  }

  @Test(
    "the plug-in's sounds are shipped on both systems", arguments: ["app.json", "app.config.json"])
  func plugin(file: String) throws {
    let project = try project(["package.json": package, file: app])
    #expect(project.kind == .expo && project.problems == [])
    #expect(project.shipped == expected)
    #expect(project.bundles.map(\.platform) == [.apple, .android])
  }

  @Test("the expo key may be missing, and JSON5 is read")
  func bare() throws {
    let text = """
      // The app's settings
      { name: 'Bell', plugins: [['expo-notifications', { sounds: [
        './assets/sounds/ding.wav', /* the second */ "./assets/dong_2.wav",
      ], }]] }
      """
    #expect(try project(["app.json": text]).shipped == expected)
  }

  @Test(
    "names have JavaScript's escapes",
    arguments: [
      (#"caf\u{E9}.wav"#, "café.wav"), (#"caf\xE9.wav"#, "café.wav"),
      (#"caf\u00e9.wav"#, "café.wav"), (#"\ud83d\udd14.wav"#, "🔔.wav"),
      (#"\u{1F514}.wav"#, "🔔.wav"),
    ])
  func escapes(literal: String, name: String) throws {
    let text = "export default { plugins: [['expo-notifications', { sounds: ['\(literal)'] }]] };"
    let project = try project(["package.json": package, "app.config.js": text], [name])
    #expect(project.problems == [])
    #expect(project.shipped.contains("app (app): \(name) ← \(name)"), "\(project.shipped)")
  }

  @Test("a listed file that is not there is found with its place")
  func missing() throws {
    let project = try project(["app.json": app], ["assets/sounds/Ding.wav"])
    #expect(
      project.problems == [
        "resource-missing app.json" + place(of: "\"./assets/sounds/ding.wav\"", in: app),
        "resource-missing app.json" + place(of: "\"assets/dong_2.wav\"", in: app),
      ])
    #expect(
      project.shipped == [
        "Bell (app): ding ← assets/sounds/Ding.wav",
        "Bell (app): ding.wav ← assets/sounds/Ding.wav",
      ])
  }

  @Test("a project without the plug-in ships nothing")
  func none() throws {
    let project = try project(["app.json": "{\"expo\": {\"name\": \"A\", \"plugins\": []}}"])
    #expect(project.bundles.map(\.sounds) == [[], []] && project.problems == [])
  }

  private let code = """
    import type { ExpoConfig } from 'expo/config';
    // ["expo-notifications", { sounds: ["./assets/commented.wav"] }]
    const url = 'https://example.org/"quoted"';
    export default (): ExpoConfig => ({
      ...base,
      name: process.env.NAME ?? `Bell`,
      plugins: [
        'expo-router',
        ['expo-notifications', {
          color: "#fff",
          mode: isProduction ? 'production' : 'development',
          sounds: ['./assets/sounds/ding.wav', `./assets/dong_2.wav`] as const,
        }],
      ].filter(Boolean),
    });

    """

  @Test("code with a literal list is read, not run")
  func literalCode() throws {
    let project = try project([
      "package.json": package, "app.json": "{\"name\": \"Bell\"}", "app.config.ts": code,
    ])
    #expect(project.problems == [] && project.shipped == expected)
  }

  @Test("a missing file of code's list is found with its place")
  func missingInCode() throws {
    let texts = ["package.json": package, "app.config.ts": code]
    let project = try project(texts, ["assets/sounds/ding.wav"])
    #expect(
      project.problems == [
        "resource-missing app.config.ts" + place(of: "`./assets/dong_2.wav`", in: code)
      ])
  }

  @Test(
    "a list that is computed is a note, and nothing is claimed",
    arguments: [
      "soundFiles", "[...soundFiles]", "['./a.wav', `./${name}.wav`]", "list.map(x => x)",
    ])
  func computed(list: String) throws {
    let code = "export default { plugins: [['expo-notifications', { sounds: \(list) }]] }"
    let project = try project(["package.json": package, "app.config.js": code], ["a.wav"])
    #expect(
      project.problems == ["project-unreadable app.config.js" + place(of: list, in: code)])
    #expect(project.findings.map(\.finding.severity) == [.note] && project.bundles.isEmpty)
  }

  @Test("an own plug-in for sounds leaves open what is shipped")
  func ownPlugin() throws {
    let app = "{\"expo\": {\"plugins\": [\"./plugins/withNotificationSounds\"]}}"
    #expect(try project(["app.json": app]).bundles.isEmpty)
  }

  @Test("so does one that puts files into the project, whatever it is called")
  func fileAddingPlugin() throws {
    let app = "{\"expo\": {\"plugins\": [\"expo-notifications\", \"./plugins/with-bells\"]}}"
    let adding = "addResourceFileToGroup({ filepath: 'bell.wav', groupName: 'App' });\n"
    let files = ["app.json": app, "plugins/with-bells.js": adding]
    #expect(try project(files).bundles.isEmpty)
    for other in [
      "setColor('red');\n",
      "// in the background\nfs.copyFileSync('Alarm.java', target); addBuildSourceFile(x);\n",
    ] {
      let files = ["app.json": app, "plugins/with-bells.js": other]
      #expect(try !project(files).bundles.isEmpty, "\(other)")
    }
  }

  @Test("the generated Xcode and Android projects count, and no sound counts twice")
  func generated() throws {
    let project = try project(
      [
        "app.json": app, "ios/Chime.xcodeproj/project.pbxproj": XcodeFixtures.classic,
        "ios/Pods/Pods.xcodeproj/project.pbxproj": "{",
        "android/app/build.gradle": "apply plugin: \"com.android.application\"\n",
        "android/settings.gradle": "include ':app'\n",
        "node_modules/x/app.json": app, "node_modules/x/android/build.gradle": "",
      ],
      XcodeFixtures.classicSounds.map { $0.replacing("App/", with: "ios/") } + sounds
        + ["android/app/src/main/res/raw/ding.wav", "node_modules/x/src/main/res/raw/x.wav"])
    #expect(
      project.bundles.map(\.name) == [
        "Chime", "PushService", "Chime Watch", "Kit", "ChimeTests", "app",
      ])
    #expect(
      project.bundles[0].sounds.map(\.name).filter { !$0.contains("/") }.sorted() == [
        "Alert Tone.wav", "ding.caf", "ding.wav", "dong_2.wav", "hello.aiff", "hello.aiff",
      ])
    #expect(
      project.shipped.filter { $0.hasPrefix("app ") } == [
        "app (app): ding ← android/app/src/main/res/raw/ding.wav",
        "app (app): dong_2 ← assets/dong_2.wav",
      ])
  }

  @Test(
    "a broken configuration is found with its place",
    arguments: [
      ("{\n  \"expo\": {\n    \"name\": \"A\"\n    \"slug\": \"a\"\n  }\n}", ":4:5"),
      ("{\"expo\": ", ":1:10"), ("{\"expo\": {}} x", ":1:14"), ("{\"expo\": {\"a}", ":1:11"),
    ])
  func broken(text: String, place: String) throws {
    let project = try project(["app.json": text])
    #expect(project.problems == ["project-unreadable app.json" + place])
    #expect(project.bundles.isEmpty)
  }

  @Test("nesting without end is refused", arguments: ["[", "{\"a\":"])
  func deep(opener: String) throws {
    let text = "{\"expo\":" + String(repeating: opener, count: 20_000)
    #expect(
      try project(["app.json": text]).findings.map(\.finding.rule) == ["project-unreadable"])
    let code = "x = ['expo-notifications', {" + String(repeating: "a: [", count: 20_000)
    #expect(try project(["package.json": package, "app.config.js": code]).findings.isEmpty)
  }

  @Test(
    "an app.json of React Native's own is not an Expo project, whatever the app depends on",
    arguments: ["expo", "react-native"])
  func reactNative(dependency: String) {
    let tree = MemoryTree([
      "app.json": "{\"name\": \"a\", \"displayName\": \"A\"}",
      "package.json": "{\"dependencies\": {\"\(dependency)\": \"1\"}}",
    ])
    #expect(ProjectDetection.projects(in: tree).isEmpty)
  }
}
