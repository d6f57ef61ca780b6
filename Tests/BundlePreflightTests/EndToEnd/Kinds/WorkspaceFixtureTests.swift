import AlertSounds
import Testing

@Suite("A Bazel workspace with an app, a library and a group of resources")
struct BazelFixtureTests {
  private static let app = "App/BUILD.bazel"
  private static let library = "Alarms/BUILD"
  private static let source = "Alarms/Alarm.swift"

  static let clean = FixtureProject([
    "MODULE.bazel": .text("bazel_dep(name = \"rules_apple\", version = \"3.16.1\")\n"),
    app: .text(
      """
      load("@rules_apple//apple:ios.bzl", "ios_application")

      # The app.
      ios_application(
          name = "Bells",
          bundle_id = "com.example.bells",
          families = ["iphone"],
          minimum_os_version = "17.0",
          resources = glob(["Resources/*.caf"]) + ["//Sounds"],
          deps = ["//Alarms:Alarms"],
      )

      """),
    library: .text(
      """
      SOUNDS = [
          "gong.caf",
      ]

      swift_library(
          name = "Alarms",
          srcs = glob(["*.swift"]),
          data = SOUNDS,
      )

      """),
    "Sounds/BUILD": .text(
      """
      apple_resource_group(
          name = "Sounds",
          structured_resources = glob(["Files/**"]),
          strip_structured_resources_prefixes = ["Files"],
      )

      """),
    "App/Resources/ding.caf": .sound(.caf), "Alarms/gong.caf": .sound(.caf),
    "Sounds/Files/bell.caf": .sound(.caf),
    source: .text(
      """
      import UserNotifications
      let ding = UNNotificationSound(named: UNNotificationSoundName("ding.caf"))
      let gong = UNNotificationSound(named: UNNotificationSoundName("gong.caf"))
      let bell = UNNotificationSound(named: UNNotificationSoundName("bell.caf"))

      """),
  ])

  static let mistakes: [Mistake] = [
    Mistake("not in the list", .init("sound-missing", in: source, at: "gong.caf")) {
      try $0.replace("data = SOUNDS", with: "data = []", in: library)
    },
    Mistake("not matched", .init("sound-missing", in: source, at: "ding.caf")) {
      try $0.replace("Resources/*.caf", with: "Resources/*.wav", in: app)
    },
    Mistake("in a folder", .init("sound-folder", in: source, at: "bell.caf")) {
      try $0.replace(
        "    strip_structured_resources_prefixes = [\"Files\"],\n", with: "", in: sounds)
    },
    Mistake(
      "in a bundle of its own", .init("sound-target", in: source, at: "bell.caf")
    ) {
      try $0.replace("apple_resource_group", with: "apple_resource_bundle", in: sounds)
    },
    Mistake("a bracket too few", .init("project-unreadable", in: app, at: "ios_application(")) {
      try $0.replace("],\n)\n", with: "],\n", in: app)
    },
  ]
  private static let sounds = "Sounds/BUILD"

  @Test("The clean twin gives no finding")
  func twin() throws { try PreflightRun.expectClean(Self.clean) }

  @Test("A mistake is found, and nothing else", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }

  @Test("Of an app whose files are computed nothing is known")
  func computed() throws {
    var project = Self.clean
    try project.replace("+ [\"//Sounds\"]", with: "+ sounds(3)", in: Self.app)
    let found = try PreflightRun.findings(project)
    #expect(found.allSatisfy { !$0.hasPrefix("error") }, "found: \(found)")
  }
}

@Suite("A Unity project with Mobile Notifications")
struct UnityFixtureTests {
  private static let source = "Assets/Scripts/Reminders.cs"
  private static let raw = "Assets/Plugins/Android/Sounds.androidlib/src/main/res/raw"

  static let clean = FixtureProject([
    "ProjectSettings/ProjectVersion.txt": .text("m_EditorVersion: 6000.0.23f1\n"),
    "Assets/StreamingAssets/ding.caf": .sound(.caf), raw + "/ding.ogg": .sound(.vorbis),
    // Played by the game, and compiled.
    "Assets/Music/theme.wav": .sound(.clipped),
    source: .text(
      """
      using Unity.Notifications.iOS;

      public class Reminders
      {
          void Remind()
          {
              var notification = new iOSNotification()
              {
                  Title = "Energy",
                  SoundName = "Data/Raw/ding.caf",
              };
          }
      }

      """),
  ])

