import AlertSounds
import Testing

@Suite("A React Native project with its two native projects")
struct ReactNativeFixtureTests {
  private static let pbxproj = "ios/Bells.xcodeproj/project.pbxproj"
  private static let source = "src/notify.ts"
  private static let raw = "android/app/src/main/res/raw"

  static let clean = FixtureProject(
    [
      "package.json": .text(
        #"{ "name": "bells", "dependencies": { "react-native": "0.82.0", "@notifee/react-native": "9" } }"#
      ),
      "app.json": .text(#"{ "name": "Bells", "displayName": "Bells" }"#),
      "ios/Bells/ding.caf": .sound(.caf), "ios/Podfile": .text("platform :ios, '15.1'\n"),
      "ios/Pods/Loud/horn.caf": .sound(.mp3),
      "android/settings.gradle": .text("include ':app'\n"),
      "android/build.gradle": .text("buildscript { }\n"),
      "android/app/build.gradle": .text("apply plugin: \"com.android.application\"\n"),
      raw + "/ding.wav": .sound(.wave),
      source: .text(
        """
        import notifee from '@notifee/react-native';

        export const show = async () => {
          const channelId = await notifee.createChannel({
            id: 'orders',
            name: 'Orders',
            sound: 'ding', // res/raw
          });
          await notifee.displayNotification({
            title: 'Tea',
            android: { channelId },
            ios: {
              sound: 'ding.caf',
            },
          });
        };

        """),
    ],
    xcode: (
      pbxproj,
      XcodeProjectText(targets: [.init(name: "Bells", resources: ["Bells/ding.caf"])])
    ))

  static let mistakes: [Mistake] = [
    Mistake("without extension", .init("sound-name-extension", in: source, at: "// iOS")) {
      try $0.replace("'ding.caf',", with: "'ding', // iOS", in: source)
    },
    Mistake("in no target", .init("sound-missing", in: source, at: "ding.caf")) {
      $0.xcode?.project["Bells"].resources = []
    },
    Mistake("listed but not on disk", .init("resource-missing", in: pbxproj, at: "path = gone.caf"))
    {
      $0.xcode?.project["Bells"].resources.append("Bells/gone.caf")
    },
    Mistake("no twin in res/raw", .init("sound-missing", in: source, at: "sound: 'dong'")) {
      try $0.replace("sound: 'ding', //", with: "sound: 'dong', //", in: source)
    },
    Mistake("CAF in res/raw", .init("android-format", in: raw + "/bell.caf")) {
      $0.files[raw + "/bell.caf"] = .sound(.caf)
    },
    Mistake("WAVE that is AIFF in res/raw", .init("android-format", in: raw + "/ding.wav")) {
      try $0.record(.aiff, as: raw + "/ding.wav")
    },
    Mistake("a name with a hyphen in res/raw", .init("android-name", in: raw + "/ding-dong.wav")) {
      $0.files[raw + "/ding-dong.wav"] = .sound(.wave)
    },
    Mistake("one name twice in res/raw", .init("sound-duplicate", in: raw + "/ding.wav")) {
      $0.files[raw + "/ding.ogg"] = .sound(.vorbis)
    },
    Mistake("too long", .init("duration", in: "ios/Bells/ding.caf")) {
      try $0.record(.thirtySeconds, as: "ios/Bells/ding.caf")
    },
  ]

  @Test("The clean twin gives no finding")
  func twin() throws { try PreflightRun.expectClean(Self.clean) }

  @Test("A mistake is found, and nothing else", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }
}
