import TestSupport
import Testing

@Suite("The snippets of the documentation that are about sounds run as they stand")
struct SnippetTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    let folder = work.folder
    try folder.write(try folder.bytes(of: "in.wav"), to: "ring.wav")
    let sox = try Tool("sox").run(["ring.wav", "ring.flac"], in: folder.url)
    try #require(sox.status == 0, "\(sox.errors)")
  }

  @Test("A sound is checked, and becomes an alert sound")
  func checkAndConvert() throws {
    let result = try Tool.built("CheckAndConvert").run([], in: work.folder.url)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("0.1 s, "))
    #expect(try work.tocsin("validate", "ring.caf").status == 0)
  }

  @Test("Each module below AlertSounds does what its page shows")
  func modules() throws {
    let result = try Tool.built("SoundModules").run([], in: work.folder.url)
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.text.split(separator: "\n")
    for expected in [
      "ima4 34 bytes for 64 frames", "WAVE LEI16 0.1 s", "34 bytes become 64 frames",
      "4096 frames", "314 frames", "ship",
    ] {
      #expect(lines.contains { $0 == expected }, "\(expected) is not in \(result.text)")
    }
    let copy = try work.folder.bytes(of: "copy.wav")
    #expect(copy == (try work.folder.bytes(of: "ring.wav")))
  }
}
