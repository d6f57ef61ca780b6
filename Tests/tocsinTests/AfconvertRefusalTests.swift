import AudioFormats
import TestSupport
import Testing

@Suite("afconvert's options for other codecs, and what is refused")
struct AfconvertRefusalTests {
  private let work: AfconvertWorkplace

  init() throws { work = try AfconvertWorkplace() }

  @Test(
    "An option that means nothing here is one line of warning, and the file is as without it",
    arguments: [
      (["-b", "64000"], "--bitrate"), (["-s", "3"], "--strategy"),
      (["--prime-method", "2"], "--prime-method"),
      (["--anchor-loudness", "-16.0"], "--anchor-loudness"),
      (["--anchor-generate"], "--anchor-generate"), (["--media-kind", "Audio Ad"], "--media-kind"),
      (["--codec-manuf", "appl"], "--codec-manuf"), (["-u", "vbrq", "64"], "--userproperty"),
      (["--userproperty", "pgcm", "2"], "--userproperty"), (["-ud", "a", "b"], "-ud"),
      (["-ue", "a", "b"], "-ue"), (["--gapless-before", "x.m4a"], "--gapless-before"),
      (["--gapless-after", "x.m4a"], "--gapless-after"),
      (["--decode-formatid", "aach"], "--decode-formatid"),
      (["--condensed-framing", "16"], "--condensed-framing"), (["--leaks"], "--leaks"),
      (["--profile"], "--profile"), (["-b", "1", "-b", "2"], "--bitrate"),
    ])
  func ignored(options: [String], name: String) throws {
    try work.convert("in.wav", "golden.caf", "-d", "ima4")
    let result = try work.afconvert(["in.wav", "out.caf", "-d", "ima4"] + options)
    #expect(result.status == 0)
    #expect(
      result.errors == "*** warning: \(name) means nothing for alert sounds and is ignored\n")
    #expect(try work.folder.bytes(of: "out.caf") == work.folder.bytes(of: "golden.caf"))
  }

  @Test(
    "An option of the IMA4 encoder is a warning where it has no effect",
    arguments: [
      (["a.caf", "-d", "ulaw", "-q", "best"], "--quality has no effect on ulaw: it is for ima4"),
      (["a.wav", "-f", "WAVE", "-q", "best"], "--quality has no effect on LEI16: it is for ima4"),
      (
        ["a.wav", "-f", "WAVE", "--optimize", "hearing"],
        "--optimize has no effect on LEI16: it is for ima4"
      ),
      (
        ["a.caf", "-d", "ima4", "-q", "fast", "--optimize", "hearing"],
        "--quality has no effect with --optimize hearing"
      ),
      (["a.caf", "-d", "ima4", "-q", "fast"], ""),
    ])
  func encoderOption(arguments: [String], warning: String) throws {
    let result = try work.afconvert(["in.wav"] + arguments)
    #expect(result.status == 0)
    #expect(result.errors == (warning.isEmpty ? "" : "*** warning: \(warning)\n"))
  }

  @Test("Several such options are a line each, once for all outputs")
  func several() throws {
    let result = try work.afconvert(
      "in.wav", "-s", "3", "-o", "a.caf", "-d", "ima4", "-b", "1", "-o", "b.caf", "-d", "ima4",
      "-b", "2")
    #expect(result.status == 0)
    #expect(
      result.errors == """
        *** warning: --bitrate means nothing for alert sounds and is ignored
        *** warning: --strategy means nothing for alert sounds and is ignored

        """)
  }

  @Test(
    "What cannot be done is refused in one sentence and nothing is written",
    arguments: [
      (
        ["-d", "ima4", "--read-track", "1"],
        "--read-track must be 0, the only track of the input, not '1'"
      ),
      (
        ["-d", "ima4", "--read-track", "-1"],
        "--read-track must be 0, the only track of the input, not '-1'"
      ),
      (["-f", "MPG3"], "unknown file format 'MPG3'; known are 'caff', 'WAVE', 'AIFF', 'AIFC'"),
      (["-f", "caff", "-d", "aacd"], "invalid data format 'aacd': alert sounds hold linear PCM"),
      (
        ["-f", "WAVE", "-d", "aac"],
        "'WAVE' cannot hold AAC; add -f m4af, -f m4bf, -f mp4f, -f caff, -f adts"
      ),
      (["-f", "m4af", "-d", "LEI16"], "'m4af' holds aac, alac, aach only, not LEI16"),
      (["-f", "adts", "-d", "alac"], "'adts' cannot hold ALAC; add -f m4af"),
      (["-f", "flac", "-d", "opus"], "'flac' cannot hold Opus; add -f Oggf, -f caff"),
      (["-f", "m4af", "-b", "fast"], "-b must be 1000…10000000 bits a second, not fast"),
      (["-f", "caff", "-d", "N"], "invalid data format 'N'"),
      (["-f", "caff", "-d", "LEI12"], "integers have 8, 16, 24 or 32 bits"),
      (["-f", "caff", "-d", "UI8"], "'caff' cannot hold this data format; it holds I8 BEI16"),
      (["-f", "WAVE", "-d", "ima4"], "'WAVE' cannot hold this data format; it holds UI8 LEI16"),
      (["-f", "AIFF", "-d", "LEI16"], "'AIFF' cannot hold this data format"),
      (["-f", "caff", "-d", "ima4", "-c", "3"], "; -c 2 keeps the first two"),
    ])
  func refused(options: [String], message: String) throws {
    let result = try work.afconvert(["in.wav", "out.caf"] + options)
    #expect(result.status == 1 || result.status == 2)
    #expect(result.errors.hasPrefix("Error: "))
    #expect(result.errors.split(separator: "\n").first?.contains(message) == true)
    #expect(result.text == "")
    #expect(try work.folder.names() == ["in.wav"])
  }

  @Test("Track 0 is there")
  func trackZero() throws {
    try work.convert("in.wav", "out.caf", "-d", "ima4", "--read-track", "0")
    #expect(try work.describe("out.caf").validFrames == 4_410)
  }
}
