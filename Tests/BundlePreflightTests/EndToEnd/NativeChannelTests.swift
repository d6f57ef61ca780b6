import AlertSounds
import BundlePreflight
import Testing

@Suite("The sound that native code gives a channel")
struct NativeChannelTests {
  private static func app(_ file: String, _ text: String) -> FixtureProject {
    FixtureProject([
      "package.json": .text(#"{ "dependencies": { "react-native": "0.80" } }"#),
      "android/settings.gradle": .text("include ':app'\n"),
      "android/app/build.gradle": .text("plugins { id 'com.android.application' }\n"),
      "android/app/src/main/res/raw/bell.wav": .sound(.wave),
      "android/app/src/main/res/raw/gong.wav": .sound(.wave),
      "android/app/src/main/java/\(file)": .text(text),
      "index.js": .text(
        "notifee.displayNotification({ android: { channelId: 'bells', sound: 'bell' } });\n"),
    ])
  }

  /// Makers of the channel `bells` with the sound SOUND.
  private static let makers = [
    "A.kt": """
    fun make() {
      val uri = Uri.parse("android.resource://${context.packageName}/raw/SOUND")
      val channel = NotificationChannel("bells", "n", IMPORTANCE_HIGH).apply {
        enableVibration(true)
        setSound(uri, attributes)
      }
      manager.createNotificationChannel(channel)
    }
    """,
    "B.kt": """
    fun make() {
      val channel = NotificationChannelCompat.Builder("bells", 4).setName("n")
        .setSound(Uri.parse("android.resource://app/raw/SOUND"), attributes).build()
      manager.createNotificationChannel(channel)
    }
    """,
    "D.kt": """
    fun make() {
      val channel = NotificationChannel("bells", "n", IMPORTANCE_HIGH)
      channel.enableVibration(true)
      channel.setSound(Uri.parse("android.resource://app/raw/SOUND"), attributes)
      manager.createNotificationChannel(channel)
    }
    """,
    "E.kt": """
    fun make() {
      val channel = NotificationChannel("bells", "n", IMPORTANCE_HIGH).apply {
        try {
          setSound(Uri.parse("android.resource://app/raw/SOUND"), attributes)
        } catch (error: Exception) {
          log(error)
        }
      }
      manager.createNotificationChannel(channel)
    }
    """,
    "F.kt": """
    fun make() {
      val uri = Uri.parse(
        SCHEME_ANDROID_RESOURCE + "://" + packageName + "/raw/SOUND"
      )
      val channel = NotificationChannel("bells", "n", IMPORTANCE_HIGH).apply { setSound(uri, a) }
      manager.createNotificationChannel(channel)
    }
    """,
    "C.java": """
    class C {
      void make() {
        NotificationChannel channel = new NotificationChannel("bells", "n", 4);
        Uri sound = Uri.parse("android.resource://" + getPackageName() + "/raw/SOUND");
        channel.setSound(sound, attributes);
        manager.createNotificationChannel(channel);
      }
    }
    """,
  ]

  @Test("A notification asks for another one", arguments: makers.keys.sorted())
  func another(_ file: String) throws {
    let text = Self.makers[file] ?? ""
    #expect(
      try PreflightRun.findings(Self.app(file, text.replacing("SOUND", with: "gong"))) == [
        "warning [android-channel-sound] index.js:1"
      ])
    try PreflightRun.expectClean(Self.app(file, text.replacing("SOUND", with: "bell")))
  }

  @Test(
    "A channel without a sound of its own",
    arguments: [
      "channel.setSound(null, null); manager.createNotificationChannel(channel);",
      "manager.createNotificationChannels(Arrays.asList(channel, other));",
    ])
  func none(_ line: String) throws {
    let file = """
      class E {
        void make() {
          other.setSound(Uri.parse("android.resource://app/raw/gong"), attributes);
          NotificationChannel channel = new NotificationChannel("bells", "n", 4);
          \(line)
        }
      }
      """
    #expect(
      try PreflightRun.findings(Self.app("E.java", file)) == [
        "warning [android-channel-sound] index.js:1"
      ])
  }

  @Test(
    "One that depends on what is not known here",
    arguments: [
      "if (loud) channel.setSound(Uri.parse(\"android.resource://app/raw/gong\"), attributes);",
      "Uri sound = loud ? resource(R.raw.gong) : resource(R.raw.bell); channel.setSound(sound, a);",
      "Uri sound = resource(R.raw.bell); if (loud) { sound = resource(R.raw.gong); } channel.setSound(sound, a);",
      "channel.setSound(chosen(), a);",
    ])
  func unknown(_ line: String) throws {
    try PreflightRun.expectClean(
      Self.app(
        "D.java",
        """
        class D {
          void make() {
            NotificationChannel channel = new NotificationChannel("bells", "n", 4);
            \(line)
            manager.createNotificationChannel(channel);
          }
        }
        """))
  }

  @Test("A script makes the same channel with another one", arguments: ["gong", "bell"])
  func twice(_ sound: String) throws {
    var app = Self.app(
      "A.kt", Self.makers["A.kt"]?.replacing("SOUND", with: sound) ?? "")
    app.files["index.js"] = .text("notifee.createChannel({ id: 'bells', sound: 'bell' });\n")
    let found = try PreflightRun.findings(app)
    #expect(found == (sound == "bell" ? [] : ["warning [android-channel-sound] index.js:1"]))
  }
}
