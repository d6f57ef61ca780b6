import Foundation
import TestSupport
import Testing

@Suite("tocsin play: every sample reaches the device, and a device that fails is told")
struct PlayTests {
  @Test("file:PATH gets the decoded sound", arguments: [1, 2])
  func fileDevice(channels: Int) throws {
    let work = try Workplace()
    try work.write("x.wav", channels: channels)
    #expect(try work.tocsin("convert", "x.wav", "x.caf", "-d", "ima4").isQuietSuccess)
    let result = try work.tocsin("play", "--device", "file:heard.wav", "x.caf")
    #expect(result.isQuietSuccess && result.output.isEmpty)
    let (heard, decoded) = (work.folder.path("heard.raw"), work.folder.path("decoded.raw"))
    for (input, output) in [("heard.wav", heard), ("x.caf", decoded)] {
      let run = try Tool("ffmpeg").run([
        "-nostdin", "-v", "error", "-i", work.folder.path(input), "-f", "f64le", output,
      ])
      #expect(run.status == 0)
    }
    let samples = RawSamples.floats(try Data(contentsOf: URL(fileURLWithPath: heard)))
    #expect(samples.count == Workplace.frameCount * channels)
    // ffmpeg plays the padding of the last packet as well.
    let all = RawSamples.floats(try Data(contentsOf: URL(fileURLWithPath: decoded)))
    #expect(difference(samples, Array(all.prefix(samples.count))) == nil)
  }

  /// An ALSA configuration whose device `tofile` writes what it gets to `heard.raw`.
  private func configuration(_ work: Workplace) throws -> [String: String] {
    let text = """
      pcm.sink { type null }
      pcm.tofile { type file slave.pcm "sink" file "\(work.folder.path("heard.raw"))" format raw }
      """
    return ["ALSA_CONFIG_PATH": try work.folder.write(text.utf8, to: "asound.conf")]
  }

  @Test("ALSA gets every sample exactly", arguments: [1, 2])
  func alsa(channels: Int) throws {
    let work = try Workplace()
    try work.write("x.wav", channels: channels)
    let result = try work.tocsin(
      "play", "--device", "tofile", "x.wav", environment: try configuration(work))
    #expect(result.isQuietSuccess && result.output.isEmpty)
    let heard = RawSamples.integers(try Data(contentsOf: work.folder.url("heard.raw")))
    let expected = Workplace.samples(channels: channels).map { Double($0) / 32_768 }
    #expect(difference(heard, expected) == nil)
  }

  @Test("A device that plays at another rate than the file is asked for the file's")
  func shortSound() throws {
    let work = try Workplace()
    // Far shorter than a period of any device.
    try work.folder.write(PlainWAVE.integers([1, -2, 3], sampleRate: 8_000), to: "x.wav")
    let result = try work.tocsin(
      "play", "--device", "tofile", "x.wav", environment: try configuration(work))
    #expect(result.isQuietSuccess)
    let heard = RawSamples.integers(try Data(contentsOf: work.folder.url("heard.raw")))
    #expect(heard == [1.0, -2, 3].map { $0 / 32_768 })
  }

  @Test(
    "A device that is not there is one line and exit status 1",
    arguments: ["default", "hw:99", "nonsense"])
  func missingDevice(name: String) throws {
    let work = try Workplace()
    let result = try work.tocsin(
      "play", "--device", name, "in.wav", environment: try configuration(work))
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.errors.hasPrefix("Error: cannot open the sound device '\(name)': "))
    #expect(result.errors.count { $0.isNewline } == 1)
  }

  @Test("Without any ALSA configuration the message is as clean")
  func noConfiguration() throws {
    let work = try Workplace()
    let result = try work.tocsin(
      "play", "in.wav", environment: ["ALSA_CONFIG_PATH": work.folder.path("gone.conf")])
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("Error: cannot open the sound device 'default': "))
    #expect(result.errors.count { $0.isNewline } == 1)
  }

  @Test("The name of a device cannot move the cursor")
  func deviceName() throws {
    let work = try Workplace()
    let result = try work.tocsin(
      "play", "--device", "x\u{1B}[31m\nx", "in.wav", environment: try configuration(work))
    #expect(result.status == 1)
    #expect(!result.errors.contains("\u{1B}"))
    #expect(result.errors.count { $0.isNewline } == 1)
  }

  @Test("file: over the sound itself is refused")
  func overItself() throws {
    let work = try Workplace()
    let before = try work.folder.bytes(of: "in.wav")
    let result = try work.tocsin("play", "--device", "file:in.wav", "in.wav")
    #expect(result.status == 1)
    #expect(try work.folder.bytes(of: "in.wav") == before)
  }
}
