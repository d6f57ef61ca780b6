import AudioFormats
import Files
import Foundation
import TestSupport
import Testing

@testable import SoundResolution

@Suite("From a sound's name to a sound")
struct SoundResolverTests {
  private let home: SoundHome
  private static let app = SoundHome.app

  init() throws {
    home = try SoundHome()
    try home.write(sound: 1, to: "shipped/default.wav")
    try home.write(sound: 2, to: "shipped/critical.wav")
  }

  private func resolve(_ name: String?, isCritical: Bool = false) -> ResolvedSound {
    home.resolver().resolve(name, for: home.owner, isCritical: isCritical)
  }

  @Test("The folders are searched in Apple's order, then the system's")
  func order() throws {
    let places: [(String, ResolvedSound.Place)] = [
      (SoundHome.library, .library),
      ("home/\(SoundHome.group)/Library/Sounds", .group),
      ("bundle", .bundle),
      ("local/\(Self.app)/sounds", .bundle),
      ("system/\(Self.app)/sounds", .bundle),
      ("home/tocsin/sounds", .system),
      ("local/tocsin/sounds", .system),
      ("system/tocsin/sounds", .system),
      ("shipped", .system),
    ]
    for (index, place) in places.enumerated().reversed() {
      let path = try home.write(sound: Int32(100 + index), to: "\(place.0)/ding.wav")
      let found = resolve("ding.wav")
      #expect(found.value == 100 + index, "\(place.0)")
      #expect(found.place == place.1)
      #expect(found.path == path)
      #expect(found.fallback == nil && !found.isDefault)
    }
  }

  @Test("Another app's sound is not found")
  func otherApp() throws {
    try home.write(sound: 9, to: "home/org.example.other/Library/Sounds/ding.wav")
    #expect(resolve("ding.wav").fallback == .notFound(name: "ding.wav"))
  }

  @Test("The extension may be left out; a name that is there as it stands is taken first")
  func extensions() throws {
    try home.write(sound: 3, to: "\(SoundHome.library)/ding.wav")
    #expect(resolve("ding").value == 3)
    try home.write(sound: 4, to: "\(SoundHome.library)/ding.wav.wav")
    #expect(resolve("ding.wav").value == 3)
  }

  @Test(
    "What is not a plain file name is never opened",
    arguments: [
      "", ".", "..", "/etc/passwd", "../../etc/passwd", "a/b", "ding\0.wav", "Sounds/../ding.wav",
      String(repeating: "x", count: 256), "/",
    ])
  func names(name: String) throws {
    try home.write(sound: 5, to: "\(SoundHome.library)/ding.wav")
    let found = resolve(name)
    #expect(found.fallback == .invalidName(name))
    #expect(found.value == 1 && found.isDefault)
  }

  @Test(
    "An app whose identifier is not a plain name has no folder", arguments: ["../x", "", "a/b"])
  func owners(app: String) throws {
    try home.write(sound: 5, to: "x/Library/Sounds/ding.wav")
    let found = home.resolver().resolve("ding.wav", for: SoundOwner(app: app, groups: [".."]))
    #expect(found.fallback == .notFound(name: "ding.wav"))
  }

  @Test("A sound of 30 s is too long, one frame less is not")
  func duration() throws {
    let path = try home.write(
      SoundHome.wave(6, frames: 30 * 8_000, sampleRate: 8_000),
      to: "\(SoundHome.library)/long.wav")
    #expect(resolve("long.wav").fallback == .tooLong(path: path, seconds: 30))
    #expect(resolve("long.wav").value == 1)
    try home.write(
      SoundHome.wave(6, frames: 30 * 8_000 - 1, sampleRate: 8_000),
      to: "\(SoundHome.library)/long.wav")
    #expect(resolve("long.wav").value == 6)
  }

  @Test(
    "What is not an alert sound plays as the default, with the reason",
    arguments: [
      ("empty", [], "container"), ("text", Array("hello, hello, hello".utf8), "container"),
      ("flac", Array("fLaC".utf8) + [UInt8](repeating: 0, count: 64), "container"),
      ("ogg", Array("OggS".utf8) + [UInt8](repeating: 0, count: 64), "container"),
      ("frameless", PlainWAVE.integers([]), "empty"),
      ("cut", Array(SoundHome.wave(7).dropLast(20)), "structure"),
    ])
  func invalid(name: String, bytes: [UInt8], rule: String) throws {
    try home.write(bytes, to: "\(SoundHome.library)/\(name).wav")
    let found = resolve("\(name).wav")
    guard case .invalid(_, let found, let message)? = found.fallback else {
      Issue.record("\(String(describing: found.fallback))")
      return
    }
    #expect(found == rule && !message.isEmpty)
    #expect(resolve("\(name).wav").value == 1)
  }

