import AlertSounds
import BundlePreflight
import Testing

@Suite("A server in Python adds the extension to a sound's name")
struct ServerTemplateTests {
  private static func app(_ server: String) -> FixtureProject {
    FixtureProject(
      [
        "Bells/bell.caf": .sound(.caf),
        "Bells/Ring.swift": .text(
          "content.sound = UNNotificationSound(named: UNNotificationSoundName(\"bell.caf\"))\n"),
        "server/push.py": .text(server),
      ],
      xcode: (
        "Bells.xcodeproj/project.pbxproj",
        XcodeProjectText(targets: [.init(name: "Bells", resources: ["Bells/bell.caf"])])
      ))
  }

  private static func settings(_ field: String, _ name: String = "self.tone") -> String {
    """
    # For APNs.
    class Settings:
        \(field)
        def apns_sound(self):
            return f"{\(name)}.caf"

    """
  }

  @Test("One that the app has not", arguments: ["tone: str = \"gong\"", "tone = 'gong'"])
  func missing(_ field: String) throws {
    #expect(
      try PreflightRun.findings(Self.app(Self.settings(field)))
        == ["warning [sound-missing] server/push.py:5"])
    #expect(
      try PreflightRun.findings(Self.app(Self.settings(field, "tone")))
        == ["warning [sound-missing] server/push.py:5"])
  }

  @Test(
    "One that it has, or one of several, or any",
    arguments: [
      "tone: str = \"bell\"", "tone: str = \"gong\"\n    tone = \"horn\"", "tone: str",
      "tone = load(\"gong\")", "overtone = \"gong\"",
    ])
  func twin(_ field: String) throws {
    try PreflightRun.expectClean(Self.app(Self.settings(field)))
  }
}
