import AlertSounds
import AudioFormats
import TestSupport
import Testing

@Suite("File formats: afconvert's -f, the output's extension, and what is taken without -d")
struct FileFormatTests {
  @Test(
    "afconvert's codes are understood",
    arguments: [("caff", Container.caf), ("WAVE", .wave), ("AIFF", .aiff), ("AIFC", .aifc)])
  func codes(text: String, container: Container) throws {
    #expect(try Container(parsing: text) == container)
  }

  @Test(
    "A name that is nearly right gets the right one as a hint",
    arguments: [
      ("caf", "caff"), ("CAFF", "caff"), ("Caff", "caff"), ("wav", "WAVE"), ("wave", "WAVE"),
      ("aiff", "AIFF"), ("aif", "AIFF"), ("aifc", "AIFC"),
    ])
  func hints(text: String, code: String) {
    let error = #expect(throws: SoundError.self) { try Container(parsing: text) }
    #expect(error.map { "\($0)" } == "unknown file format '\(text)'; did you mean '\(code)'?")
  }

  @Test(
    "Another name is refused with a list of those there are",
    arguments: ["", "mp3", "m4af", "RF64", "NeXT", "flac", "caff:", "c\u{1B}[31m"])
  func unknown(text: String) {
    let error = #expect(throws: SoundError.self) { try Container(parsing: text) }
    let sentence = error.map { "\($0)" } ?? ""
    #expect(sentence.hasSuffix("; known are 'caff', 'WAVE', 'AIFF', 'AIFC'"))
    #expect(!sentence.contains("\u{1B}"))
  }

  @Test("Both in one word are understood, and each part is checked")
  func combined() throws {
    let expected = ConversionRequest(container: .caf, dataFormat: DataFormatRequest(.ima4))
    #expect(try ConversionRequest(parsing: "caff:ima4") == expected)
    #expect(try ConversionRequest(parsing: "caff") == ConversionRequest(container: .caf))
    let resampled = try ConversionRequest(parsing: "WAVE:LEI16@22050")
    #expect(resampled.container == .wave && resampled.dataFormat?.sampleRate == 22_050)
    for text in ["", ":", ":ima4", "caff:", "caff:ima4:", "caff:zzz", "zzz:ima4", "ima4"] {
      #expect(throws: SoundError.self, "\(text)") { try ConversionRequest(parsing: text) }
    }
  }

  @Test(
    "The extension tells the container where -f does not",
    arguments: [
      ("x.caf", DataFormat.Coding.ima4, Container.caf), ("x.CAF", .ima4, .caf),
      ("x.wav", .linearPCM(.int16(.littleEndian)), .wave), ("x.wave", .uLaw, .wave),
      ("x.Wav", .linearPCM(.uint8), .wave),
      ("x.aiff", .linearPCM(.int16(.bigEndian)), .aiff), ("x.aif", .linearPCM(.int8), .aiff),
      // What AIFF cannot hold makes it an AIFF-C.
      ("x.aiff", .ima4, .aifc), ("x.aif", .uLaw, .aifc),
      ("x.aiff", .linearPCM(.int16(.littleEndian)), .aifc),
      ("x.aifc", .linearPCM(.int16(.bigEndian)), .aifc), ("x.aifc", .aLaw, .aifc),
      ("two.dots.wav.caf", .ima4, .caf),
    ])
  func inferred(name: String, coding: DataFormat.Coding, container: Container) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(PlainWAVE.integers([1, 2, 3]), to: "in.wav")
    #expect(
      try convert(input, to: folder.path(name), nil, DataFormatRequest(coding)).container
        == container)
    #expect(try DecodedSound(folder.path(name)).container == container)
  }

  @Test(
    "A name that tells nothing, or the wrong thing, is refused and nothing is written",
    arguments: [
      ("x", DataFormat.Coding.ima4), ("x.xyz", .ima4), ("x.mp3", .ima4), (".caf", .ima4),
      ("caf", .ima4), ("x.", .ima4), ("x.wav", .ima4), ("x.wav", .linearPCM(.int8)),
      ("x.caf", .linearPCM(.uint8)), ("x.aifc", .linearPCM(.int24(.littleEndian))),
    ])
  func notInferred(name: String, coding: DataFormat.Coding) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(PlainWAVE.integers([1, 2, 3]), to: "in.wav")
    #expect(throws: SoundError.self) {
      try convert(input, to: folder.path(name), nil, DataFormatRequest(coding))
    }
    #expect(try folder.names() == ["in.wav"])
  }

  @Test(
    "Without -d the first 16-bit format of the container is taken",
    arguments: [
      (Container.caf, LinearPCM.int16(.bigEndian)), (.aiff, .int16(.bigEndian)),
      (.aifc, .int16(.bigEndian)), (.wave, .int16(.littleEndian)),
    ])
  func defaults(container: Container, pcm: LinearPCM) throws {
    let folder = try TemporaryFolder()
    let samples = TestSamples.integers(bitDepth: 16, count: 100)
    let input = try folder.write(
      PlainWAVE.integers(
        TestSamples.widened(samples, bitDepth: 16), bitDepth: 32, sampleRate: 22_050), to: "in.wav")
    let result = try convert(input, to: folder.path("out"), container)
    #expect(result.dataFormat.coding == .linearPCM(pcm))
    #expect(result.dataFormat.sampleRate == 22_050)
    let decoded = try DecodedSound(folder.path("out"))
    #expect(difference(decoded.samples, TestSamples.normalized(samples, bitDepth: 16)) == nil)
  }

  @Test("With neither -f nor -d the name decides, and one that tells nothing is refused")
  func neither() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(PlainWAVE.integers([1]), to: "in.wav")
    #expect(try convert(input, to: folder.path("x.caf")).dataFormat.coding == .ima4)
    let error = #expect(throws: SoundError.self) { try convert(input, to: folder.path("x.snd")) }
    #expect(error.map { "\($0)" }?.contains("does not tell the file format") == true)
  }
}
