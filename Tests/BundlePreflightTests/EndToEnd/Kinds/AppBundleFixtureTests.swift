import AlertSounds
import Testing

/// How a built app comes to the pre-flight.
enum AppPackage: String, CaseIterable, Sendable {
  case app = "Bells.app"
  case ipa = "Bells.ipa"
  case xcarchive = "Bells.xcarchive"
  case zip = "Bells.zip"
  case zippedArchive = "Archive.zip"

  /// Where the app's own folder lies in it.
  var prefix: String {
    switch self {
    case .app: ""
    case .ipa: "Payload/Bells.app/"
    case .xcarchive: "Products/Applications/Bells.app/"
    case .zip: "Bells.app/"
    case .zippedArchive: "Bells.xcarchive/Products/Applications/Bells.app/"
    }
  }

  private var isArchive: Bool { ![.app, .xcarchive].contains(self) }

  func pack(_ folder: PreflightFolder, _ name: String) throws -> String {
    isArchive ? try folder.zip(name, as: rawValue) : name
  }

  /// What the folder to be packed is called.
  var folderName: String { isArchive ? "Contents" : rawValue }
}

@Suite("A built app, as a bundle and in archives")
struct AppBundleFixtureTests {
  static func clean(_ prefix: String) -> FixtureProject {
    FixtureProject([
      prefix + "Info.plist": .text("<plist/>"), prefix + "Bells": .text("\u{0}binary"),
      prefix + "ding.caf": .sound(.caf), prefix + "chime.wav": .sound(.wave),
      prefix + "bell.aiff": .sound(.aiff), prefix + "de.lproj/voice.caf": .sound(.uLaw),
      prefix + "en.lproj/voice.caf": .sound(.uLaw),
      prefix + "PlugIns/Service.appex/Info.plist": .text("<plist/>"),
    ])
  }

  private static func mistakes(_ prefix: String) -> [Mistake] {
    [
      Mistake("in a folder", .init("sound-folder", .note, in: prefix + "Sounds/deep.caf")) {
        $0.files[prefix + "Sounds/deep.caf"] = .sound(.caf)
      },
      Mistake(
        "MP3 renamed", .init("container", in: prefix + "ding.caf")
      ) {
        try $0.record(.mp3, as: prefix + "ding.caf")
      },
      Mistake("too long", .init("duration", in: prefix + "ding.caf")) {
        try $0.record(.thirtySeconds, as: prefix + "ding.caf")
      },
      Mistake("ALAC in CAF", .init("data-format", in: prefix + "ding.caf")) {
        try $0.record(.alacInCAF, as: prefix + "ding.caf")
      },
      Mistake("silent", .init("silence", .warning, in: prefix + "ding.caf")) {
        try $0.record(.silent, as: prefix + "ding.caf")
      },
      Mistake(
        "much louder than its siblings",
        .init("sibling-loudness", .warning, in: prefix + "ding.caf")
      ) {
        try $0.record(.loud, as: prefix + "ding.caf")
      },
    ]
  }

  @Test("The clean twin gives no finding", arguments: AppPackage.allCases)
  func twin(_ package: AppPackage) throws {
    try PreflightRun.expectClean(
      Self.clean(package.prefix), as: package.folderName, pack: package.pack)
  }

  @Test("A mistake is found, and nothing else", arguments: AppPackage.allCases)
  func mistakes(_ package: AppPackage) throws {
    let mistakes = Self.mistakes(package.prefix)
    #expect(mistakes.count == 6)
    for mistake in mistakes {
      try PreflightRun.expect(
        mistake, in: Self.clean(package.prefix), as: package.folderName, pack: package.pack)
    }
  }

  @Test("Payloads beside a bundle are checked against it, in a folder and in an archive")
  func payloads() throws {
    var project = Self.clean("Products/Bells.app/")
    // A sound of one language would be reported where it is asked for.
    project.files = project.files.filter { !$0.key.contains(".lproj/") }
    for name in ["ding.caf", "chime.wav", "bell.aiff"] {
      project.files["push/\(name).apns"] = .text("{\"aps\": {\"sound\": \"\(name)\"}}\n")
    }
    let mistake = Mistake(
      "wrong case", .init("sound-name-case", in: "push/ding.caf.apns", at: "Ding")
    ) {
      try $0.replace("ding.caf", with: "Ding.caf", in: "push/ding.caf.apns")
    }
    try PreflightRun.expectClean(project)
    try PreflightRun.expect(mistake, in: project)
    let zip: (PreflightFolder, String) throws -> String = { try $0.zip($1, as: "all.zip") }
    try PreflightRun.expectClean(project, pack: zip)
    try PreflightRun.expect(mistake, in: project, pack: zip)
  }
}
