import Foundation
import TestSupport
import Testing

@Suite("Without the libraries that are loaded when they are needed")
struct MissingLibraryTests {
  /// An empty file of the library's name is found before the library, and cannot be loaded.
  private func tocsin(without library: String, _ arguments: [String]) throws -> ToolResult {
    let work = try Workplace()
    try work.folder.write([UInt8](), to: library)
    try work.folder.write("tocsin:\n  audio: true\n".utf8, to: "in.yml")
    return try Tool.tocsin().run(
      arguments, in: work.folder.url, environment: ["LD_LIBRARY_PATH": work.folder.url.path])
  }

  @Test(
    "What needs one ends with an error that names its package",
    arguments: [
      ("libebur128.so.1", "libebur128-1", ["convert", "in.wav", "out.caf", "--normalize", "-16"]),
      (
        "libebur128.so.1", "libebur128-1",
        ["convert", "in.wav", "out.caf", "--soundcheck-generate"]
      ),
      ("libnettle.so.8", "libnettle8", ["convert", "in.wav", "out.caf", "--generate-hash"]),
      ("libsoxr.so.0", "libsoxr0", ["convert", "in.wav", "out.caf", "-d", "ima4@22050"]),
    ])
  func errors(library: String, package: String, arguments: [String]) throws {
    let result = try tocsin(without: library, arguments)
    #expect(result.status == 1 && !result.wasKilled)
    #expect(result.errors.contains("(\(package))"), "\(result.errors)")
  }

  @Test("A waveform is drawn, and a pre-flight made, without a loudness and with the reason")
  func loudness() throws {
    let wave = try tocsin(without: "libebur128.so.1", ["wave", "in.wav"])
    #expect(wave.status == 0 && wave.text.contains("loudness"))
    #expect(wave.errors.contains("(libebur128-1)"), "\(wave.errors)")
    let report = try tocsin(
      without: "libebur128.so.1", ["preflight", "in.wav", "--select", "loudness", "--notes"])
    #expect(report.status < 2 && !report.wasKilled)
    #expect(report.text.contains("(libebur128-1)"), "\(report.text)\(report.errors)")
  }

  @Test("A configuration cannot be read without libyaml, and the package is named")
  func configuration() throws {
    let result = try tocsin(
      without: "libyaml-0.so.2", ["preflight", "--config", "in.yml", "in.wav"])
    #expect(result.status != 0 && result.status != 127 && !result.wasKilled)
    #expect((result.text + result.errors).contains("(libyaml-0-2)"), "\(result.errors)")
  }
}
