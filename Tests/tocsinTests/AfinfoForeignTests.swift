import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("afinfo's lines for compressed and foreign formats, as macOS prints them")
struct AfinfoForeignTests {
  private let sounds: AfinfoSounds
  private static let frames = 54_441

  init() throws {
    sounds = try AfinfoSounds()
    try sounds.folder.write(
      PlainWAVE.integers(
        Signals.sine(frames: Self.frames).samples.map { Int32(($0 * 0x1p15).rounded()) }),
      to: "in.wav")
  }

  /// The lines after the head, with `#` for what depends on ffmpeg's encoders.
  private func lines(_ name: String, _ options: [String]) throws -> [String] {
    let made = try Tool("ffmpeg").run(
      ["-nostdin", "-v", "error", "-i", "in.wav", "-fflags", "+bitexact"] + options + [name],
      in: sounds.folder.url)
    try #require(made.status == 0, "\(made.errors)")
    return try lines(of: name)
  }

  private func lines(of name: String) throws -> [String] {
    let result = try sounds.afinfo(name)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let masked = [
      "audio bytes", "bit rate", "packet size upper bound", "maximum packet size",
      "audio data file offset",
    ]
    return result.text.split(separator: "\n").dropFirst().map { line in
      guard let colon = line.firstIndex(of: ":"), masked.contains(String(line[..<colon])) else {
        return String(line)
      }
      let value = line[line.index(after: colon)...].replacing(/[0-9]+/, with: "#")
      return String(line[...colon]) + value
    }
  }

  private static let none = "                no channel layout."
  private static let sizes = ["packet size upper bound: #", "maximum packet size: #"]

