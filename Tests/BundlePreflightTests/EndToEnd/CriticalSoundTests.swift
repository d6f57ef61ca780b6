import AlertSounds
import BundlePreflight
import Testing

@Suite("Critical sounds of scripts and payloads take the entitlement, too")
struct CriticalSoundTests {
  /// A React Native app whose code is `code`.
  private static func app(_ code: String, as file: String = "src/ring.ts") -> FixtureProject {
    var project = FixtureProject(
      [
        "package.json": .text(#"{ "dependencies": { "react-native": "0.80" } }"#),
        "ios/Bells/bell.caf": .sound(.caf), file: .text(code + "\n"),
      ],
      xcode: (
        "ios/Bells.xcodeproj/project.pbxproj",
        XcodeProjectText(targets: [.init(name: "Bells", resources: ["Bells/bell.caf"])])
      ))
    project.files["index.js"] = .text(
      "notifee.displayNotification({ ios: { sound: 'bell.caf' } });\n")
    return project
  }

  /// Each with what is not critical.
  static let codes = [
    "notifee.displayNotification({ ios: { sound: 'bell.caf', critical: true } });": "false",
    "notifee.createTriggerNotification({ ios: { critical: true } }, trigger); // sound": "false",
    "Notifications.scheduleNotificationAsync({ content: { sound: 'defaultCritical' }, trigger });":
      "'default'",
    "Notifications.scheduleNotificationAsync({ content: { sound, interruptionLevel: 'critical' } });":
      "'active'",
    "PushNotificationIOS.addNotificationRequest({ id, sound: 'bell.caf', isCritical: true });":
      "false",
    "send({ aps: { sound: { critical: 1, name: 'bell.caf' } } });": "0",
  ]

  private static func isPlain(_ code: String) -> String {
    let value = codes[code] ?? ""
    return ["true", "'defaultCritical'", "'critical'", "1"].reduce(code) { code, critical in
      code.split(separator: ": \(critical)", omittingEmptySubsequences: false)
        .joined(separator: ": \(value)")
    }
  }

  @Test("A critical notification", arguments: codes.keys.sorted())
  func critical(_ code: String) throws {
    #expect(
      try PreflightRun.findings(Self.app(code)) == [
        "warning [critical-entitlement] src/ring.ts:1"
      ])
    try PreflightRun.expectClean(Self.app(Self.isPlain(code)))
  }

  @Test("A payload in JSON")
  func payload() throws {
    let code = #"{ "aps": { "sound": { "critical": 1, "name": "bell.caf" } } }"#
    let file = "push/ring.json"
    #expect(
      try PreflightRun.findings(Self.app(code, as: file)) == [
        "warning [critical-entitlement] \(file):1"
      ])
    var entitled = Self.app(code, as: file)
    entitled.files["ios/Bells/Bells.entitlements"] = .text(
      "<key>com.apple.developer.usernotifications.critical-alerts</key><true/>\n")
    try PreflightRun.expectClean(entitled)
  }

  @Test("Members of other objects mean nothing of the kind")
  func others() throws {
    try PreflightRun.expectClean(
      Self.app(
        """
        show({ sound: 'x', critical: true });
        notifee.displayNotification({ data: { critical: true }, android: { critical: true } });
        """))
  }
}

@Suite("Critical sounds that a server sends to an app without the entitlement")
struct ServerCriticalTests {
  private static func app(_ server: String, settings: String = "") -> FixtureProject {
    FixtureProject([
      "app/package.json": .text(#"{ "dependencies": { "expo": "55" } }"#),
      "app/app.json": .text(
        """
        { "expo": { "name": "Bells", "slug": "bells", "ios": { \(settings) }, "plugins": [
          [ "expo-notifications", { "sounds": [ "./bell.wav" ] } ] ] } }

        """),
      "app/bell.wav": .sound(.wave), "server/push.py": .text(server + "\n"),
    ])
  }

  private static let firebase = """
    from firebase_admin import messaging
    aps = messaging.Aps(sound=messaging.CriticalSound(name="bell.wav", critical=True, volume=1.0))
    """

  @Test(
    "In Python",
    arguments: [
      firebase,
      "# APNs\naps = { \"aps\": { \"sound\": { \"critical\": 1, \"name\": \"bell.wav\" } } }",
    ])
  func critical(_ server: String) throws {
    #expect(
      try PreflightRun.findings(Self.app(server))
        == ["warning [critical-entitlement] server/push.py:2"])
    let entitled =
      "\"entitlements\": {\"com.apple.developer.usernotifications.critical-alerts\": true}"
    try PreflightRun.expectClean(Self.app(server, settings: entitled))
  }

  @Test("The app's own plug-in may entitle it")
  func plugin() throws {
    var project = Self.app(Self.firebase)
    try project.replace(
      "\"plugins\": [", with: "\"plugins\": [ \"./withAlerts\",", in: "app/app.json")
    project.files["app/withAlerts.js"] = .text("withEntitlementsPlist(config, entitle);\n")
    try PreflightRun.expectClean(project)
  }

  @Test(
    "Ordinary ones",
    arguments: [
      "from firebase_admin import messaging\naps = messaging.Aps(sound=\"bell.wav\")\nlog.critical(1)",
      "# APNs\naps = { \"aps\": { \"sound\": { \"critical\": 0, \"name\": \"bell.wav\" } } }",
    ])
  func twin(_ server: String) throws { try PreflightRun.expectClean(Self.app(server)) }
}
