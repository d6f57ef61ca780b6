import Foundation
import TestSupport
import Testing

@Suite("tocsin convert: one input, one output")
struct ConvertTests {
  @Test("Without -v it says nothing")
  func quiet() throws {
    let work = try Workplace()
    let result = try work.tocsin("convert", "in.wav", "out.caf", "-d", "ima4", "-f", "caff")
    #expect(result.isQuietSuccess && result.output.isEmpty)
    #expect(try work.folder.bytes(of: "out.caf").starts(with: "caff".utf8))
  }

  @Test("-v prints afconvert's lines, and the quality")
  func verbose() throws {
    let work = try Workplace()
    let result = try work.tocsin("convert", "in.wav", "out.caf", "-d", "ima4", "-f", "caff", "-v")
    #expect(result.isQuietSuccess)
    let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
    let golden = """
      Input file: in.wav, 4410 frames
      Formats:
        Input file     1 ch,  44100 Hz, Int16
        Output file    1 ch,  44100 Hz, ima4 (0x00000000) 0 bits/channel, 34 bytes/packet, \
      64 frames/packet, 0 bytes/frame
      Output file: out.caf, 4410 frames
      """
    #expect(lines.dropLast(3).joined(separator: "\n") == golden)
    let quality = try #require(
      lines.dropLast(2).last?.wholeMatch(
        of: /Signal-to-noise ratio: (.*) dB, (.*) dB in decoders that restart at each packet/))
    #expect(try #require(Double(quality.1)) > 30)
    #expect(quality.1 == quality.2)
    #expect(lines.dropLast().last?.wholeMatch(of: /Noise-to-mask ratio: (.*) dB/) != nil)
  }

  @Test("--optimize hearing trades one ratio for the other, and wants a word that it knows")
  func hearing() throws {
    let work = try Workplace()
    func ratios(_ aim: String) throws -> [Double] {
      let result = try work.tocsin(
        "convert", "in.wav", "\(aim).caf", "-d", "ima4", "-v", "--optimize", aim)
      #expect(result.isQuietSuccess)
      return result.text.matches(of: /ratio: ([-.0-9]+) dB/).compactMap { Double($0.1) }
    }
    let (signal, hearing) = (try ratios("signal"), try ratios("hearing"))
    #expect(signal.count == 2 && hearing.count == 2)
    #expect(hearing[0] <= signal[0] && hearing[1] <= signal[1])
    let sizes = try ["signal", "hearing"].map { try work.folder.bytes(of: "\($0).caf").count }
    #expect(sizes[0] == sizes[1])
    let refused = try work.tocsin("convert", "in.wav", "no.caf", "--optimize", "taste")
    #expect(refused.status != 0 && refused.errors.contains("signal or hearing"))
  }

  @Test(
    "A quality of afconvert's is one of the three efforts",
    arguments: [
      ("0", "fast"), ("31", "fast"), ("32", "normal"), ("64", "normal"), ("95", "normal"),
      ("96", "best"), ("127", "best"),
    ])
  func efforts(number: String, word: String) throws {
    let work = try Workplace()
    for (quality, output) in [(number, "number.caf"), (word, "word.caf")] {
      #expect(
        try work.tocsin("convert", "in.wav", output, "-d", "ima4", "-q", quality).status == 0)
    }
    #expect(try work.folder.bytes(of: "number.caf") == work.folder.bytes(of: "word.caf"))
  }

  @Test("The efforts make different files, and one beyond the last is refused")
  func effortRange() throws {
    let work = try Workplace()
    let files = try ["fast", "normal", "best"].map { quality in
      _ = try work.tocsin("convert", "in.wav", "out.caf", "-d", "ima4", "-q", quality)
      return try work.folder.bytes(of: "out.caf")
    }
    #expect(Set(files).count == 3)
    let result = try work.tocsin("convert", "in.wav", "no.caf", "-d", "ima4", "-q", "128")
    #expect(result.status != 0)
    #expect(result.errors.contains("0…127"), "\(result.errors)")
  }

  @Test(
    "-v describes each coding",
    arguments: [
      ("BEI24", "lpcm (0x0000000E) 24-bit big-endian signed integer"),
      ("LEF32", "Float32"),
      ("I8", "lpcm (0x0000000C) 8-bit signed integer"),
      ("ulaw", "ulaw (0x00000000) 8 bits/channel, 1 bytes/packet, 1 frames/packet, 1 bytes/frame"),
    ])
  func descriptions(dataFormat: String, description: String) throws {
    let work = try Workplace()
    let result = try work.tocsin("convert", "in.wav", "out.caf", "-d", dataFormat + "@8000", "-v")
    #expect(result.isQuietSuccess)
    let line = "  Output file    1 ch,   8000 Hz, " + description
    #expect(result.text.split(separator: "\n").map(String.init).contains(line))
  }

  @Test("A lossless conversion has no quality to tell")
  func lossless() throws {
    let work = try Workplace()
    let verbose = try work.tocsin("convert", "in.wav", "out.caf", "-d", "LEI16", "-v")
    #expect(verbose.isQuietSuccess && !verbose.text.contains("Signal-to-noise"))
    let json = try work.tocsin("convert", "in.wav", "out.caf", "-d", "BEI24", "--json").jsonList()
    #expect(json.count == 1 && json[0]["frames"] as? Int == 4_410)
    #expect(json[0]["signalToNoise"] == nil)
  }

  @Test("--json prints what was made")
  func json() throws {
    let work = try Workplace()
    let result = try work.tocsin("convert", "in.wav", "out.caf", "-d", "ima4", "--json")
    #expect(result.isQuietSuccess)
    let record = try #require(result.jsonList().first)
    #expect(record["input"] as? String == "in.wav")
    #expect(record["output"] as? String == "out.caf")
    #expect(record["container"] as? String == "CAF")
    #expect(record["dataFormat"] as? String == "ima4")
    #expect(record["channels"] as? Int == 1)
    #expect(record["sampleRate"] as? Double == 44_100)
    #expect(record["frames"] as? Int == 4_410)
    #expect(record["duration"] as? Double == 0.1)
    #expect(record["inputBytes"] as? Int == 44 + 2 * 4_410)
    #expect(record["outputBytes"] as? Int == 4_096 + 69 * 34)
    #expect(record["signalToNoise"] as? Double ?? 0 > 30)
    #expect(record["warnings"] as? [String] == [])
    #expect(record["error"] == nil)
    #expect(try work.folder.bytes(of: "out.caf").count == 4_096 + 69 * 34)
  }

  @Test("A warning goes to standard error, and into the JSON")
  func warnings() throws {
    let work = try Workplace()
    try work.write("stereo.wav", channels: 2)
    let warning = "stereo.wav: 1 of 2 channels were dropped"
    let plain = try work.tocsin("convert", "stereo.wav", "out.caf", "-d", "ima4", "-c", "1")
    #expect(plain.status == 0 && plain.output.isEmpty)
    #expect(plain.errors == "*** warning: \(warning)\n")
    let json = try work.tocsin(
      "convert", "stereo.wav", "out.caf", "-d", "ima4", "-c", "1", "--json")
    let record = try #require(json.jsonList().first)
    #expect(record["warnings"] as? [String] == [warning])
    #expect(record["channels"] as? Int == 1)
  }

  @Test("--to says the same as -f and -d")
  func target() throws {
    let work = try Workplace()
    #expect(try work.tocsin("convert", "in.wav", "1", "--to", "caff:ima4").isQuietSuccess)
    #expect(try work.tocsin("convert", "in.wav", "2", "-f", "caff", "-d", "ima4").isQuietSuccess)
    #expect(try work.folder.bytes(of: "1") == work.folder.bytes(of: "2"))
  }

  @Test("Options may stand anywhere, and '--' ends them")
  func order() throws {
    let work = try Workplace()
    #expect(try work.tocsin("convert", "-d", "ima4", "in.wav", "-f", "caff", "1").isQuietSuccess)
    #expect(
      try work.tocsin("convert", "-f", "caff", "-d", "ima4", "--", "in.wav", "-2.caf")
        .isQuietSuccess)
    #expect(try work.tocsin("convert", "./-2.caf", "3.caf", "-d", "0").isQuietSuccess)
    #expect(try work.tocsin("info", "--", "-2.caf").isQuietSuccess)
    #expect(try work.folder.bytes(of: "1") == work.folder.bytes(of: "-2.caf"))
    #expect(try work.folder.bytes(of: "1") == work.folder.bytes(of: "3.caf"))
  }
}