  @Test("AAC in M4A")
  func m4a() throws {
    let aac =
      "aac  (0x00000000) 0 bits/channel, 0 bytes/packet, 1024 frames/packet, 0 bytes/frame"
    let options = ["-c:a", "aac", "-movie_timescale", "44100"]
    #expect(
      try lines("a.m4a", options) == [
        "File type ID:   m4af", "Num Tracks:     1", "----",
        "Data format:     1 ch,  44100 Hz, \(aac)", Self.none,
        "estimated duration: 1.234490 sec", "audio bytes: #", "audio packets: 55",
        "bit rate: # bits per second",
      ] + Self.sizes + [
        "audio data file offset: #", "not optimized",
        "audio 54441 valid frames + 1024 priming + 855 remainder = 56320", "----",
      ])
    let first = try lines("b.m4a", options + ["-movflags", "+faststart"])
    #expect(first.contains("optimized"), "\(first)")
  }

  @Test("AAC in CAF")
  func cafAAC() throws {
    let made = try sounds.tocsin("convert", "in.wav", "a.caf", "-d", "aac")
    try #require(made.status == 0, "\(made.errors)")
    #expect(
      try lines(of: "a.caf") == [
        "File type ID:   caff", "Num Tracks:     1", "----",
        "Data format:     1 ch,  44100 Hz, aac  (0x00000000) 0 bits/channel, 0 bytes/packet, "
          + "1024 frames/packet, 0 bytes/frame", "Channel layout: Mono",
        "estimated duration: 1.234490 sec",
        "audio bytes: #", "audio packets: 55", "bit rate: # bits per second",
      ] + Self.sizes + [
        "audio data file offset: #", "not optimized",
        "audio 54441 valid frames + 1024 priming + 855 remainder = 56320", "----",
      ])
  }

  @Test("AAC as ADTS")
  func adts() throws {
    #expect(
      try lines("a.aac", ["-c:a", "aac"]) == [
        "File type ID:   adts", "Num Tracks:     1", "----",
        "Data format:     1 ch,  44100 Hz, aac  (0x00000000) 0 bits/channel, 0 bytes/packet, "
          + "1024 frames/packet, 0 bytes/frame", Self.none, "estimated duration: 1.277098 sec",
        "audio bytes: #", "audio packets: 55", "bit rate: # bits per second",
      ] + Self.sizes + ["audio data file offset: #", "optimized", "----"])
  }

  @Test("ALAC in CAF and in M4A", arguments: [("s16p", 16, "1"), ("s32p", 24, "3")])
  func alac(sampleFormat: String, bits: Int, flags: String) throws {
    let format =
      "Data format:     1 ch,  44100 Hz, alac (0x0000000\(flags)) from \(bits)-bit source, "
      + "4096 frames/packet"
    let options = ["-c:a", "alac", "-sample_fmt", sampleFormat]
    let caf = try lines("a.caf", options)
    #expect(caf.first == "File type ID:   caff" && caf.contains(format), "\(caf)")
    #expect(caf.contains("source bit depth: I\(bits)") && caf.contains(Self.sizes[1]))
    let m4a = try lines("a.m4a", options)
    #expect(m4a.first == "File type ID:   m4af" && m4a.contains(format), "\(m4a)")
    #expect(m4a.contains("audio packets: 14") && m4a.contains("source bit depth: I\(bits)"))
  }

  @Test("MP3")
  func mp3() throws {
    let options = ["-c:a", "libmp3lame", "-b:a", "64k"]
    #expect(
      try lines("a.mp3", options) == [
        "File type ID:   MPG3", "Num Tracks:     1", "----",
        "Data format:     1 ch,  44100 Hz, .mp3 (0x00000000) 0 bits/channel, 0 bytes/packet, "
          + "1152 frames/packet, 0 bytes/frame", Self.none, "estimated duration: 1.280000 sec",
        "audio bytes: #", "audio packets: 49", "bit rate: # bits per second",
      ] + Self.sizes + [
        "audio data file offset: #", "optimized",
        "audio 54441 valid frames + 576 priming + 1431 remainder = 56448", "----",
      ])
    let rate = try sounds.afinfo("a.mp3").text
    #expect(rate.contains("\nbit rate: 64000 bits per second\npacket size upper bound: 1052\n"))
  }

  @Test("Opus in Ogg: all lines of Apple's record", arguments: [1, 2])
  func opus(channels: Int) throws {
    let layout = channels == 1 ? "Mono" : "Stereo (L R)"
    let lines = try lines("a.opus", ["-c:a", "libopus", "-ac", "\(channels)"])
    #expect(
      lines == [
        "File type ID:   Oggf", "Num Tracks:     1", "----",
        "Data format:     \(channels) ch,  48000 Hz, opus (0x00000000) 0 bits/channel, "
          + "0 bytes/packet, 0 frames/packet, 0 bytes/frame",
        "Channel layout: \(layout)", "estimated duration: 1.260000 sec", "audio bytes: #",
        "audio packets: 63", "audio packets split by non-audio data: 0, 0.0000%",
        "bit rate: # bits per second",
      ] + Self.sizes + [
        "audio data file offset: #", "optimized",
        "audio 59256 valid frames + 312 priming + 912 remainder = 60480", "----",
      ])
    // The first page after the headers.
    let bytes = try sounds.folder.bytes(of: "a.opus")
    let pages = bytes.indices.dropLast(4).filter { bytes[$0..<$0 + 4].elementsEqual("OggS".utf8) }
    #expect(
      try sounds.afinfo("a.opus").text.contains("audio data file offset: \(pages[2])\n"))
  }

  @Test("FLAC", arguments: [("s16", 16, "1"), ("s32", 24, "3")])
  func flac(sampleFormat: String, bits: Int, flags: String) throws {
    #expect(
      try lines("a.flac", ["-c:a", "flac", "-sample_fmt", sampleFormat]) == [
        "File type ID:   flac", "Num Tracks:     1", "----",
        "Data format:     1 ch,  44100 Hz, flac (0x0000000\(flags)) from \(bits)-bit source",
        Self.none, "estimated duration: 1.234490 sec", "audio bytes: #", "audio packets: 12",
        "bit rate: # bits per second",
      ] + Self.sizes + [
        "audio data file offset: #", "optimized", "source bit depth: I\(bits)", "----",
      ])
    // The first frame begins with 14 ones (RFC 9639, 9.1), after the last block of metadata.
    let text = try sounds.afinfo("a.flac").text
    let offset = try #require(text.firstMatch(of: /file offset: ([0-9]+)/).flatMap { Int($0.1) })
    let bytes = try sounds.folder.bytes(of: "a.flac")
    #expect(bytes[offset] == 0xFF && bytes[offset + 1] & 0xFC == 0xF8)
    #expect(text.contains("audio bytes: \(bytes.count - offset)\n"))
  }

  @Test(
    "AU: the lines of plain samples, without ffprobe too",
    arguments: [
      (
        "pcm_s16be", 2, "lpcm (0x0000000E) 16-bit big-endian signed integer",
        ["source bit depth: I16"]
      ),
      (
        "pcm_mulaw", 1,
        "ulaw (0x00000000) 8 bits/channel, 1 bytes/packet, 1 frames/packet, 1 bytes/frame", []
      ),
    ])
  func au(encoder: String, size: Int, format: String, depth: [String]) throws {
    _ = try lines("a.au", ["-c:a", encoder])
    let bytes = try sounds.folder.bytes(of: "a.au")
    let offset = bytes[4..<8].reduce(0) { $0 << 8 | Int($1) }
    let expected =
      [
        "File:           a.au", "File type ID:   NeXT", "Num Tracks:     1", "----",
        "Data format:     1 ch,  44100 Hz, \(format)", Self.none,
        "estimated duration: 1.234490 sec", "audio bytes: \(Self.frames * size)",
        "audio packets: \(Self.frames)", "bit rate: \(44_100 * size * 8) bits per second",
        "packet size upper bound: \(size)", "maximum packet size: \(size)",
        "audio data file offset: \(offset)", "optimized",
      ] + depth + ["----"]
    let result = try sounds.afinfo("a.au", environment: ["PATH": "/nowhere"])
    #expect(result.text.split(separator: "\n").map(String.init) == expected, "\(result.text)")
    // A size that is not known, or too large, is what is there; a trailer is not audio.
    try sounds.folder.write(bytes[..<8] + [255, 255, 255, 255] + bytes[12...], to: "a.au")
    #expect(try sounds.afinfo("a.au").text == result.text)
    try sounds.folder.write(bytes + [0, 0], to: "a.au")
    #expect(try sounds.afinfo("a.au").text.contains("\nnot optimized\n"))
  }

  @Test("Without ffprobe the lines about packets are missing, and nothing else")
  func withoutFFprobe() throws {
    _ = try lines("a.mp3", ["-c:a", "libmp3lame"])
    let result = try Tool.tocsin().run(
      ["info", "--brief", "a.mp3"], in: sounds.folder.url, environment: ["PATH": "/nowhere"])
    #expect(result.status == 0 && result.text.contains(".mp3 (0x00000000)"), "\(result.errors)")
  }
}