  static let mistakes: [Mistake] = [
    Mistake("by its name alone", .init("sound-folder", in: source, at: "ding.caf")) {
      try $0.replace("Data/Raw/ding.caf", with: "ding.caf", in: source)
    },
    Mistake(
      "not there", .init("sound-missing", in: source, at: "gong.caf"),
      .init("sound-folder", .note, in: "Assets/StreamingAssets/ding.caf")
    ) {
      try $0.replace("Data/Raw/ding.caf", with: "gong.caf", in: source)
    },
    Mistake(
      "CAF among Android's resources", .init("android-format", in: raw + "/bell.caf"),
      .init("sound-name-path", .warning, in: source, at: "SoundName")
    ) {
      $0.files[raw + "/bell.caf"] = .sound(.caf)
    },
  ]

  @Test("The clean twin gives the one warning that its path is none that Apple promises")
  func twin() throws {
    let line = try Self.clean.line(of: "SoundName", in: Self.source)
    let found = try PreflightRun.findings(Self.clean)
    #expect(found == ["warning [sound-name-path] \(Self.source):\(line)"], "found: \(found)")
  }

  @Test("A mistake is found, and nothing else", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }

  @Test("Where a script adds files to the Xcode project, nothing is missing for sure")
  func script() throws {
    var project = Self.clean
    try project.replace("Data/Raw/ding.caf", with: "gong.caf", in: Self.source)
    project.files["Assets/Editor/Sounds.cs"] = .text(
      "class Sounds { void Run() { project.AddFileToBuild(target, file); } }\n")
    let found = try PreflightRun.findings(project)
    #expect(found.allSatisfy { !$0.hasPrefix("error") }, "found: \(found)")
  }
}

@Suite("A NativeScript project")
struct NativeScriptFixtureTests {
  private static let source = "app/reminders.ts"
  private static let raw = "App_Resources/Android/src/main/res/raw"

  static let clean = FixtureProject([
    "nativescript.config.ts": .text(
      "export default { id: 'com.example.bells', appPath: 'app', appResourcesPath: 'App_Resources' };\n"
    ),
    "package.json": .text("{ \"dependencies\": { \"@nativescript/core\": \"~8.9.0\" } }\n"),
    "App_Resources/iOS/ding.caf": .sound(.caf), raw + "/ding.ogg": .sound(.vorbis),
    source: .text(
      """
      import { LocalNotifications } from '@nativescript/local-notifications';

      LocalNotifications.schedule([{ id: 1, title: 'Tea', sound: isIOS ? 'ding.caf' : 'ding' }]);

      """),
  ])

  static let mistakes: [Mistake] = [
    Mistake("not among the resources", .init("sound-missing", in: source, at: "gong.caf")) {
      try $0.replace("'ding.caf'", with: "'gong.caf'", in: source)
    },
    Mistake("in a folder", .init("sound-folder", in: source, at: "ding.caf")) {
      $0.files["App_Resources/iOS/sounds/ding.caf"] = $0.files.removeValue(
        forKey: "App_Resources/iOS/ding.caf")
    },
    Mistake("CAF in res/raw", .init("android-format", in: raw + "/bell.caf")) {
      $0.files[raw + "/bell.caf"] = .sound(.caf)
    },
  ]

  @Test("The clean twin gives no finding")
  func twin() throws { try PreflightRun.expectClean(Self.clean) }

  @Test("A mistake is found, and nothing else", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }

  @Test(
    "An app before version 7 is described in its package.json",
    arguments: ["app/App_Resources", "App_Resources"])
  func old(_ folder: String) throws {
    var project = FixtureProject([
      "package.json": .text(
        #"{ "nativescript": { "id": "com.example.bells" }, "dependencies": { "tns-core-modules": "4" } }"#
      ),
      "\(folder)/iOS/ding.caf": .sound(.caf), "\(folder)/iOS/Info.plist": .text("<plist/>"),
      Self.source: Self.clean.files[Self.source] ?? .text(""),
      "\(folder)/Android/raw/ding.ogg": .sound(.vorbis),
    ])
    try PreflightRun.expectClean(project)
    project.files["\(folder)/iOS/ding.caf"] = nil
    #expect(
      try PreflightRun.findings(project) == ["error [sound-missing] \(Self.source):3"])
  }
}

@Suite("A Kotlin Multiplatform project with an app for each platform")
struct KotlinFixtureTests {
  private static let pbxproj = "iosApp/iosApp.xcodeproj/project.pbxproj"
  private static let source = "composeApp/src/iosMain/kotlin/Alarm.ios.kt"
  private static let build = "composeApp/build.gradle.kts"
  private static let raw = "composeApp/src/androidMain/res/raw"

