import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("afconvert -v, and its errors")
struct AfconvertVerboseTests {
  private let work: AfconvertWorkplace

  init() throws { work = try AfconvertWorkplace() }

  /// A conversion and the lines of its `-v`; the signal-to-noise ratio is told apart.
  struct Golden: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let input: String
    let output: String

    var testDescription: String { arguments.joined(separator: " ") }
  }

  private static let ima4 =
    "ima4 (0x00000000) 0 bits/channel, 34 bytes/packet, 64 frames/packet, 0 bytes/frame"

  static let goldens = [
    Golden(
      arguments: ["in.wav", "out.caf", "-d", "ima4", "-f", "caff", "-v"],
      input: "1 ch,  44100 Hz, Int16", output: "1 ch,  44100 Hz, \(ima4)"),
    Golden(
      arguments: ["deep.aiff", "out.wav", "-d", "LEI24", "-v"],
      input: "2 ch,  48000 Hz, lpcm (0x0000000E) 24-bit big-endian signed integer",
      output: "2 ch,  48000 Hz, lpcm (0x0000000C) 24-bit little-endian signed integer"),
    Golden(
      arguments: ["deep.aiff", "out.caf", "-verbose", "-d", "BEF32"],
      input: "2 ch,  48000 Hz, lpcm (0x0000000E) 24-bit big-endian signed integer",
      output: "2 ch,  48000 Hz, lpcm (0x0000000B) 32-bit big-endian float"),
    Golden(
      arguments: ["in.wav", "out.wav", "--verbose", "-d", "LEF32", "-c", "2"],
      input: "1 ch,  44100 Hz, Int16", output: "2 ch,  44100 Hz, Float32, interleaved"),
    Golden(
      arguments: ["in.wav", "out.wav", "-v", "-d", "UI8"],
      input: "1 ch,  44100 Hz, Int16",
      output: "1 ch,  44100 Hz, lpcm (0x00000008) 8-bit unsigned integer"),
    Golden(
      arguments: ["in.wav", "out.aifc", "-v", "-d", "ulaw"],
      input: "1 ch,  44100 Hz, Int16",
      output:
        "1 ch,  44100 Hz, ulaw (0x00000000) 8 bits/channel, 1 bytes/packet, 1 frames/packet, "
        + "1 bytes/frame"),
  ]

  @Test("What is done is told on standard output", arguments: goldens)
  func golden(_ golden: Golden) throws {
    _ = try work.run(
      "sox", "-n", "-r", "48000", "-b", "24", "-c", "2", "deep.aiff", "synth", "4410s", "sine",
      "440")
    let result = try work.afconvert(golden.arguments)
    #expect(result.isQuietSuccess)
    let lines = result.text.split(separator: "\n").filter { !$0.contains("-to-") }
    #expect(
      lines == [
        "Input file: \(golden.arguments[0]), 4410 frames", "Formats:",
        "  Input file     \(golden.input)", "  Output file    \(golden.output)",
        "Output file: \(golden.arguments[1]), 4410 frames",
      ])
  }

  @Test("Names are told without their folders, as Apple's tool tells them")
  func folders() throws {
    _ = try work.run("mkdir", "a", "b")
    _ = try work.run("cp", "in.wav", "a/in.wav")
    let result = try work.afconvert("-v", "a/in.wav", "b/out.caf", "-d", "ima4", "-f", "caff")
    #expect(result.isQuietSuccess)
    let lines = result.text.split(separator: "\n")
    #expect(lines.first == "Input file: in.wav, 4410 frames")
    #expect(lines.contains("Output file: out.caf, 4410 frames"))
  }

  @Test("An AIFF of the system becomes an alert sound by the usual line")
  func usualLine() throws {
    _ = try work.run(
      "sox", "-n", "-r", "44100", "-b", "16", "-c", "2", "Submarine.aiff", "synth", "1", "sine",
      "440", "gain", "-6")
    let result = try work.afconvert("Submarine.aiff", "sub.caf", "-d", "ima4", "-f", "caff", "-v")
    #expect(result.isQuietSuccess)
    let lines = result.text.split(separator: "\n").map(String.init)
    #expect(
      lines.dropLast(2) == [
        "Input file: Submarine.aiff, 44100 frames", "Formats:",
        "  Input file     2 ch,  44100 Hz, lpcm (0x0000000E) 16-bit big-endian signed integer",
        "  Output file    2 ch,  44100 Hz, ima4 (0x00000000) 0 bits/channel, 68 bytes/packet, "
          + "64 frames/packet, 0 bytes/frame",
        "Output file: sub.caf, 44100 frames",
      ])
    let ratio = lines.dropLast().last?.wholeMatch(
      of: /Signal-to-noise ratio: (.*) dB, (.*) dB in decoders that restart at each packet/)
    #expect(ratio.flatMap { Double($0.1) } ?? 0 > 30)
    #expect(ratio?.1 == ratio?.2)
    let sound = try work.describe("sub.caf")
    #expect(sound.container == .caf && sound.dataFormat.coding == .ima4)
    #expect(sound.dataFormat.channelCount == 2 && sound.validFrames == 44_100)
  }

  @Test("A foreign input's format is told as afinfo tells it")
  func foreign() throws {
    _ = try work.run("sox", "in.wav", "in.flac")
    let result = try work.afconvert("in.flac", "out.caf", "-d", "ima4", "-v")
    let lines = result.text.split(separator: "\n")
    #expect(
      lines.contains("  Input file     1 ch,  44100 Hz, flac (0x00000001) from 16-bit source"),
      "\(lines)")
  }

  @Test("The layout that -l asks for stands in the first line and below the format")
  func layout() throws {
    _ = try work.run("sox", "in.wav", "-c", "4", "four.wav")
    let result = try work.afconvert(
      "-v", "-l", "Quadraphonic", "-d", "LEI16", "-f", "caff", "four.wav", "out.caf")
    #expect(
      result.text.split(separator: "\n") == [
        "Input file: four.wav, 4410 frames, Quadraphonic", "Formats:",
        "  Input file     4 ch,  44100 Hz, Int16, interleaved",
        "  Output file    4 ch,  44100 Hz, Int16, interleaved",
        "                 Quadraphonic", "Output file: out.caf, 4410 frames",
      ])
  }

  @Test("Without -v a conversion says nothing")
  func quiet() throws {
    try work.convert("in.wav", "out.caf", "-d", "ima4")
    #expect(try work.describe("out.caf").validFrames == 4_410)
  }

  @Test(
    "A conversion that fails names the operation, the system's status and the reason",
    arguments: [
      (["gone.wav", "out.caf"], "Couldn't open input file (-43): cannot open gone.wav: no such"),
      (["text.wav", "out.caf"], "Couldn't open input file ('typ?'): text.wav: "),
      (["empty.wav", "out.caf"], "Couldn't open input file ('dta?'): empty.wav: "),
      (["cut.wav", "out.caf"], "Couldn't open input file ('dta?'): cut.wav: "),
      ([".", "out.caf"], "Couldn't open input file ('wht?'): "),
      (
        ["in.wav", "no/out.caf"], "ExtAudioFileCreateWithURL failed (-48): cannot write no/out.caf"
      ),
      (["in.wav", "out.wav"], "ExtAudioFileSetProperty ('cfmt') failed ('fmt?'): "),
      (["in.wav", "in.wav", "-d", "LEI16"], "ExtAudioFileCreateWithURL failed (-48): "),
      // It is the output that cannot be; the input is fine.
      (["in.wav", "out.wav", "-d", "LEI16@22050.5"], "ExtAudioFile"),
    ])
  func errors(arguments: [String], message: String) throws {
    try work.folder.write(Array("This is no sound, but a text.".utf8), to: "text.wav")
    try work.folder.write([], to: "empty.wav")
    try work.folder.write(try work.folder.bytes(of: "in.wav").prefix(30), to: "cut.wav")
    let before = try work.folder.names()
    let result = try work.afconvert(["-d", "ima4"] + arguments)
    #expect(result.status == 1)
    #expect(result.text == "")
    #expect(result.errors.hasPrefix("Error: " + message), "\(result.errors)")
    #expect(result.errors.filter { $0 == "\n" }.count == 1 && result.errors.hasSuffix("\n"))
    #expect(try work.folder.names() == before)
  }
}
