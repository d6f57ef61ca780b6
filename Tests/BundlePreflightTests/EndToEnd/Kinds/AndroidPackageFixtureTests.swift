import AlertSounds
import Testing

@Suite("Built Android packages, .apk and .aab")
struct AndroidPackageFixtureTests {
  struct Package: Sendable, CustomTestStringConvertible {
    let name: String
    let prefix: String
    let manifest: String
    var testDescription: String { name }
  }

  private static let packages = [
    Package(name: "bells.apk", prefix: "", manifest: "AndroidManifest.xml"),
    Package(name: "bells.aab", prefix: "base/", manifest: "base/manifest/AndroidManifest.xml"),
  ]

  static func clean(_ package: Package) -> FixtureProject {
    FixtureProject([
      package.manifest: .text("\u{3}binary XML"), package.prefix + "classes.dex": .text("dex"),
      package.prefix + "resources.arsc": .text("\u{2}"),
      package.prefix + "res/raw/ding.ogg": .sound(.vorbis),
      package.prefix + "res/raw/chime.wav": .sound(.wave),
      package.prefix + "assets/music.mp3": .sound(.mp3),
    ])
  }

  @Test("The clean twin gives no finding", arguments: packages)
  func twin(_ package: Package) throws {
    try PreflightRun.expectClean(Self.clean(package)) { try $0.zip($1, as: package.name) }
  }

  @Test("A mistake is found, and nothing else", arguments: packages)
  func mistakes(_ package: Package) throws {
    let bell = package.prefix + "res/raw/bell.caf"
    let mistakes = [
      Mistake("CAF", .init("android-format", in: bell)) { $0.files[bell] = .sound(.caf) },
      Mistake("a capital", .init("android-name", in: package.prefix + "res/raw/Bell.wav")) {
        $0.files[package.prefix + "res/raw/Bell.wav"] = .sound(.wave)
      },
    ]
    for mistake in mistakes {
      try PreflightRun.expect(mistake, in: Self.clean(package)) {
        try $0.zip($1, as: package.name)
      }
    }
  }
}
