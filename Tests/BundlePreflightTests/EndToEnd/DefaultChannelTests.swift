import AlertSounds
import BundlePreflight
import Testing

@Suite("The channel that a manifest names for pushes that name none")
struct DefaultChannelTests {
  private static func app(
    manifest value: String, made: String, sound: String = "bell.wav"
  ) -> FixtureProject {
    FixtureProject([
      "settings.gradle": .text("include ':app'\n"),
      "app/build.gradle": .text("plugins { id 'com.android.application' }\n"),
      "app/src/main/AndroidManifest.xml": .text(
        """
        <manifest xmlns:android="http://schemas.android.com/apk/res/android">
          <application>
            <meta-data
              android:name="com.google.firebase.messaging.default_notification_channel_id"
              android:value="\(value)" />
          </application>
        </manifest>

        """),
      "app/src/main/res/values/strings.xml": .text(
        "<resources><string name=\"channel\">bells</string></resources>\n"),
      "app/src/main/res/\(sound == "bell.wav" ? "raw" : "drawable")/\(sound)": .sound(.wave),
      "app/src/main/java/A.kt": .text(
        "val channel = NotificationChannel(\"\(made)\", \"n\", IMPORTANCE_HIGH)\n"),
    ])
  }

  @Test("No code makes it", arguments: ["bells", "@string/channel"])
  func missing(value: String) throws {
    #expect(
      try PreflightRun.findings(Self.app(manifest: value, made: "gongs")) == [
        "warning [android-channel-missing] app/src/main/AndroidManifest.xml:5"
      ])
    try PreflightRun.expectClean(Self.app(manifest: value, made: "bells"))
  }

  @Test("A setting that is to give pushes a sound, and that no library has")
  func ignored() throws {
    var app = Self.app(manifest: "bells", made: "bells")
    app.files["app/src/main/AndroidManifest.xml"] = .text(
      """
      <manifest xmlns:android="http://schemas.android.com/apk/res/android">
        <application>
          <meta-data android:resource="@raw/bell"
            android:name="com.google.firebase.messaging.default_notification_sound" />
        </application>
      </manifest>

      """)
    #expect(
      try PreflightRun.findings(app) == [
        "warning [android-channel] app/src/main/AndroidManifest.xml:4"
      ])
  }

  @Test("One that the build fills in is not known", arguments: ["${channel}", "@string/other"])
  func unknown(value: String) throws {
    try PreflightRun.expectClean(Self.app(manifest: value, made: "gongs"))
  }
}
