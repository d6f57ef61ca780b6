import AlertSounds
import TestSupport
import Testing

@testable import BundlePreflight

/// Names of sounds that reach a notification through the code of several sources, in each language.
/// `NAME` stands for the name of a sound.
@Suite("Names are followed to their literals")
struct FollowedNameTests {
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The sources; the last one has the literal.
    let files: KeyValuePairs<String, String>

    init(_ name: String, _ files: KeyValuePairs<String, String>) {
      (testDescription, self.files) = (name, files)
    }
  }

  private static func swift(_ expression: String) -> String {
    "import UserNotifications\nfunc post(_ kind: Kind) {\n  let content = UNMutableNotificationContent()\n"
      + "  content.sound = UNNotificationSound(named: UNNotificationSoundName(\(expression)))\n}\n"
  }

  private static func typeScript(_ expression: String) -> String {
    "import notifee from '@notifee/react-native';\nimport { tones, toneFor } from './tones';\n"
      + "export const post = (kind) => notifee.displayNotification({ ios: { sound: \(expression) } });\n"
  }

  private static func dart(_ expression: String) -> String {
    "import 'package:flutter_local_notifications/flutter_local_notifications.dart';\n"
      + "void post(Kind kind) {\n  final d = DarwinNotificationDetails(sound: \(expression));\n}\n"
  }

  private static func kotlin(_ expression: String) -> String {
    "import platform.UserNotifications.*\nfun post(kind: Kind) {\n"
      + "  UNMutableNotificationContent().setSound(UNNotificationSound.soundNamed(\(expression)))\n}\n"
  }

  static let ways = [
    Way(
      "Swift: a switch in a computed property",
      [
        "a.swift": swift("kind.file"),
        "b.swift": "enum Kind {\n  case a, b\n  var file: String {\n    switch self {\n"
          + "    case .a: return \"ok.caf\"\n    case .b: return \"NAME.caf\"\n    }\n  }\n}\n",
      ]),
    Way(
      "Swift: a raw value in an interpolation",
      [
        "a.swift": swift("\"\\(kind.rawValue).caf\""),
        "b.swift": "enum Kind: String {\n  case ok\n  case other = \"NAME\"\n}\n",
      ]),
    Way(
      "Swift: a table",
      [
        "a.swift": swift("Tones.files[\"b\"] ?? \"ok.caf\""),
        "b.swift":
          "enum Tones {\n  static let files = [\"a\": \"ok.caf\", \"b\": \"NAME.caf\"]\n}\n",
      ]),
    Way(
      "Swift: a variable that a switch sets",
      [
        "a.swift": "import UserNotifications\nfunc post(kind: Int) {\n  let tone: String\n"
          + "  switch kind {\n  case 1: tone = \"NAME.caf\"\n  default: tone = \"ok.caf\"\n  }\n"
          + "  content.sound = UNNotificationSound(named: UNNotificationSoundName(tone))\n}\n"
      ]),
    Way(
      "Objective-C: a method of another class",
      [
        "a.m":
          "#import <UserNotifications/UserNotifications.h>\n@implementation P\n- (void)post {\n"
          + "  content.sound = [UNNotificationSound soundNamed:[Tones current]];\n}\n@end\n",
        "b.m": "@implementation Tones\n+ (NSString *)current {\n  return @\"NAME.caf\";\n}\n@end\n",
      ]),
    Way(
      "TypeScript: a table with a declared type",
      [
        "a.ts": typeScript("tones[kind]"),
        "tones.ts":
          "export const tones: Record<string, string> = {\n  a: 'ok.caf',\n  b: 'NAME.caf',\n};\n",
      ]),
    Way(
      "TypeScript: a function with results on several paths",
      [
        "a.ts": typeScript("toneFor(kind)"),
        "tones.ts": "export function toneFor(kind: string): string | undefined {\n"
          + "  if (kind === 'none') return undefined;\n  return kind ? 'NAME.caf' : 'ok.caf';\n}\n",
      ]),
    Way(
      "TypeScript: a call in another source",
      [
        "a.ts": typeScript("kind"),
        "b.ts": "import { post } from './a';\npost('NAME.caf');\n",
      ]),
    Way(
      "Dart: an enumeration with members",
      [
        "a.dart": dart("kind.file"),
        "b.dart": "enum Kind {\n  a('ok.caf'),\n  b('NAME.caf');\n\n  const Kind(this.file);\n"
          + "  final String file;\n}\n",
      ]),
    Way(
      "Kotlin: a function with when",
      [
        "a.kt": kotlin("kind.file()"),
        "b.kt": "enum class Kind {\n  A, B;\n  fun file(): String = when (this) {\n"
          + "    A -> \"ok.caf\"\n    B -> \"NAME.caf\"\n  }\n}\n",
      ]),
    Way(
      "C#: a switch expression of another class",
      [
        "a.cs": "using UserNotifications;\nclass P {\n  void Post(int kind) {\n"
          + "    content.Sound = UNNotificationSound.GetSound(Tones.For(kind));\n  }\n}\n",
        "b.cs": "static class Tones {\n  public static string For(int kind) => kind switch {\n"
          + "    1 => \"NAME.caf\",\n    _ => \"ok.caf\",\n  };\n}\n",
      ]),
  ]

  private static func project(_ way: Way, _ name: String) -> FixtureProject {
    var files: [String: FixtureProject.Content] = ["ok.caf": .sound(.caf)]
    for (file, text) in way.files { files[file] = .text(text.replacing("NAME", with: name)) }
    return FixtureProject(files)
  }

  /// The findings but that no project says what it ships.
  private static func findings(_ way: Way, _ name: String) throws -> [String] {
    try PreflightRun.findings(project(way, name)).filter { !$0.contains("project-unknown") }
  }

  @Test("A sound that is not there is missed where its name stands", arguments: ways)
  func missing(_ way: Way) throws {
    let found = try Self.findings(way, "gone")
    let last = way.files[way.files.count - 1]
    let line = last.value.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.contains("NAME") }.map { $0 + 1 }
    #expect(found.map { $0.drop { $0 != "[" } } == ["[sound-missing] \(last.key):\(line ?? 0)"])
  }

  @Test("One that is there is fine", arguments: ways)
  func twin(_ way: Way) throws { #expect(try Self.findings(way, "ok") == []) }

  /// Right programs with a text that only looks like the sound's name.
  static let decoys = [
    Way(
      "A parameter hides a constant of the same name",
      [
        "a.swift": "import UserNotifications\nlet tone = \"NAME.caf\"\nfunc post(tone: String) {\n"
          + "  content.sound = UNNotificationSound(named: UNNotificationSoundName(tone))\n}\n"
          + "func run() { post(tone: \"ok.caf\") }\n"
      ]),
    Way(
      "A method belongs to its type",
      [
        "a.swift": swift("Tones().file()"),
        "b.swift": "struct Tones { func file() -> String { \"ok.caf\" } }\n"
          + "struct Music { func file() -> String { \"NAME.caf\" } }\n",
      ]),
    Way(
      "An import belongs to its module",
      [
        "a.ts": "import notifee from '@notifee/react-native';\nimport { TONE } from 'tones';\n"
          + "notifee.displayNotification({ ios: { sound: TONE } });\n",
        "b.ts": "export const TONE = 'NAME.caf';\n",
      ]),
    Way(
      "The data of a notification are the app's",
      [
        "a.ts": "import notifee from '@notifee/react-native';\n"
          + "notifee.displayNotification({ data: { sound: 'NAME.caf' } });\n"
      ]),
    Way(
      "A channel of a chat is none of notifications",
      [
        "a.ts": "import notifee from '@notifee/react-native';\n"
          + "chat.createChannel({ name: 'x', sound: 'NAME.caf' });\n"
      ]),
  ]

  @Test("A text that is no sound of a notification is no error", arguments: decoys)
  func decoy(_ way: Way) throws {
    let found = try Self.findings(way, "gone")
    #expect(found.allSatisfy { $0.hasPrefix("note") }, "\(found)")
  }

  @Test("A place whose name no source shows is counted, listed, and a warning where asked for")
  func unfollowed() throws {
    let folder = try PreflightFolder()
    try FixtureProject([
      "a.swift": .text(Self.swift("UserDefaults.standard.string(forKey: \"tone\")!")),
      "b.swift": .text(Self.swift("\"ok.caf\"")), "ok.caf": .sound(.caf),
    ]).write(to: "Project", in: folder)
    let configuration = PreflightConfiguration()
    var report = Preflight(configuration: configuration).run([folder.folder.path("Project")])
    #expect(report.askingPlaces.map(\.names) == [[], ["ok.caf"]])
    let text = ReportFormat.text.text(report, options: ReportOptions(toolVersion: "1"))
    #expect(
      text.contains("2 places in code ask for a sound: 1 followed, 1 could not be followed"),
      "\(text)")
    report.warnOfUnfollowed(configuration)
    #expect(report.findings.map(\.finding.rule).contains("sound-unfollowed"))
    #expect(report.fails(isStrict: true) && !report.fails(isStrict: false))
  }
}
