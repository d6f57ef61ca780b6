import AlertSounds
import BundlePreflight
import Testing

@Suite("Comments of servers' languages leave findings out")
struct ServerSuppressionTests {
  @Test("PHP begins like a page, and is none", arguments: ["// tocsin:disable-line", ""])
  func php(comment: String) throws {
    let text = "<?php\n$p = ['aps' => ['alert' => $a, 'sound' => 'gone.caf']]; \(comment)\n"
    let found = try PreflightRun.findings(
      FixtureProject(["ding.caf": .sound(.caf), "push.php": .text(text)]))
    #expect(found == (comment.isEmpty ? ["warning [sound-missing] push.php:2"] : []))
  }

  @Test("A sound of another library is none of awesome_notifications", arguments: ["bell.mp3"])
  func otherSource(name: String) throws {
    try PreflightRun.expectClean(
      FixtureProject([
        "pubspec.yaml": .text("name: a\ndependencies:\n  flutter:\n    sdk: flutter\n"),
        "ios/Runner/gong.caf": .sound(.caf),
        "lib/main.dart": .text("Player(soundSource: Sounds.bell);\n"),
        "lib/sounds.dart": .text("class Sounds { static const bell = '\(name)'; }\n"),
      ]))
  }
}
