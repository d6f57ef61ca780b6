import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("afinfo's options, files and errors")
struct AfinfoCommandTests {
  private let sounds: AfinfoSounds

  init() throws {
    sounds = try AfinfoSounds()
    try sounds.write("a.caf", .caf, .ima4, frames: 44_100)
    try sounds.write("b.wav", .wave, .linearPCM(.int16(.littleEndian)), frames: 4_410)
  }

  @Test("Several files are told one after the other, options anywhere")
  func severalFiles() throws {
    let both = try sounds.afinfo("a.caf", "b.wav")
    #expect(try both.text == sounds.afinfo("a.caf").text + sounds.afinfo("b.wav").text)
    #expect(
      try sounds.afinfo("a.caf", "-b", "b.wav").text == """
        a.caf, caff, Num Tracks:     1
        ----
        1.000 sec, format:   1 ch,  44100 Hz, ima4 (0x00000000) 0 bits/channel, 34 bytes/packet, \
        64 frames/packet, 0 bytes/frame
        b.wav, WAVE, Num Tracks:     1
        ----
        0.100 sec, format:   1 ch,  44100 Hz, Int16

        """)
  }

  @Test("A missing file fails, and the others are told all the same")
  func missingFile() throws {
    let result = try sounds.afinfo("a.caf", "nowhere.caf", "b.wav")
    #expect(result.status == 1)
    #expect(
      result.errors
        == "Fail: AudioFileOpenURL failed: cannot open nowhere.caf: no such file\n")
    #expect(try result.text == sounds.afinfo("a.caf", "b.wav").text)
  }

  @Test(
    "What cannot be read as a sound fails with the reason",
    arguments: [
      ("folder", "it is a directory"), ("empty.caf", "the file is empty"),
      ("text.wav", "it is plain text, not a sound"), ("loop", "too many symbolic links"),
      ("cut.caf", "malformed CAF"), ("none.caf", "no such file"),
    ])
  func unreadableFile(_ name: String, _ reason: String) throws {
    let folder = sounds.folder
    try FileManager.default.createDirectory(
      at: folder.url("folder"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("loop"), withDestinationPath: folder.path("loop"))
    try folder.write([], to: "empty.caf")
    try folder.write("no sound at all".utf8, to: "text.wav")
    try folder.write(folder.bytes(of: "a.caf").prefix(30), to: "cut.caf")
    let result = try sounds.afinfo(name)
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("Fail: AudioFileOpenURL failed: "))
    #expect(result.errors.contains(reason))
    #expect(result.text == "")
  }

  @Test("Wrong usage is status 2", arguments: [[], ["-q", "a.caf"], ["--nonsense", "a.caf"]])
  func usage(_ arguments: [String]) throws {
    let result = try Tool("env").run(
      [sounds.folder.path("afinfo")] + arguments, in: sounds.folder.url)
    #expect(result.status == 2)
    #expect(result.text == "")
    #expect(result.errors.lowercased().contains("usage: afinfo [option...] audio_file..."))
  }

  @Test("Help names every option", arguments: ["-h", "--help"])
  func help(_ option: String) throws {
    let result = try sounds.afinfo(option)
    #expect(result.status == 0)
    for name in [
      "-b, --brief", "-r, --real", "-i, --info", "-x, --xml", "--warnings", "-h, --help",
    ] {
      #expect(result.text.contains(name))
    }
  }

  @Test("Counting packets by reading finds what the headers say", arguments: ["a.caf", "b.wav"])
  func real(_ name: String) throws {
    #expect(try sounds.afinfo("-r", name).text == sounds.afinfo(name).text)
    #expect(try sounds.afinfo("--real", "--leaks", name).text == sounds.afinfo(name).text)
  }

  @Test("Counting by reading decodes foreign formats to their end")
  func realForeign() throws {
    try sounds.writeForeign("tone.flac")
    #expect(try sounds.afinfo("-r", "tone.flac").text == sounds.afinfo("tone.flac").text)
    let bytes = try sounds.folder.bytes(of: "tone.flac")
    try sounds.folder.write(bytes.prefix(bytes.count / 2), to: "half.flac")
    #expect(try sounds.afinfo("half.flac").text.contains("estimated duration: 1.500000 sec"))
    let result = try sounds.afinfo("-r", "half.flac")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("Fail: AudioFileReadPacketData failed: half.flac: "))
    #expect(result.text == "")
  }

  @Test("--info tells the duration also where the file does not")
  func information() throws {
    let section = "info dictionary:\n    approximate duration in seconds  : \"0.1\"\n"
    #expect(try !sounds.afinfo("b.wav").text.contains("info dictionary"))
    #expect(try sounds.afinfo("-i", "b.wav").text.hasSuffix(section + "----\n"))
    #expect(try sounds.afinfo("-b", "--info", "b.wav").text.hasSuffix("Int16\n" + section))
    try sounds.write(
      "c.caf", .caf, .ima4, frames: 264_600, information: AfinfoSounds.appleInformation)
    #expect(try sounds.afinfo("-i", "c.caf").text == sounds.afinfo("c.caf").text)
  }

  @Test("--warnings tells what deviates from the rules")
  func warnings() throws {
    let bytes = try sounds.folder.bytes(of: "b.wav")
    try sounds.folder.write(bytes.dropLast(1_000), to: "cut.wav")
    #expect(try !sounds.afinfo("cut.wav").text.contains("warning"))
    let result = try sounds.afinfo("--warnings", "cut.wav")
    #expect(result.status == 0)
    #expect(
      result.text.contains(
        "\nwarning: at byte 4088: chunk 'data' claims 8820 bytes, only 7820 are left in the file\n"
      ))
    #expect(try sounds.afinfo("--warnings", "b.wav").text == sounds.afinfo("b.wav").text)
  }
}
