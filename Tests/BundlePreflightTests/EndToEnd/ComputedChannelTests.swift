import AlertSounds
import BundlePreflight
import Testing

@Suite("Of a channel's identifier, the start is known, and the rest is computed")
struct ComputedChannelTests {
  /// An app whose only channel is the one of `maker`, and whose server pushes to `channel`.
  private static func app(
    _ maker: String, pushesTo channel: String, build: String = "", file: String = "A.kt"
  ) -> FixtureProject {
    FixtureProject([
      "settings.gradle": .text("include ':app'\n"),
      "app/build.gradle": .text("plugins { id 'com.android.application' }\n\(build)"),
      "app/src/main/java/\(file)": .text("class A {\n  \(maker)\n}\n"),
      "server/push.py": .text(
        """
        from firebase_admin import messaging
        config = messaging.AndroidConfig(
          notification=messaging.AndroidNotification(channel_id="\(channel)"))

        """),
    ])
  }

  private static let makers = [
    "fun make(tone: String) { NotificationChannel(\"alarms_$tone\", \"n\", 4) }",
    "fun make(tone: Tone) { NotificationChannel(\"alarms_${tone.id}\", \"n\", 4) }",
    "fun make(tone: String) {\n    val id = \"alarms_$tone\"\n    NotificationChannel(id, \"n\", 4)\n  }",
    "fun make(tone: String) { NotificationChannel(\"alarms_\" + tone, \"n\", 4) }",
  ]

  @Test("A push to a channel that starts otherwise", arguments: makers)
  func other(_ maker: String) throws {
    #expect(
      try PreflightRun.findings(Self.app(maker, pushesTo: "bells"))
        == ["warning [android-channel-missing] server/push.py:3"])
    try PreflightRun.expectClean(Self.app(maker, pushesTo: "alarms_loud"))
  }

  @Test("Java's text and a variable")
  func java() throws {
    let maker = "void make(String tone) { new NotificationChannel(\"alarms_\" + tone, \"n\", 4); }"
    #expect(
      try PreflightRun.findings(Self.app(maker, pushesTo: "bells", file: "A.java"))
        == ["warning [android-channel-missing] server/push.py:3"])
    try PreflightRun.expectClean(Self.app(maker, pushesTo: "alarms_1", file: "A.java"))
  }

  @Test("The app's package, as far as its build file says it")
  func package() throws {
    let maker =
      "fun make(name: String) { NotificationChannel(\"${context.packageName}-$name\", name, 4) }"
    let build =
      "android { namespace 'com.example.bells'\n"
      + "  defaultConfig { applicationId 'com.example.bells' } }\n"
    #expect(
      try PreflightRun.findings(Self.app(maker, pushesTo: "con.example.bells-a", build: build))
        == ["warning [android-channel-missing] server/push.py:3"])
    try PreflightRun.expectClean(Self.app(maker, pushesTo: "com.example.bells-a", build: build))
    try PreflightRun.expectClean(Self.app(maker, pushesTo: "con.example.bells-a"))
  }

  @Test(
    "Of which nothing is known",
    arguments: [
      "fun make(id: String) { NotificationChannel(id, \"n\", 4) }",
      "fun make(tone: String) { NotificationChannel(\"$tone-alarms\", \"n\", 4) }",
      "fun make(tone: String) { NotificationChannel(if (tone == \"\") \"bells\" else \"alarms_$tone\", \"n\", 4) }",
    ])
  func unknown(_ maker: String) throws {
    try PreflightRun.expectClean(Self.app(maker, pushesTo: "bells"))
  }
}
