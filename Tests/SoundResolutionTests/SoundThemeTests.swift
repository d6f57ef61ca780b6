import Foundation
import TestSupport
import Testing

@testable import SoundResolution

@Suite("The default sound from the desktop's sound theme")
struct SoundThemeTests {
  private let home: SoundHome

  init() throws {
    home = try SoundHome()
    try home.write(sound: 1, to: "shipped/default.wav")
  }

  private func index(_ theme: String, in base: String = "system", _ text: String) throws {
    try home.write(
      "# a comment\n[Sound Theme]\nName=\(theme)\n\(text)\n".utf8,
      to: "\(base)/sounds/\(theme)/index.theme")
  }

  private func find(
    _ name: String = "message-new-instant", theme: String = "ocean", profile: String = "stereo",
    locale: String = "C"
  ) -> ResolvedSound {
    home.resolver(
      .theme(name), .init(name: theme, outputProfile: profile, locale: locale)
    ).resolveDefault()
  }

  private static let stereo = "Directories=stereo\n[stereo]\nOutputProfile=stereo"

  @Test("The current theme, its parents, freedesktop, unthemed: the first that has it")
  func inheritance() throws {
    try index("ocean", "Inherits=sea, water\n" + Self.stereo)
    try index("sea", "Inherits=ocean,deep\n" + Self.stereo)
    for theme in ["deep", "water", "freedesktop"] { try index(theme, Self.stereo) }
    let places = ["", "freedesktop/stereo/", "water/stereo/", "deep/stereo/", "sea/stereo/"]
    for (number, place) in (places + ["ocean/stereo/"]).enumerated() {
      try home.write(
        sound: Int32(10 + number), to: "system/sounds/\(place)message-new-instant.wav")
      let found = find()
      #expect(found.value == 10 + number, "\(place)")
      #expect(found.place == .theme && found.isDefault)
    }
  }

  @Test("freedesktop comes last, also for a theme that names it first")
  func freedesktopLast() throws {
    try index("ocean", "Inherits=freedesktop,sea\n" + Self.stereo)
    try index("sea", Self.stereo)
    try index("freedesktop", Self.stereo)
    try home.write(sound: 20, to: "system/sounds/freedesktop/stereo/message-new-instant.wav")
    try home.write(sound: 21, to: "system/sounds/sea/stereo/message-new-instant.wav")
    #expect(find().value == 21)
  }

  @Test("A theme is spread over the user's folder and the system's")
  func spread() throws {
    try index("ocean", in: "local", Self.stereo)
    try home.write(sound: 30, to: "system/sounds/ocean/stereo/message-new-instant.wav")
    #expect(find().value == 30)
    try home.write(sound: 31, to: "home/sounds/ocean/stereo/message-new-instant.wav")
    #expect(find().value == 31)
  }

  @Test("The output's own sounds come first, then those for stereo, then those for any output")
  func profiles() throws {
    try index(
      "ocean",
      """
      Directories=any,stereo,round
      [stereo]
      OutputProfile=stereo
      [round]
      OutputProfile=5.1
      """)
    for (number, folder) in ["any", "stereo", "round"].enumerated() {
      try home.write(
        sound: Int32(40 + number), to: "system/sounds/ocean/\(folder)/message-new-instant.wav")
      #expect(find(profile: "5.1").value == 40 + number)
    }
    #expect(find(profile: "stereo").value == 41)
  }

  @Test("The user's language comes first, then wider ones, then C, then none")
  func locales() throws {
    try index("ocean", Self.stereo)
    let locales = ["", "C/", "de/", "de_AT/", "de_AT@euro/"]
    for (number, locale) in locales.enumerated() {
      try home.write(
        sound: Int32(50 + number),
        to: "system/sounds/ocean/stereo/\(locale)message-new-instant.wav")
      #expect(find(locale: "de_AT@euro").value == 50 + number, "\(locale)")
    }
    #expect(find(locale: "fr").value == 51)
  }

  @Test("A name that is not there is cut at its last dash, again and again")
  func generalNames() throws {
    try index("ocean", Self.stereo)
    for (number, name) in ["message", "message-new", "message-new-instant"].enumerated() {
      try home.write(sound: Int32(60 + number), to: "system/sounds/ocean/stereo/\(name).wav")
      #expect(find().value == 60 + number, "\(name)")
    }
  }

  @Test("A sound that is switched off is silence, except for critical alerts")
  func disabled() throws {
    try index("ocean", Self.stereo)
    try home.write(sound: 70, to: "system/sounds/ocean/stereo/message-new-instant.wav")
    let path = try home.write([], to: "home/sounds/ocean/stereo/message-new-instant.disabled")
    let found = find()
    #expect(found.sound == nil && found.place == .theme && found.path == path)
    let resolver = home.resolver(.theme("message-new-instant"), .init(name: "ocean"))
    #expect(resolver.resolveDefault(isCritical: true).value == 1)
  }

  @Test("Vorbis is passed over with a note, and our own sound plays", arguments: ["oga", "ogg"])
  func vorbis(suffix: String) throws {
    try index("freedesktop", Self.stereo)
    let path = try home.write(
      "OggS".utf8, to: "system/sounds/freedesktop/stereo/message-new-instant.\(suffix)")
    let found = find()
    #expect(found.value == 1 && found.place == .system)
    #expect(found.notes.first == "\(path) is passed over: only WAVE is read from a theme")
    #expect(found.notes.count == 2)
  }

  @Test("A link to another sound of the theme is followed, one that leads out is not")
  func links() throws {
    try index("ocean", Self.stereo)
    try home.write(sound: 80, to: "system/sounds/ocean/stereo/bell.wav")
    let link = home.folder.path("system/sounds/ocean/stereo/message-new-instant.wav")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "bell.wav")
    #expect(find().value == 80)
    let other = try home.write(sound: 81, to: "elsewhere.wav")
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: other)
    #expect(find().value == 1)
  }

  @Test(
    "A theme that is hostile or broken costs nothing but its sounds",
    arguments: [
      "", "Directories=", "Directories=../..,/etc,a/../b\nInherits=../x,.,..,ocean",
      "Inherits=" + (0..<500).map { "t\($0)" }.joined(separator: ","),
      "Directories=" + String(repeating: "x,", count: 30_000), "[[[]]\n=\n==\n[",
      String(repeating: "\u{FFFD}", count: 1_000),
    ])
  func broken(text: String) throws {
    try index("ocean", text)
    try home.write(sound: 90, to: "elsewhere/message-new-instant.wav")
    #expect(find().value == 1)
    #expect(find(theme: "../ocean").value == 1)
  }

  @Test("A sound of the theme that breaks the rules is not played")
  func tooLong() throws {
    try index("ocean", Self.stereo)
    try home.write(
      SoundHome.wave(95, frames: 31 * 8_000, sampleRate: 8_000),
      to: "system/sounds/ocean/stereo/message-new-instant.wav")
    let found = find()
    #expect(found.value == 1)
    #expect(found.notes.first?.contains("31.000 s long") == true)
  }
}
