import AlertSounds
import Testing

@Suite("An Expo project with the plug-in of expo-notifications")
struct ExpoFixtureTests {
  private static let app = "app.json"
  private static let screen = "App.tsx"
  private static let server = "server/push.js"

  static let clean = FixtureProject([
    app: .text(
      """
      {
        "expo": {
          "name": "Bells",
          "slug": "bells",
          "plugins": [
            "expo-router",
            [
              "expo-notifications",
              {
                "icon": "./assets/icon.png",
                "sounds": [
                  "./assets/sounds/ding.wav",
                  "./assets/sounds/chime.wav"
                ]
              }
            ]
          ]
        }
      }

      """),
    "package.json": .text(
      #"{ "name": "bells", "dependencies": { "expo": "~54.0.0", "expo-notifications": "*" } }"#),
    "assets/sounds/ding.wav": .sound(.wave), "assets/sounds/chime.wav": .sound(.wave),
    screen: .text(
      """
      import * as Notifications from 'expo-notifications';

      export async function remind(channelId: string) {
        await Notifications.setNotificationChannelAsync('orders', {
          name: 'Orders',
          importance: Notifications.AndroidImportance.HIGH,
          sound: 'chime.wav', // of the channel
        });
        await Notifications.scheduleNotificationAsync({
          content: { title: 'Tea', sound: 'ding.wav' },
          trigger: { seconds: 60, channelId },
        });
      }

      """),
    server: .text(
      """
      const { Expo } = require('expo-server-sdk');
      const expo = new Expo();
      exports.send = (token) =>
        expo.sendPushNotificationsAsync([
          { to: token, title: 'Tea', body: 'Ready', sound: 'chime.wav' },
        ]);

      """),
    "node_modules/expo/app.json": .text(#"{ "expo": { "plugins": 7 } }"#),
    "node_modules/loud/ding.caf": .sound(.mp3),
  ])

  private static func list(_ file: String) -> @Sendable (inout FixtureProject) throws -> Void {
    {
      try $0.replace(
        #""./assets/sounds/chime.wav""#,
        with: "\"./assets/sounds/chime.wav\",\n            \"./assets/\(file)\"", in: app)
    }
  }

  static let mistakes: [Mistake] = [
    Mistake("listed but not on disk", .init("resource-missing", in: app, at: "gone.wav")) {
      try list("gone.wav")(&$0)
    },
    Mistake(
      "not listed", .init("sound-missing", in: screen, at: "ding.wav")
    ) {
      try $0.replace("\"./assets/sounds/ding.wav\",\n", with: "\n", in: app)
    },
    Mistake("without extension", .init("sound-name-extension", in: screen, at: "'ding'")) {
      try $0.replace("'ding.wav'", with: "'ding'", in: screen)
    },
    Mistake("wrong case", .init("sound-name-case", in: server, at: "Chime.wav")) {
      try $0.replace("chime.wav", with: "Chime.wav", in: server)
    },
    Mistake("a path", .init("sound-name-path", in: screen, at: "./assets/sounds/ding.wav")) {
      try $0.replace("'ding.wav'", with: "'./assets/sounds/ding.wav'", in: screen)
    },
    Mistake("asked for but nowhere", .init("sound-missing", in: server, at: "whistle.wav")) {
      try $0.replace("chime.wav", with: "whistle.wav", in: server)
    },
    Mistake(
      "a channel's sound in the wrong case", .init("sound-name-case", in: screen, at: "CHIME.wav")
    ) {
      try $0.replace("'chime.wav'", with: "'CHIME.wav'", in: screen)
    },
    Mistake("never asked for", .init("sound-unused", .note, in: "assets/extra.wav")) {
      try list("extra.wav")(&$0)
      $0.files["assets/extra.wav"] = .sound(.wave)
    },
    Mistake(
      "CAF, which Android does not play", .init("android-format", in: "assets/bell.caf")
    ) {
      try list("bell.caf")(&$0)
      $0.files["assets/bell.caf"] = .sound(.caf)
      try $0.replace(
        "body: 'Ready', sound: 'chime.wav'", with: "body: 'Ready', sound: 'bell.caf'", in: server)
    },
    Mistake(
      "a name that Android does not take", .init("android-name", in: "assets/Bell-1.wav")
    ) {
      try list("Bell-1.wav")(&$0)
      $0.files["assets/Bell-1.wav"] = .sound(.wave)
      try $0.replace(
        "body: 'Ready', sound: 'chime.wav'", with: "body: 'Ready', sound: 'Bell-1.wav'", in: server)
    },
    Mistake(
      "MP3, which Apple does not promise", .init("container", .warning, in: "assets/bell.mp3")
    ) {
      try list("bell.mp3")(&$0)
      $0.files["assets/bell.mp3"] = .sound(.mp3)
      try $0.replace(
        "body: 'Ready', sound: 'chime.wav'", with: "body: 'Ready', sound: 'bell.mp3'", in: server)
    },
    Mistake("ADPCM in WAVE", .init("data-format", in: "assets/sounds/ding.wav")) {
      try $0.record(.msADPCMInWAVE, as: "assets/sounds/ding.wav")
    },
    Mistake("a comma too many", .init("project-unreadable", in: app, at: "\"plugins\":")) {
      try $0.replace("\"plugins\":", with: ", \"plugins\":", in: app)
    },
  ]

  @Test("The clean twin gives no finding")
  func twin() throws { try PreflightRun.expectClean(Self.clean) }

  @Test("A mistake is found, and nothing else", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }
}
