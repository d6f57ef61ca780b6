import BundlePreflight
import Testing

@Suite("Native code that gives a channel its sound")
struct ChannelSettingTests {
  private static func app(_ lines: String) -> FixtureProject {
    FixtureProject([
      "settings.gradle": .text("include ':app'\n"),
      "app/build.gradle": .text("plugins { id 'com.android.application' }\n"),
      "app/src/main/res/raw/bell.wav": .sound(.wave),
      "app/src/main/java/Ring.kt": .text(
        """
        fun ring(context: Context) {
          val channel = NotificationChannel("calls", "Calls", NotificationManager.IMPORTANCE_HIGH)
        \(lines)
        }

        """),
    ])
  }

  private static let make = "manager.createNotificationChannel(channel)"
  private static let named =
    #"channel.setSound(Uri.parse("android.resource://" + context.packageName + "/raw/bell"), null)"#
  private static let found = "warning [android-channel-sound] app/src/main/java/Ring.kt:"

  @Test("after the channel was created has no effect")
  func late() throws {
    #expect(
      try PreflightRun.findings(Self.app("\(Self.make)\n\(Self.named)")) == [Self.found + "4"])
    #expect(
      try PreflightRun.findings(Self.app("\(Self.make)\nif (isLoud) {\n\(Self.named)\n}"))
        == [Self.found + "5"])
    for clean in [
      "\(Self.named)\n\(Self.make)",
      "if (isQuiet) {\n\(Self.make)\n} else {\n\(Self.named)\n\(Self.make)\n}",
      "\(Self.make)\nmanager.deleteNotificationChannel(old)\n\(Self.named)\n\(Self.make)",
    ] { try PreflightRun.expectClean(Self.app(clean)) }
  }

  @Test(
    "by the number of a resource gives another one after an update",
    arguments: [
      #"Uri.parse("android.resource://" + context.packageName + "/" + R.raw.bell)"#,
      #"Uri.parse("android.resource://${context.packageName}/${R.raw.bell}")"#,
      "Uri.Builder().scheme(ContentResolver.SCHEME_ANDROID_RESOURCE)"
        + ".authority(context.packageName).appendPath(R.raw.bell.toString()).build()",
    ])
  func number(_ address: String) throws {
    #expect(
      try PreflightRun.findings(Self.app("channel.setSound(\(address), null)\n\(Self.make)"))
        == [Self.found + "3"])
    // A notification's own sound is looked up each time.
    try PreflightRun.expectClean(
      Self.app(
        "\(Self.named)\n\(Self.make)\n"
          + "NotificationCompat.Builder(context, \"calls\").setSound(\(address)).build()"))
  }
}
