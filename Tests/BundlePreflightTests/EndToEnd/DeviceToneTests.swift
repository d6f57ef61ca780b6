import AlertSounds
import BundlePreflight
import Testing

@Suite("A notification that asks for a sound of the device")
struct DeviceToneTests {
  private static func app(_ file: String, _ text: String) -> FixtureProject {
    FixtureProject([
      "settings.gradle": .text("include ':app'\n"),
      "app/build.gradle": .text("plugins { id 'com.android.application' }\n"),
      "app/src/main/java/\(file)": .text(text),
    ])
  }

  /// Posts in the channel `bells` with the sound TONE, after SET.
  private static let posts = [
    "A.kt": """
    fun post() {
      val channel = NotificationChannel("bells", "n", IMPORTANCE_HIGH).apply { description = "d" }
      SET
      manager.createNotificationChannel(channel)
      val builder = NotificationCompat.Builder(context, "bells")
        .setSound(RingtoneManager.getDefaultUri(TONE))
      manager.notify(1, builder.build())
    }
    """,
    "B.java": """
    class B {
      void post() {
        NotificationChannel channel = new NotificationChannel("bells", "n", 4);
        SET
        manager.createNotificationChannel(channel);
        NotificationCompat.Builder builder = new NotificationCompat.Builder(this, "bells");
        Uri tone = RingtoneManager.getDefaultUri(TONE);
        builder.setSound(tone);
      }
    }
    """,
  ]

  private static func found(_ file: String, _ tone: String, _ set: String = "") throws -> [String] {
    let text = (posts[file] ?? "").replacing("TONE", with: tone).replacing("SET", with: set)
    return try PreflightRun.findings(app(file, text))
  }

  @Test("has its channel's instead", arguments: ["A.kt", "B.java"])
  func another(_ file: String) throws {
    let line = file == "A.kt" ? 5 : 6
    for kind in ["RingtoneManager.TYPE_ALARM", "TYPE_RINGTONE"] {
      #expect(
        try Self.found(file, kind) == [
          "warning [android-channel-sound] app/src/main/java/\(file):\(line)"
        ])
      let set = "channel.setSound(RingtoneManager.getDefaultUri(\(kind)), attributes);"
      #expect(try Self.found(file, kind, set) == [])
      #expect(
        try Self.found(file, "RingtoneManager.TYPE_NOTIFICATION", set) == [])
    }
    #expect(try Self.found(file, "RingtoneManager.TYPE_NOTIFICATION") == [])
    #expect(try Self.found(file, "chosenKind()") == [])
    #expect(try Self.found(file, "TYPE_ALARM", "channel.setSound(chosen(), attributes);") == [])
  }

  @Test(
    "Before Android 8 the notification's own plays",
    arguments: [
      "if (Build.VERSION.SDK_INT < 26) builder.setSound(getDefaultUri(TYPE_ALARM))",
      "if (Build.VERSION.SDK_INT < Build.VERSION_CODES.O) { builder.setSound(getDefaultUri(TYPE_ALARM)) }",
      "if (hasChannels) { f() } else { builder.setSound(getDefaultUri(TYPE_ALARM)) }",
    ])
  func oldVersions(_ line: String) throws {
    func found(_ line: String) throws -> [String] {
      try PreflightRun.findings(
        Self.app(
          "A.kt",
          """
          fun post() {
            manager.createNotificationChannel(NotificationChannel("bells", "n", 4))
            val builder = NotificationCompat.Builder(context, "bells")
            \(line)
          }
          """))
    }
    #expect(try found(line) == [])
    #expect(
      try found("builder.setSound(getDefaultUri(TYPE_ALARM))") == [
        "warning [android-channel-sound] app/src/main/java/A.kt:3"
      ])
  }
}
