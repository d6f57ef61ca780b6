import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("tocsin info with afinfo's options")
struct AfinfoInfoCommandTests {
  private let sounds: AfinfoSounds

  init() throws {
    sounds = try AfinfoSounds()
    try sounds.write(
      "chime.caf", .caf, .ima4, channels: 2, frames: 264_600,
      information: AfinfoSounds.appleInformation)
  }

  @Test("The facts stand in lines, the dictionary among them")
  func lines() throws {
    #expect(
      try sounds.tocsin("info", "chime.caf").text == """
        chime.caf
          container     CAF
          data format   ima4, 2 ch, 44100 Hz, 68 bytes and 64 frames a packet
          duration      6.000000 s, 264600 valid frames
          packets       4135 in 281180 bytes at offset 4096
          packet table  264600 valid + 0 priming + 40 remainder = 264640
          bit rate      374850 bits a second
          source depth  I16
          layout        Stereo
          optimized     yes
          file size     285276 bytes
          information   approximate duration in seconds: 6
          information   source bit depth: I16

        """)
  }

  @Test("The JSON has the facts of afinfo")
  func json() throws {
    struct Facts: Decodable {
      struct Entry: Decodable, Equatable {
        let key: String
        let value: String
      }
      let fileType, formatID, formatDescription, sourceBitDepth, speakerLayout: String
      let bitRate: Int
      let isOptimized: Bool
      let information: [Entry]
    }
    let output = try sounds.tocsin("info", "--json", "-r", "chime.caf").output
    let facts = try #require(JSONDecoder().decode([Facts].self, from: output).first)
    #expect(facts.fileType == "caff")
    #expect(facts.formatID == "ima4")
    #expect(facts.formatDescription.hasPrefix("ima4 (0x00000000) 0 bits/channel, 68 bytes"))
    #expect(facts.sourceBitDepth == "I16")
    #expect(facts.speakerLayout == "Stereo (L R)")
    #expect(facts.bitRate == 374_850)
    #expect(facts.isOptimized)
    #expect(facts.information.map(\.key) == AfinfoSounds.appleInformation.map(\.0))
  }

  @Test(
    "Brief and XML are afinfo's",
    arguments: [["-b"], ["--brief", "-i", "--warnings"], ["-x"], ["--xml", "-i", "-r"]])
  func sameMachinery(_ options: [String]) throws {
    let info = try Tool.tocsin().run(["info"] + options + ["chime.caf"], in: sounds.folder.url)
    let afinfo = try Tool("env").run(
      [sounds.folder.path("afinfo")] + options + ["chime.caf"], in: sounds.folder.url)
    #expect(info.status == 0)
    #expect(!info.text.isEmpty && info.text == afinfo.text)
  }

  @Test("--info adds the duration where the file does not tell it")
  func information() throws {
    try sounds.write("b.wav", .wave, .linearPCM(.uint8), frames: 4_410)
    #expect(try !sounds.tocsin("info", "b.wav").text.contains("information"))
    #expect(
      try sounds.tocsin("info", "-i", "b.wav").text.hasSuffix(
        "  information   approximate duration in seconds: 0.1\n"))
  }

  @Test("Two forms at once are wrong usage", arguments: [["--json", "-x"], ["-b", "-x"]])
  func conflict(_ options: [String]) throws {
    let result = try Tool.tocsin().run(["info"] + options + ["chime.caf"], in: sounds.folder.url)
    #expect(result.status == 2)
    #expect(result.errors.contains("use one of them"))
  }

  @Test("A file that cannot be read is an error, the others are told")
  func missingFile() throws {
    let result = try sounds.tocsin("info", "missing.caf", "chime.caf")
    #expect(result.status == 1)
    #expect(result.errors == "Error: cannot open missing.caf: no such file\n")
    #expect(result.text.hasPrefix("chime.caf\n"))
  }
}