  @Test("The reason of a file that cannot be read names it, and the next folder is not asked")
  func refused() throws {
    try home.write(sound: 8, to: "bundle/pipe.wav")
    try home.write([], to: "\(SoundHome.library)/x")
    let path = home.folder.path("\(SoundHome.library)/pipe.wav")
    #expect(mkfifo(path, 0o600) == 0)
    #expect(resolve("pipe.wav").fallback == .refused(path: path, .notRegular(.pipe)))
    #expect(resolve("pipe.wav").value == 1)
  }

  @Test("A request without a name, and Apple's `default`, get the default sound")
  func standard() {
    for name in [nil, "default"] as [String?] {
      let found = resolve(name)
      #expect(found.value == 1 && found.isDefault && found.fallback == nil)
      #expect(resolve(name, isCritical: true).value == 2)
    }
  }

  @Test("A critical sound that is missing is replaced by the critical default")
  func criticalFallback() {
    #expect(resolve("nothing", isCritical: true).value == 2)
    #expect(resolve("nothing").value == 1)
  }

  @Test("Another default sound can be chosen, by a name that the system has")
  func chosenDefault() throws {
    try home.write(sound: 10, to: "system/tocsin/sounds/gong.wav")
    #expect(home.resolver(.named("gong")).resolveDefault().value == 10)
    let missing = home.resolver(.named("no-gong")).resolveDefault()
    #expect(missing.value == 1 && missing.notes == ["there is no sound called 'no-gong'"])
    #expect(DefaultSound("theme:bell") == .theme("bell"))
    #expect(DefaultSound("gong") == .named("gong"))
    #expect(DefaultSound("theme:../x") == nil && DefaultSound("") == nil)
  }

  @Test("Where nothing can be read, the program's own bell rings")
  func builtIn() throws {
    let empty = SoundResolver(SoundPlaces(dataHome: "/nonexistent", dataFolders: []))
    for isCritical in [false, true] {
      let found = empty.resolve("x", for: SoundOwner(app: "a"), isCritical: isCritical)
      let sound = try #require(found.sound)
      #expect(found.place == .builtIn && found.isDefault)
      #expect(sound.duration > .milliseconds(500) && sound.duration < .seconds(2))
      let peak = (0..<sound.frameCount).map { abs(sound.sample(at: $0)) }.max() ?? 0
      #expect(peak > 0.4 && peak < 1)
      #expect(abs(sound.sample(at: sound.frameCount - 1)) < 0.01)
    }
  }

  @Test("Every sound that ships is found by its name alone")
  func shipped() throws {
    let sounds = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../sounds").standardized
    let resolver = SoundResolver(
      SoundPlaces(dataHome: "/nonexistent", dataFolders: [], shipped: [sounds.path]))
    let files = try FileManager.default.contentsOfDirectory(atPath: sounds.path)
      .filter { $0.hasSuffix(".caf") }
    #expect(files.count >= 8)
    for file in files {
      let found = resolver.resolve(String(file.dropLast(4)), for: SoundOwner(app: "a"))
      #expect(found.fallback == nil && found.path?.hasSuffix(file) == true, "\(file)")
    }
    #expect(resolver.resolveDefault().path?.hasSuffix("/default.caf") == true)
    #expect(
      resolver.resolveDefault(isCritical: true).path?.hasSuffix("/critical.caf") == true)
  }

  @Test("The places are those of the XDG variables, without those that are not absolute")
  func environment() {
    let given = SoundPlaces(environment: [
      "HOME": "/home/a", "XDG_DATA_HOME": "relative", "XDG_DATA_DIRS": "/x:y::/z",
    ])
    #expect(given.dataHome == "/home/a/.local/share")
    #expect(given.dataFolders == ["/x", "/z"])
    let bare = SoundPlaces(environment: ["XDG_DATA_HOME": "/data"])
    #expect(bare.dataHome == "/data")
    #expect(bare.dataFolders == ["/usr/local/share", "/usr/share"])
  }
}
