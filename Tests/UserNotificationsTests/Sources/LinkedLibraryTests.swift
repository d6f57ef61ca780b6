import Foundation
import TestSupport
import Testing

@Suite("What a program with notifications is linked with")
struct LinkedLibraryTests {
  /// The libraries of C, of Swift, and the store's.
  private static let allowed = [
    "ld-linux", "libc.", "libm.", "libgcc_s", "libstdc++", "libpthread", "libdl", "librt",
    "libBlocksRuntime", "libdispatch", "libFoundation", "lib_Foundation", "libswift", "libsqlite3",
  ]

  @Test("It needs no library for sound or screen", arguments: ["tea", "finished", "clientapp"])
  func libraries(program: String) throws {
    let result = try Tool("readelf").run(["-d", "-W", Tool.built(program).path])
    let names = result.text.split(separator: "\n").filter { $0.contains("(NEEDED)") }
      .compactMap { $0.split(separator: "[").last?.dropLast() }
    #expect(names.contains { $0.hasPrefix("libswiftCore") })
    let others = names.filter { name in !Self.allowed.contains { name.hasPrefix($0) } }
    #expect(others.isEmpty)
  }

  @Test("It contains no module for sound or screen", arguments: ["tea", "finished", "clientapp"])
  func modules(program: String) throws {
    let symbols = try Tool("nm").run([Tool.built(program).path]).text
    #expect(symbols.contains("$s16AppNotifications"))
    for module in ["AlertPlayback", "AlertSounds", "AudioTypes", "DesktopBanners", "YAMLText"] {
      #expect(!symbols.contains("$s\(module.utf8.count)\(module)"), "\(module)")
    }
    for function in ["snd_pcm_open", "sf_open", "sd_bus_open", "soxr_create", "yaml_parser"] {
      #expect(!symbols.contains(function), "\(function)")
    }
  }
}
