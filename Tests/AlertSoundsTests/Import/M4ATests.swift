import AlertSounds
import AudioFormats
import AudioProcessing
import Foundation
import TestSupport
import Testing

/// A tone of 54,441 frames: no whole number of packets or of milliseconds.
struct CodedTone {
  static let frames = 54_441
  let folder: TemporaryFolder
  /// The tone before it was coded.
  let samples: [Double]

  init(channels: Int = 1) throws {
    folder = try TemporaryFolder()
    let sine = Signals.sine(frames: Self.frames, channels: channels)
    let integers = sine.samples.map { Int32(($0 * 0x1p15).rounded()) }
    try folder.write(PlainWAVE.integers(integers, channelCount: channels), to: "tone.wav")
    samples = integers.map { Double($0) * 0x1p-15 }
  }

  /// The tone as ffmpeg writes it to `name` with `options`.
  func coded(_ options: [String], as name: String) throws -> String {
    try Peer.ffmpeg([
      Peer.FFmpegJob(input: folder.path("tone.wav"), options: options, output: folder.path(name))
    ])
    return folder.path(name)
  }
}

@Suite("M4A, AAC and ALAC: files made by ffmpeg are read through it")
struct M4ATests {
  @Test("ALAC gives every sample", arguments: [1, 2], ["s16p", "s32p"])
  func lossless(channels: Int, sampleFormat: String) throws {
    let tone = try CodedTone(channels: channels)
    let path = try tone.coded(["-c:a", "alac", "-sample_fmt", sampleFormat], as: "tone.m4a")
    let decoded = try DecodedSound(path)
    #expect(decoded.channelCount == channels)
    #expect(difference(decoded.samples, tone.samples) == nil)
  }

  /// The length stands in the edit list, in ticks of the movie's clock.
  @Test("AAC gives the tone, priming and padding left out", arguments: [1, 2])
  func lossy(channels: Int) throws {
    let tone = try CodedTone(channels: channels)
    let path = try tone.coded(
      ["-c:a", "aac", "-b:a", "128k", "-movie_timescale", "44100"], as: "tone.m4a")
    let decoded = try DecodedSound(path)
    #expect(decoded.frameCount == CodedTone.frames)
    #expect(try SoundFile(path: path).frameCount == Int64(CodedTone.frames))
    #expect(signalToNoise(tone.samples, decoded.samples) > 20)
  }

  @Test("AAC whose length is told in milliseconds is as long as told")
  func milliseconds() throws {
    let tone = try CodedTone()
    let path = try tone.coded(["-c:a", "aac", "-movie_timescale", "1000"], as: "tone.m4a")
    let decoded = try DecodedSound(path)
    #expect(abs(decoded.frameCount - CodedTone.frames) <= 44)
    #expect(try SoundFile(path: path).frameCount == Int64(decoded.frameCount))
  }

  @Test("A ring tone becomes an alert sound", arguments: ["aac", "alac"])
  func alertSound(coder: String) throws {
    let tone = try CodedTone()
    let path = try tone.coded(["-c:a", coder, "-movie_timescale", "44100"], as: "tone.m4r.mp4")
    let output = tone.folder.path("tone.caf")
    #expect(try convert(path, to: output, .caf, .ima4).frameCount == Int64(CodedTone.frames))
    #expect(SoundValidator().validate(path: output).findings.isEmpty)
    #expect(signalToNoise(tone.samples, try DecodedSound(output).samples) > 20)
  }

  @Test("AAC without a container has the tone after its priming")
  func adts() throws {
    let tone = try CodedTone()
    let decoded = try DecodedSound(try tone.coded(["-c:a", "aac"], as: "tone.aac"))
    #expect((CodedTone.frames...CodedTone.frames + 2 * 1_024).contains(decoded.frameCount))
  }

  @Test("A file that is cut off is an error, never a shorter sound", arguments: [0.3, 0.6, 0.95])
  func cut(share: Double) throws {
    let tone = try CodedTone()
    for options in [["-c:a", "aac"], ["-c:a", "alac"]] {
      _ = try tone.coded(options + ["-movflags", "+faststart"], as: "tone.m4a")
      let bytes = try tone.folder.bytes(of: "tone.m4a")
      let path = try tone.folder.write(
        bytes.prefix(Int(Double(bytes.count) * share)), to: "cut.m4a")
      #expect(throws: SoundError.self) { try DecodedSound(path) }
    }
  }

  @Test("A list of other files opens none of them")
  func playlists() throws {
    let tone = try CodedTone()
    let other = try tone.coded(["-c:a", "aac"], as: "tone.aac")
    let lists = [
      "ffconcat version 1.0\nfile tone.aac\n",
      "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile://\(other)\n#EXT-X-ENDLIST\n",
    ]
    for list in lists {
      let path = try tone.folder.write(list.utf8, to: "list")
      #expect(throws: SoundError.self) { try SoundFile(path: path) }
    }
  }

  @Test(
    "Each reading begins at the start",
    arguments: ["tone.m4a", "tone.aac", "tone.mp3", "tone.flac"])
  func again(name: String) throws {
    let tone = try CodedTone()
    let sound = try SoundFile(path: try tone.coded([], as: name))
    let first = try DecodedSound(of: sound)
    #expect(first.frameCount >= CodedTone.frames - 44)
    #expect(difference(try DecodedSound(of: sound).samples, first.samples) == nil)
  }

  @Test(
    "What else ffmpeg knows has the tone in it",
    arguments: [
      ("tone.wma", ["-c:a", "wmav2"]), ("tone.mka", ["-c:a", "aac"]),
      ("tone.ac3", ["-c:a", "ac3"]),
      ("tone.mp4", ["-c:a", "aac"]), ("tone.tta", ["-c:a", "tta"]),
      ("tone.wv", ["-c:a", "wavpack"]),
    ])
  func others(name: String, options: [String]) throws {
    let tone = try CodedTone()
    let decoded = try DecodedSound(try tone.coded(options, as: name))
    // Windows Media's encoder drops what fills no packet.
    #expect(abs(decoded.frameCount - CodedTone.frames) <= 2_048, "\(decoded.frameCount)")
    let loudest = decoded.samples.map(abs).max() ?? 0
    #expect((0.4...0.6).contains(loudest), "\(loudest)")
  }

  @Test("A name is a name, whatever it looks like")
  func names() throws {
    let tone = try CodedTone()
    let bytes = try Data(
      contentsOf: URL(fileURLWithPath: try tone.coded(["-c:a", "alac"], as: "tone.m4a")))
    for name in ["-i.m4a", "http:x.m4a", "concat:a|b.m4a", "pipe:0", "%03d.m4a", "a b'\"\n.m4a"] {
      let path = try tone.folder.write(bytes, to: name)
      #expect(difference(try DecodedSound(path).samples, tone.samples) == nil, "\(name)")
    }
  }

  private func signalToNoise(_ original: [Double], _ decoded: [Double]) -> Double {
    var ratio = SignalToNoise()
    ratio.add(original, decoded)
    return ratio.decibels ?? -.infinity
  }
}
