import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("afconvert's grammar")
struct AfconvertGrammarTests {
  private let work: AfconvertWorkplace

  init() throws { work = try AfconvertWorkplace() }

  private static let usage = "Usage: afconvert [option...] input_file [output_file]\n"

  @Test(
    "Options in all their spellings and places make the same file",
    arguments: [
      ["-data", "ima4", "-file", "caff", "in.wav", "out.caf"],
      ["--data", "ima4", "in.wav", "--file", "caff", "out.caf"],
      ["--data=ima4", "--file=caff", "in.wav", "out.caf"],
      ["in.wav", "out.caf", "-d", "ima4", "-f", "caff"],
      ["in.wav", "-d", "ima4", "out.caf", "-f", "caff"],
      ["in.wav", "-dataformat", "ima4", "-f", "caff", "-output", "out.caf"],
      ["-f", "caff", "-d", "ima4", "--", "in.wav", "out.caf"],
    ])
  func spellings(arguments: [String]) throws {
    try work.convert("-d", "ima4", "-f", "caff", "in.wav", "golden.caf")
    try work.convert(arguments)
    #expect(try work.folder.bytes(of: "out.caf") == work.folder.bytes(of: "golden.caf"))
  }

  @Test("A file's name may start with a dash after -- and after -o")
  func dashes() throws {
    try FileManager.default.moveItem(at: work.folder.url("in.wav"), to: work.folder.url("-d"))
    try work.convert("-d", "ima4", "--", "-d", "-o.caf")
    try work.convert("-o", "-v.caf", "-d", "ima4", "--", "-d")
    #expect(try work.folder.names() == ["-d", "-o.caf", "-v.caf"])
    #expect(try work.describe("-v.caf").validFrames == 4_410)
  }

  @Test("-hf lists the formats in afconvert's layout", arguments: ["-hf", "--help-formats"])
  func formats(option: String) throws {
    let result = try work.afconvert(option)
    #expect(result.isQuietSuccess)
    #expect(
      result.text == """
        Audio file and data formats:
            'AIFF' = AIFF (.aiff, .aif)
                       data_formats: I8 BEI16 BEI24 BEI32
            'AIFC' = AIFF-C (.aifc, .aiff, .aif)
                       data_formats: I8 BEI16 BEI24 BEI32 BEF32 BEF64
                                     UI8 LEI16 'ulaw' 'alaw' 'ima4'
            'caff' = CAF (.caf)
                       data_formats: I8 BEI16 BEI24 BEI32 BEF32 BEF64
                                     LEI16 LEI24 LEI32 LEF32 LEF64 'ulaw'
                                     'alaw' 'ima4'
            'WAVE' = WAVE (.wav, .wave)
                       data_formats: UI8 LEI16 LEI24 LEI32 LEF32 LEF64
                                     'ulaw' 'alaw'
        With ffmpeg installed also:
            'm4af' = Apple MPEG-4 Audio (.m4a, .m4r)
                       data_formats: 'aac ' 'alac' 'aach'
            'm4bf' = Apple MPEG-4 AudioBooks (.m4b)
                       data_formats: 'aac ' 'alac' 'aach'
            'mp4f' = MPEG-4 Audio (.mp4)
                       data_formats: 'aac ' 'alac' 'aach'
            'caff' = CAF (.caf)
                       data_formats: 'aac ' 'alac' 'opus'
            'adts' = AAC ADTS (.aac, .adts)
                       data_formats: 'aac ' 'aach'
            'flac' = FLAC (.flac)
                       data_formats: 'flac'
            'Oggf' = Ogg (.opus, .ogg)
                       data_formats: 'opus'

        """)
  }

  @Test("Help is a usage message on standard error", arguments: ["-h", "--help", "-help"])
  func help(option: String) throws {
    let result = try work.afconvert(option, "in.wav")
    #expect(result.status == 2)
    #expect(result.text == "")
    #expect(result.errors.contains("afconvert [option...] input_file [output_file]\n"))
    for option in ["-d, --data", "-f, --file", "-o", "--src-complexity", "--generate-hash", "-ue"] {
      #expect(result.errors.contains(option), "\(option)")
    }
  }

  @Test(
    "A command line that makes no sense is told with the usage, status 2",
    arguments: [
      (["-z"], "unknown option: -z"), (["in.wav", "--nope", "x"], "unknown option: --nope"),
      (["--nope=3"], "unknown option: --nope=3"), (["-=="], "unknown option: -=="),
      (["in.wav", "-d"], "missing argument: -d"), (["in.wav", "-data"], "missing argument: -data"),
      (["in.wav", "-o"], "missing argument: -o"),
      (["in.wav", "--prime-override", "1"], "missing argument: --prime-override"),
      (["in.wav", "-u", "vbrq"], "missing argument: -u"),
      (["in.wav"], "Error: no output file format or data format specified: add -f, -d or both"),
      (
        ["in.wav", "out.caf"],
        "Error: no output file format or data format specified: add -f, -d or both"
      ),
    ])
  func wrongUsage(arguments: [String], message: String) throws {
    let result = try work.afconvert(arguments)
    #expect(result.status == 2)
    #expect(result.text == "")
    #expect(result.errors.hasPrefix(message + "\n" + Self.usage), "\(result.errors)")
    #expect(try work.folder.names() == ["in.wav"])
  }

  @Test(
    "Too few or too many files are told in words of afconvert, not of another tool",
    arguments: [
      ["-d", "ima4"], ["a", "b", "c", "-d", "ima4"], ["a", "b", "-o", "c", "-d", "ima4"],
    ])
  func wrongFileCount(arguments: [String]) throws {
    let result = try work.afconvert(arguments)
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("Error: one input"))
    #expect(result.errors.contains(Self.usage))
    #expect(!result.errors.contains("--output-dir"), "afconvert has no such option")
  }

  @Test(
    "A value out of range is wrong usage and told before a file is touched",
    arguments: [
      (["-c", "0"], "--channels must be 1…64, not '0'"),
      (["-c", "x"], "--channels must be 1…64, not 'x'"),
      (["-r", "128"], "--src-quality must be 0…127"),
      (["-r", "-1"], "--src-quality must be 0…127"),
      (["--src-complexity", "fast"], "--src-complexity must be line, norm or bats, not 'fast'"),
      (["--dither", "0"], "--dither must be 1 or 2"),
      (["--dither", "3"], "--dither must be 1 or 2"),
      (["--offset", "-1"], "--offset must be a frame of 0 or more"),
      (
        ["--prime-override", "a", "b"], "--prime-override must be two numbers of frames, not 'a b'"
      ),
    ])
  func wrongValue(options: [String], message: String) throws {
    let result = try work.afconvert(["in.wav", "out.caf", "-d", "LEI16"] + options)
    #expect(result.status == 2)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.contains(Self.usage))
    #expect(try work.folder.names() == ["in.wav"])
  }
}
