import AlertSounds
import BundlePreflight
import Testing

@Suite("A channel's identifier is a constant")
struct ChannelConstantTests {
  private static func app(_ files: [String: String]) -> FixtureProject {
    FixtureProject(
      [
        "settings.gradle": .text("include ':app'\n"),
        "app/build.gradle": .text("plugins { id 'com.android.application' }\n"),
        "app/src/main/res/raw/bell.wav": .sound(.wave),
      ].merging(files.map { ("app/src/main/java/" + $0.key, .text($0.value)) }) { $1 })
  }

  @Test("in a property of a class, after one without a value")
  func property() throws {
    func source(_ channel: String) -> String {
      """
      class A : Service() {
        private lateinit var timer: CountDownTimer
        private val CHANNEL_ID = "\(channel)"
        fun make() { manager.createNotificationChannel(NotificationChannel("bells", "n", 4)) }
        fun post() = NotificationCompat.Builder(this, CHANNEL_ID).build()
      }
      """
    }
    #expect(
      try PreflightRun.findings(Self.app(["A.kt": source("gongs")]))
        == ["warning [android-channel-missing] app/src/main/java/A.kt:5"])
    try PreflightRun.expectClean(Self.app(["A.kt": source("bells")]))
  }

  @Test("of another class, in a variable of this one")
  func inVariable() throws {
    func app(_ silence: String) -> FixtureProject {
      Self.app([
        "Names.kt": #"class Names { companion object { const val ALARM_CHANNEL = "alarms" } }"#,
        "A.kt": """
        class A {
          fun make() {
            val id = Names.ALARM_CHANNEL
            val channel = NotificationChannel(id, "n", 4).apply {\(silence)}
            manager.createNotificationChannel(channel)
          }
        }
        """,
        "B.kt": """
        fun make() { manager.createNotificationChannel(NotificationChannel("alarms", "n", 4)) }
        """,
      ])
    }
    #expect(
      try PreflightRun.findings(app(" setSound(null, null) "))
        == ["warning [android-channel-sound] app/src/main/java/B.kt:1"])
    try PreflightRun.expectClean(app(" enableVibration(true) "))
  }

  private static let sound = #"Uri.parse("android.resource://app/raw/bell")"#

  @Test(
    "of the class, in Kotlin's companion object",
    arguments: ["companion object {", "companion object Names {"])
  func companion(_ start: String) throws {
    func source(_ other: String) -> String {
      """
      class A {
        fun post() {
          manager.createNotificationChannel(NotificationChannel(BELLS, "Bells", 4))
          show(NotificationCompat.Builder(this, \(other)).setSound(\(Self.sound)))
        }
        \(start)
          private const val BELLS = "bells"
          private const val GONGS = "gongs"
        }
      }
      class B { companion object { const val BELLS = "others" } }
      """
    }
    #expect(
      try PreflightRun.findings(Self.app(["A.kt": source("BELLS")])) == [
        "warning [android-channel-sound] app/src/main/java/A.kt:4"
      ])
    #expect(
      try PreflightRun.findings(Self.app(["A.kt": source("GONGS")])) == [
        "warning [android-channel-missing] app/src/main/java/A.kt:4"
      ])
  }

  @Test(
    "of another class, which this one has a constant of the same name for", arguments: ["A", "B"])
  func sameName(_ owner: String) throws {
    let files = [
      "A.kt": """
      class A {
        companion object { const val CHANNEL = "bells" }
        fun make() {
          manager.createNotificationChannel(
            NotificationChannel(CHANNEL, "Bells", 4).apply { setSound(\(Self.sound), attributes) })
        }
      }
      """,
      "B.kt": """
      class B {
        companion object { const val CHANNEL = "steps" }
        fun make() {
          manager.createNotificationChannel(NotificationChannel(\(owner).CHANNEL, "Bells", 4))
        }
      }
      """,
    ]
    #expect(
      try PreflightRun.findings(Self.app(files))
        == (owner == "A" ? ["warning [android-channel-sound] app/src/main/java/B.kt:4"] : []))
  }

  @Test("A notification names no channel", arguments: [25, 26])
  func bare(_ version: Int) throws {
    func app(_ builder: String) -> FixtureProject {
      var app = Self.app(["A.java": "class A { void post() { show(\(builder)); } }"])
      app.files["app/build.gradle"] = .text(
        "plugins { id 'com.android.application' }\nandroid { defaultConfig { targetSdkVersion \(version) } }\n"
      )
      return app
    }
    #expect(
      try PreflightRun.findings(app("new NotificationCompat.Builder(this).setSound(\(Self.sound))"))
        == (version < 26 ? [] : ["warning [android-channel-missing] app/src/main/java/A.java:1"]))
    try PreflightRun.expectClean(
      app("new NotificationCompat.Builder(this).setSound(\(Self.sound)).setChannelId(id)"))
    try PreflightRun.expectClean(
      app("isOld ? new NotificationCompat.Builder(this) : new NotificationCompat.Builder(this, id)")
    )
  }

  /// A source with the channel `bells`, another one, and the name by which they are used.
  static let constants = [
    [
      "Names.kt", #"object Names { const val BELLS_CHANNEL = "bells" }"#, "Names.BELLS_CHANNEL", "",
    ],
    [
      "Names.java", #"class Names { static final String BELLS_CHANNEL = "bells"; }"#,
      "Names.BELLS_CHANNEL", "",
    ],
    ["Names.kt", #"const val BELLS_CHANNEL = "bells""#, "BELLS_CHANNEL", ""],
    [
      "Names.kt", #"object Names { const val channelId = "bells" }"#, "channelId",
      "import org.example.Names.channelId",
    ],
    [
      "Names.kt", #"class Names { companion object { const val BELLS_CHANNEL = "bells" } }"#,
      "BELLS_CHANNEL", "import org.example.Names.Companion.BELLS_CHANNEL",
    ],
  ]

  @Test("of another source", arguments: constants)
  func another(_ parts: [String]) throws {
    func app(_ constant: String) -> FixtureProject {
      Self.app([
        parts[0]: constant, "M.kt": #"val c = NotificationChannel("bells", "Bells", 4)"#,
        "P.kt": """
        \(parts[3])
        fun post() { show(NotificationCompat.Builder(context, \(parts[2])).setSound(\(Self.sound))) }
        """,
      ])
    }
    #expect(
      try PreflightRun.findings(app(parts[1])) == [
        "warning [android-channel-sound] app/src/main/java/P.kt:2"
      ])
    #expect(
      try PreflightRun.findings(app(parts[1].replacing("\"bells\"", with: "\"gongs\""))) == [
        "warning [android-channel-missing] app/src/main/java/P.kt:2"
      ])
    // Of two values it is not known which one applies.
    try PreflightRun.expectClean(
      Self.app([
        parts[0]: parts[1].replacing("\"bells\"", with: "\"gongs\""),
        "other/" + parts[0]: parts[1].replacing("\"bells\"", with: "\"chimes\""),
        "P.kt": "\(parts[3])\nval n = NotificationCompat.Builder(context, \(parts[2]))",
      ]))
  }
}
