import AlertSounds
import AudioFormats
import TestSupport
import Testing

@Suite("Data formats: the grammar of afconvert's -d")
struct DataFormatGrammarTests {
  /// A text and what it asks for.
  struct Valid: Sendable, CustomTestStringConvertible {
    let text: String
    let coding: DataFormat.Coding?
    let sampleRate: Double?

    init(_ text: String, _ coding: DataFormat.Coding?, _ sampleRate: Double? = nil) {
      self.text = text
      self.coding = coding
      self.sampleRate = sampleRate
    }

    var testDescription: String { text }
  }

  static let valid: [Valid] = [
    Valid("0", nil),
    Valid("ima4", .ima4), Valid("ulaw", .uLaw), Valid("alaw", .aLaw),
    Valid("ima4@22050", .ima4, 22_050), Valid("ulaw@8000", .uLaw, 8_000),
    Valid("ima4#64", .ima4), Valid("ima4/0", .ima4), Valid("ima4@48000/0#64", .ima4, 48_000),
    Valid("alaw#1", .aLaw),
    Valid("LEI16", .linearPCM(.int16(.littleEndian))),
    Valid("BEI16", .linearPCM(.int16(.bigEndian))),
    Valid("LEI24", .linearPCM(.int24(.littleEndian))),
    Valid("BEI24", .linearPCM(.int24(.bigEndian))),
    Valid("LEI32", .linearPCM(.int32(.littleEndian))),
    Valid("BEI32", .linearPCM(.int32(.bigEndian))),
    Valid("LEF32", .linearPCM(.float32(.littleEndian))),
    Valid("BEF32", .linearPCM(.float32(.bigEndian))),
    Valid("LEF64", .linearPCM(.float64(.littleEndian))),
    Valid("BEF64", .linearPCM(.float64(.bigEndian))),
    // Without an order, the machine's own.
    Valid("I16", .linearPCM(.int16(.littleEndian))),
    Valid("F32", .linearPCM(.float32(.littleEndian))),
    // The hyphen was once required.
    Valid("-LEI16", .linearPCM(.int16(.littleEndian))),
    Valid("-F64", .linearPCM(.float64(.littleEndian))),
    Valid("I8", .linearPCM(.int8)), Valid("BEI8", .linearPCM(.int8)),
    Valid("LEI8", .linearPCM(.int8)), Valid("UI8", .linearPCM(.uint8)),
    Valid("LEI16@1", .linearPCM(.int16(.littleEndian)), 1),
    Valid("BEF32@768000", .linearPCM(.float32(.bigEndian)), 768_000),
    // A rate of 0 is the source's.
    Valid("LEI16@0", .linearPCM(.int16(.littleEndian))),
    // Flags replace what the name said: 1 float, 2 big-endian, 4 signed, 8 packed.
    Valid("LEI16/E", .linearPCM(.int16(.bigEndian))),
    Valid("BEI16/c", .linearPCM(.int16(.littleEndian))),
    Valid("I8/8", .linearPCM(.uint8)), Valid("I32/9", .linearPCM(.float32(.littleEndian))),
    Valid("BEF64@96000/B#1", .linearPCM(.float64(.bigEndian)), 96_000),
  ]

  @Test("A valid format is understood", arguments: valid)
  func understood(_ format: Valid) throws {
    let request = try DataFormatRequest(parsing: format.text)
    #expect(request == DataFormatRequest(format.coding, sampleRate: format.sampleRate))
  }

  @Test(
    "Linear PCM's own name is understood, whatever its width and order", arguments: LinearPCM.all)
  func ownNames(_ pcm: LinearPCM) throws {
    #expect(try DataFormatRequest(parsing: pcm.description).coding == .linearPCM(pcm))
  }

  static let invalid = [
    "", " ", "-", "@44100", "X16", "16", "LE", "LEI", "BEF", "I12", "I64", "I0", "F16", "F24",
    "UI16", "UI32", "BELEI16", "LEBEI16", "lei16", "IMA4", "Ima4", "ima", "ima4x", "ima44",
    "ima4-16", "I-16", "I+16", "I1６", " I16", "I16 ", "LEI16x", "LEI16@", "LEI16@x", "LEI16@-1",
    "LEI16@768001", "LEI16@1e3", "LEI16@nan", "LEI16@inf", "LEI16@99999999999999999999",
    "LEI16/", "LEI16/g", "LEI16/20", "LEI16/100000000", "LEI24/8", "I64/9", "ima4/1", "LEI16#",
    "LEI16#2", "LEI16#0", "ima4#32", "ima4#1", "LEI16#1@44100", "LEI16/C@44100", "0@22050", "00",
    "LEI16,BEI16", "N", "aac", "aac ", "aac@44100", "alac", "alac-24", "flac", "opus", ".mp3",
    "ilbc", "QDM2", "MAC3", "ms\\x00\\x02", "ms\\x00\\x11", "dvi8", "zzzz",
  ]

  @Test("An invalid format is refused in a sentence that names it", arguments: invalid)
  func refused(_ text: String) {
    let error = #expect(throws: SoundError.self) { try DataFormatRequest(parsing: text) }
    let sentence = "\(error.map { "\($0)" } ?? "")"
    #expect(sentence.hasPrefix("invalid data format '\(text)': "))
    #expect(sentence.last != "." && sentence.allSatisfy { !$0.isNewline })
  }

  @Test(
    "A coding that only Apple's tools can make is told from an unknown one",
    arguments: ["aac", "alac", "alac-24", "flac", "opus", "ilbc"])
  func knownElsewhere(_ text: String) {
    let error = #expect(throws: SoundError.self) { try DataFormatRequest(parsing: text) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("alert sounds hold linear PCM, ima4"))
  }

  @Test("Random text never traps the parser, and what it accepts is a format")
  func randomText() {
    var generator = SeededGenerator.printed(for: "random data formats")
    let parts = [
      "BE", "LE", "I", "UI", "F", "8", "16", "24", "32", "64", "@", "44100", "/", "#", "-", "ima4",
      "ulaw", "0", "é", "\u{0}", "\u{301}", ".", "9999999999999999999999",
    ]
    var accepted = 0
    for _ in 0..<5_000 {
      let count = Int.random(in: 0...6, using: &generator)
      let text = (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
      guard let request = try? DataFormatRequest(parsing: text) else { continue }
      accepted += 1
      #expect(request.sampleRate.map { DataFormat.sampleRates.contains($0) } ?? true, "\(text)")
    }
    #expect(accepted > 0)
  }
}
