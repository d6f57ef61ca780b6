import AlertSounds
import BundlePreflight
import Testing

@Suite("A function that makes one channel with the sound that it is given")
struct GivenSoundTests {
  private static func found(_ file: String, _ text: String) throws -> [String] {
    try PreflightRun.findings(
      FixtureProject([
        "settings.gradle": .text("include ':app'\n"),
        "app/build.gradle": .text("plugins { id 'com.android.application' }\n"),
        "app/src/main/java/\(file)": .text(text),
      ]))
  }

  private static func kotlin(_ first: String, _ second: String, _ id: String = "\"calls\"")
    -> String
  {
    """
    class A {
      fun ring(uri: Uri) { \(first) }
      fun chat() { \(second) }
      private fun createNotificationChannel(tone: Uri?, id: String = "calls") {
        if (Build.VERSION.SDK_INT >= 26) {
          val channel = NotificationChannel(\(id), "Calls", HIGH).apply { description = "d" }
          if (tone != null) {
            channel.setSound(tone, attributes)
          }
          manager.createNotificationChannel(channel)
        }
      }
    }
    """
  }

  @Test("keeps the first of two")
  func two() throws {
    let finding = ["warning [android-channel-sound] app/src/main/java/A.kt:6"]
    let calls = ["createNotificationChannel(uri)", "createNotificationChannel(null)"]
    #expect(try Self.found("A.kt", Self.kotlin(calls[0], calls[1])) == finding)
    #expect(
      try Self.found("A.kt", Self.kotlin(calls[0], "isQuiet = true\n" + calls[1]))
        == ["warning [android-channel-sound] app/src/main/java/A.kt:7"])
    #expect(
      try Self.found(
        "A.kt", Self.kotlin("this.\(calls[0])", "createNotificationChannel(tone = null)"))
        == finding)
    let java = """
      class B {
        void ring() { make(loud()); }
        void chat() { make(OTHER); }
        void make(final Uri tone) {
          NotificationChannel channel = new NotificationChannel("calls", "Calls", 4);
          channel.setSound(tone, attributes);
          manager.createNotificationChannel(channel);
        }
      }
      """
    #expect(
      try Self.found("B.java", java.replacing("OTHER", with: "quiet()"))
        == ["warning [android-channel-sound] app/src/main/java/B.java:5"])
    #expect(try Self.found("B.java", java.replacing("OTHER", with: "loud()")) == [])
  }

  @Test("is right where all are one, or each channel has another identifier")
  func one() throws {
    let call = "createNotificationChannel(uri)"
    for second in ["", call, "other.createNotificationChannel(null)"] {
      #expect(try Self.found("A.kt", Self.kotlin(call, second)) == [])
    }
    #expect(
      try Self.found("A.kt", Self.kotlin(call, "createNotificationChannel(null, \"chat\")", "id"))
        == [])
  }
}
