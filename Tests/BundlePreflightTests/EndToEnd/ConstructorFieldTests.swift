import AlertSounds
import BundlePreflight
import Testing

@Suite("A list of objects with the names of sounds gives each of them")
struct ConstructorFieldTests {
  private static func app(tones: String, uses: String) -> FixtureProject {
    FixtureProject.flutter([
      "android/app/src/main/res/raw/bell.wav": .sound(.wave),
      "lib/tones.dart": .text(
        """
        class AlertSound {
          final String id, file, kind;
          const AlertSound(this.id, this.file, [this.kind = 'wav']);
        }
        const tones = <AlertSound>[
          AlertSound('Bell', 'bell', 'mp3'),
          \(tones)
        ];

        """),
      "lib/ring.dart": .text(
        """
        import 'package:flutter_local_notifications/flutter_local_notifications.dart';
        details(AlertSound sound) => AndroidNotificationDetails('tones_${sound.id}', 'n',
          sound: RawResourceAndroidNotificationSound(\(uses)));

        """),
    ])
  }

  @Test("An enumeration's values name their files")
  func enumeration() throws {
    func app(_ values: String) -> FixtureProject {
      var app = Self.app(tones: "", uses: "sound.fileName")
      app.files["lib/tones.dart"] = .text(
        """
        enum AlertSound {
          system(label: 'none', fileName: ''),
          \(values)
          custom(label: 'own', fileName: 'custom');

          const AlertSound({required this.label, required this.fileName});
          final String label, fileName;
        }

        """)
      return app
    }
    #expect(
      try PreflightRun.findings(app("horn(label: 'horn', fileName: 'horn'),")) == [
        "error [sound-missing] lib/tones.dart:3"
      ])
    try PreflightRun.expectClean(app("bell(label: 'horn', fileName: 'bell'),"))
  }

  @Test("One that is not shipped is missed")
  func missing() throws {
    let project = Self.app(tones: "AlertSound('Horn', 'horn'),", uses: "sound.file")
    #expect(try PreflightRun.findings(project) == ["error [sound-missing] lib/tones.dart:7"])
  }

  @Test(
    "Another field, or an object of another class, is none",
    arguments: [
      ("AlertSound('horn', 'bell'),", "sound.file"), ("Picture('Horn', 'horn'),", "sound.file"),
      ("AlertSound('Horn', 'horn'),", "other.file"),
    ])
  func twin(_ tones: String, _ uses: String) throws {
    try PreflightRun.expectClean(Self.app(tones: tones, uses: uses))
  }
}