  static let clean = FixtureProject(
    [
      "settings.gradle.kts": .text("include(\":composeApp\")\n"),
      "gradle/libs.versions.toml": .text(
        """
        [plugins]
        androidApplication = { id = "com.android.application", version.ref = "agp" }

        """),
      build: .text("plugins { alias(libs.plugins.androidApplication) }\n"),
      "composeApp/src/commonMain/kotlin/App.kt": .text("fun app() {}\n"),
      "iosApp/iosApp/ding.caf": .sound(.caf), raw + "/ding.ogg": .sound(.vorbis),
      source: .text(
        """
        import platform.UserNotifications.UNNotificationSound

        fun sound() = UNNotificationSound.soundNamed("ding.caf")

        """),
      "composeApp/src/androidMain/kotlin/Alarm.android.kt": .text(
        """
        import android.app.NotificationChannel

        fun make(channel: NotificationChannel) {
            channel.setSound(Uri.parse("android.resource://app/raw/ding"), null)
        }

        """),
    ],
    xcode: (
      pbxproj, XcodeProjectText(targets: [.init(name: "iosApp", resources: ["iosApp/ding.caf"])])
    ))

  static let mistakes: [Mistake] = [
    Mistake("among Compose's resources", .init("sound-folder", in: source, at: "ding.caf")) {
      $0.files["composeApp/src/commonMain/composeResources/files/ding.caf"] = $0.files.removeValue(
        forKey: "iosApp/iosApp/ding.caf")
      $0.xcode?.project["iosApp"].resources = []
    },
    Mistake(
      "no such resource",
      .init(
        "sound-missing", in: "composeApp/src/androidMain/kotlin/Alarm.android.kt", at: "raw/bell")
    ) {
      try $0.replace(
        "raw/ding", with: "raw/bell", in: "composeApp/src/androidMain/kotlin/Alarm.android.kt")
    },
  ]

  @Test("The clean twin gives no finding")
  func twin() throws { try PreflightRun.expectClean(Self.clean) }

  @Test("A mistake is found, and nothing else", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }
}

@Suite("A pod with an app that shows it")
struct PodFixtureTests {
  private static let pbxproj = "Example/Example.xcodeproj/project.pbxproj"
  private static let spec = "Bells.podspec"
  private static let source = "Example/Example/App.swift"

  static let clean = FixtureProject(
    [
      spec: .text(
        """
        Pod::Spec.new do |s|
          s.name      = 'Bells'
          s.resources = ['Assets/*.{caf,wav}'] # for the app
        end

        """),
      "Assets/ding.caf": .sound(.caf),
      "Example/Podfile": .text("target 'Example' do\n  pod 'Bells', :path => '../'\nend\n"),
      source: .text(swift),
    ], xcode: (pbxproj, XcodeProjectText(targets: [.init(name: "Example")])))

  private static let swift = """
    import UserNotifications
    let ding = UNNotificationSound(named: UNNotificationSoundName("ding.caf"))

    """

  static let mistakes: [Mistake] = [
    Mistake(
      "in a bundle of its own", .init("sound-missing", in: source, at: "ding.caf")
    ) {
      try $0.replace(
        "s.resources = ['Assets/*.{caf,wav}']",
        with: "s.resource_bundles = {\n    'Bells' => ['Assets/*.caf'],\n  }", in: spec)
    },
    Mistake(
      "not by its path", .init("sound-missing", in: source, at: "ding.caf")
    ) {
      try $0.replace("pod 'Bells', :path => '../'", with: "pod 'Bells'", in: "Example/Podfile")
    },
  ]

  @Test("The clean twin gives no finding")
  func twin() throws { try PreflightRun.expectClean(Self.clean) }

  @Test("A mistake is found, and nothing else", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }

  @Test("A pod's own bundle is no place for alert sounds")
  func bundle() throws {
    var project = Self.clean
    project.xcode = nil
    project.files[Self.source] = nil
    project.files["Example/Podfile"] = nil
    project.files[Self.spec] = .text(
      "Pod::Spec.new do |s|\n  s.resource_bundles = { 'Bells' => ['Assets/*.caf'] }\nend\n")
    let found = try PreflightRun.findings(project)
    #expect(found == ["note [module-bundle] Assets/ding.caf"], "found: \(found)")
  }
}
