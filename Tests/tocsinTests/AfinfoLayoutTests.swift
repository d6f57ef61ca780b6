import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("afinfo's layout")
struct AfinfoLayoutTests {
  private let sounds: AfinfoSounds

  init() throws { sounds = try AfinfoSounds() }

  @Test("A file is told line by line", arguments: AfinfoGolden.all)
  func golden(_ golden: AfinfoGolden) throws {
    try golden.write(sounds, golden.name)
    let result = try sounds.afinfo(golden.name)
    #expect(result.text == golden.text)
    #expect(result.errors == "")
    #expect(result.status == 0)
  }

  /// A public output of macOS, about a WAVE that afconvert made with these options.
  @Test("A WAVE of tocsin convert is told as one of afconvert is on a Mac")
  func probe() throws {
    try sounds.write(
      "tone.aiff", .aiff, .linearPCM(.int16(.bigEndian)), sampleRate: 16_000, frames: 23_879)
    let conversion = try sounds.tocsin(
      "convert", "tone.aiff", "probe.wav", "-f", "WAVE", "-d", "LEI16@16000", "-c", "1", "--mix")
    try #require(conversion.status == 0, "\(conversion.errors)")
    #expect(
      try sounds.afinfo("probe.wav").text == """
        File:           probe.wav
        File type ID:   WAVE
        Num Tracks:     1
        ----
        Data format:     1 ch,  16000 Hz, Int16
                        no channel layout.
        estimated duration: 1.492438 sec
        audio bytes: 47758
        audio packets: 23879
        bit rate: 256000 bits per second
        packet size upper bound: 2
        maximum packet size: 2
        audio data file offset: 4096
        optimized
        source bit depth: I16
        ----

        """)
    #expect(
      try sounds.afinfo("--brief", "probe.wav").text == """
        probe.wav, WAVE, Num Tracks:     1
        ----
        1.492 sec, format:   1 ch,  16000 Hz, Int16

        """)
  }

  @Test("An ima4 CAF of tocsin convert is as long as its source")
  func converted() throws {
    try sounds.write("tone.wav", .wave, .linearPCM(.int16(.littleEndian)), frames: 44_117)
    let conversion = try sounds.tocsin("convert", "tone.wav", "t.caf", "-f", "caff", "-d", "ima4")
    try #require(conversion.status == 0, "\(conversion.errors)")
    let lines = try sounds.afinfo("t.caf").text.split(separator: "\n")
    #expect(lines.contains("estimated duration: 1.000385 sec"))
    #expect(lines.contains("audio 44117 valid frames + 0 priming + 43 remainder = 44160"))
  }

  @Test("A file with a chunk after its audio is not optimized")
  func notOptimized() throws {
    try sounds.write("late.caf", .caf, .uLaw, frames: 100)
    var bytes = try sounds.folder.bytes(of: "late.caf")
    let chunk = AfinfoSounds.chunk([("title", "Late")])
    bytes += Array("info".utf8) + [0, 0, 0, 0, 0, 0, 0, UInt8(chunk.count)] + chunk
    try sounds.folder.write(bytes, to: "late.caf")
    let lines = try sounds.afinfo("late.caf").text.split(separator: "\n")
    #expect(lines.contains("not optimized"))
    #expect(lines.contains("    title                            : \"Late\""))
  }

  @Test("A file's own strings cannot move the cursor or forge lines")
  func hostileStrings() throws {
    let information = [("ti\u{1B}[2Jtle", "one\nFile: two"), ("source bit depth", "\r\u{202E}I")]
    try sounds.write("evil.caf", .caf, .ima4, frames: 100, information: information)
    for command in [
      try sounds.afinfo("evil.caf"), try sounds.afinfo("-x", "evil.caf"),
      try sounds.tocsin("info", "evil.caf"),
    ] {
      #expect(command.status == 0)
      let controls = command.text.unicodeScalars.filter {
        $0 != "\n" && ($0.value < 0x20 || $0.properties.generalCategory == .format)
      }
      #expect(controls.isEmpty)
      #expect(!command.text.contains("\nFile: two"))
    }
  }
}
