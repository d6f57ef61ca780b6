import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("afconvert without an output: the name it makes")
struct AfconvertNameTests {
  private let work: AfconvertWorkplace

  init() throws { work = try AfconvertWorkplace() }

  /// Converts `in.wav` with `options` and returns the names that are new.
  private func made(_ options: String..., from input: String = "in.wav") throws -> [String] {
    let before = try work.folder.names()
    try work.convert([input] + options)
    return try work.folder.names().filter { !before.contains($0) }
  }

  @Test(
    "A free name has the file format's first extension",
    arguments: [("caff", "in.caf"), ("AIFF", "in.aiff"), ("AIFC", "in.aifc")])
  func free(format: String, name: String) throws {
    #expect(try made("-f", format) == [name])
  }

  @Test("The name stands beside the input")
  func folder() throws {
    try FileManager.default.createDirectory(
      at: work.folder.url("a.b"), withIntermediateDirectories: false)
    try work.folder.write(try work.folder.bytes(of: "in.wav"), to: "a.b/plain")
    try work.convert("a.b/plain", "-f", "caff", "-d", "ima4")
    try work.folder.write(try work.folder.bytes(of: "in.wav"), to: "a.b/two.dots.wav")
    try work.convert(work.folder.path("a.b/two.dots.wav"), "-f", "caff", "-d", "ima4")
    let names = try FileManager.default.contentsOfDirectory(atPath: work.folder.path("a.b"))
    #expect(names.sorted() == ["plain", "plain.caf", "two.dots.caf", "two.dots.wav"])
  }

  @Test("Where a name is taken the new rate is after it, then a number")
  func rate() throws {
    #expect(try made("-f", "WAVE", "-d", "LEI16@22050") == ["in-22k.wav"])
    #expect(try made("-f", "WAVE", "-d", "LEI16@22050") == ["in-1.wav"])
    #expect(try made("-f", "WAVE", "-d", "LEI16@48000") == ["in-48k.wav"])
    #expect(try work.describe("in-22k.wav").dataFormat.sampleRate == 22_050)
  }

  @Test("Where a name is taken the new depth is after it, then a number")
  func depth() throws {
    #expect(try made("-f", "WAVE", "-d", "LEI24") == ["in-24bit.wav"])
    #expect(try made("-f", "WAVE", "-d", "LEI24") == ["in-1.wav"])
    #expect(try work.describe("in-24bit.wav").dataFormat.bitsPerChannel == 24)
  }

  @Test("Of a new rate and a new depth the rate comes first")
  func rateAndDepth() throws {
    #expect(try made("-f", "WAVE", "-d", "LEI24@22050") == ["in-22k.wav"])
    #expect(try made("-f", "WAVE", "-d", "LEI24@22050") == ["in-24bit.wav"])
    #expect(try made("-f", "WAVE", "-d", "LEI24@22050") == ["in-1.wav"])
  }

  @Test("Nothing new, or a codec: numbers, and no file is replaced")
  func numbers() throws {
    let before = try work.folder.bytes(of: "in.wav")
    #expect(try made("-f", "WAVE") == ["in-1.wav"])
    #expect(try made("-f", "WAVE") == ["in-2.wav"])
    #expect(try made("-f", "caff", "-d", "ima4@22050") == ["in.caf"])
    #expect(try made("-f", "caff", "-d", "ima4@22050") == ["in-1.caf"])
    #expect(try work.folder.bytes(of: "in.wav") == before)
  }

  @Test("A data format that several file formats hold needs -f")
  func fileFormat() throws {
    let result = try work.afconvert("in.wav", "-d", "ima4")
    #expect(result.status == 1)
    #expect(result.errors.contains("2 file formats can hold this data format: add -f"))
    #expect(try work.folder.names() == ["in.wav"])
  }

  @Test("A given output that is there is replaced")
  func replaced() throws {
    try work.folder.write([1, 2, 3], to: "out.caf")
    try work.convert("in.wav", "out.caf", "-d", "ima4")
    #expect(try work.describe("out.caf").validFrames == 4_410)
  }
}
