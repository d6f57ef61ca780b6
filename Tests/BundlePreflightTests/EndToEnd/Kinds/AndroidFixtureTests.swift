import AlertSounds
import Testing

@Suite("An Android project")
struct AndroidFixtureTests {
  private static let source = "app/src/main/java/com/example/bells/Push.kt"
  private static let raw = "app/src/main/res/raw"

  static let clean = FixtureProject([
    "settings.gradle.kts": .text("include(\":app\")\n"),
    "app/build.gradle.kts": .text("plugins {\n  id(\"com.android.application\")\n}\n"),
    raw + "/ding.ogg": .sound(.vorbis), raw + "/chime.wav": .sound(.wave),
    raw + "/horn.mp3": .sound(.mp3), raw + "-de/chime.wav": .sound(.wave),
    source: .text(
      """
      package com.example.bells

      import android.app.NotificationChannel
      import android.net.Uri

      fun channel(context: Context): NotificationChannel {
        val channel = NotificationChannel("orders", "Orders", IMPORTANCE_HIGH)
        channel.setSound(
          Uri.parse("android.resource://" + context.packageName + "/raw/ding"), attributes)
        return channel
      }

      fun other(channel: NotificationChannel) {
        channel.setSound(Uri.parse("android.resource://com.example.bells/raw/chime"), null)
      }

      """),
  ])

  static let mistakes: [Mistake] = [
    Mistake("no such resource", .init("sound-missing", in: source, at: "/raw/whistle")) {
      try $0.replace("/raw/chime", with: "/raw/whistle", in: source)
    },
    Mistake("a resource in the wrong case", .init("sound-name-case", in: source, at: "/raw/Chime"))
    {
      try $0.replace("/raw/chime", with: "/raw/Chime", in: source)
    },
    Mistake("AIFF", .init("android-format", in: raw + "/bell.aiff")) {
      $0.files[raw + "/bell.aiff"] = .sound(.aiff)
    },
    Mistake("ADPCM in WAVE", .init("android-format", in: raw + "/buzz.wav")) {
      $0.files[raw + "/buzz.wav"] = .sound(.msADPCMInWAVE)
    },
    Mistake("CAF named .ogg", .init("android-format", in: raw + "/bell.ogg")) {
      $0.files[raw + "/bell.ogg"] = .sound(.caf)
    },
    Mistake("a name with a space", .init("android-name", in: raw + "/my bell.wav")) {
      $0.files[raw + "/my bell.wav"] = .sound(.wave)
    },
    Mistake("one name twice", .init("sound-duplicate", in: raw + "/horn.mp3")) {
      $0.files[raw + "/horn.flac"] = .sound(.wave)
    },
  ]

  @Test("The clean twin gives no finding")
  func twin() throws { try PreflightRun.expectClean(Self.clean) }

  @Test("A mistake is found, and nothing else", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }
}
