import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("tocsin play through a sound server", .serialized)
struct SoundServerTests {
  /// What a server plays of `tone`, from its first sample to its last.
  private func played(_ tone: Samples16) throws -> [Int16] {
    let server = try PulseServer()
    let folder = try TemporaryFolder()
    try server.startRecording()
    let result = try Tool.tocsin().run(
      ["play", "--debug", "--device", "server", try folder.write(tone.wave, to: "a.wav")],
      environment: server.environment)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("device: server, 44100 Hz, 2 ch, S32_LE"))
    let recorded = try server.stopRecording()
    let first = try #require(recorded.firstIndex { $0 != 0 })
    let last = try #require(recorded.lastIndex { $0 != 0 })
    return Array(recorded[first...last])
  }

  @Test("is heard with every sample, once, and nothing besides", arguments: [441, 44_100])
  func exact(frames: Int) throws {
    let pcm = Signals.sine(frequency: 997, frames: frames, channels: 2)
    // Silence at the start and the end of the tone cannot be told from the silence around it.
    let tone = Samples16(
      Signals.make(frames: frames, channels: 2) { frame, channel in
        let value = pcm.samples[frame * 2 + channel]
        return abs(value) < 0.001 ? 0.001 : value
      }, sampleRate: 44_100)
    var heard = try played(tone)
    // On a busy machine the server may run dry, which is a gap of silence in the tone.
    for _ in 0..<2 where heard.count != tone.samples.count && heard.contains(0) {
      print("a tone with a gap: \(heard.count) samples")
      heard = try played(tone)
    }
    #expect(heard.count == tone.samples.count)
    #expect(heard == tone.samples)
  }

  /// What a server of another rate plays of a tone of half a second: its left channel.
  private func resampledTone() throws -> [Double] {
    let server = try PulseServer()
    let folder = try TemporaryFolder()
    let tone = Samples16(
      Signals.sine(frequency: 1_000, frames: 24_000, sampleRate: 48_000), sampleRate: 48_000)
    try server.startRecording()
    let result = try Tool.tocsin().run(
      ["play", "--device", "server", try folder.write(tone.wave, to: "a.wav")],
      environment: server.environment)
    #expect(result.status == 0, "\(result.errors)")
    let recorded = try server.stopRecording()
    let left = recorded.indices.filter { $0.isMultiple(of: 2) }.map { Double(recorded[$0]) }
    let first = try #require(left.firstIndex { abs($0) > 30 })
    let last = try #require(left.lastIndex { abs($0) > 30 })
    return Array(left[first...last])
  }

  @Test("is heard at its pitch and for its time when the server has another rate")
  func resampled() throws {
    let period = 441
    func isWhole(_ tone: [Double]) -> Bool { abs(tone.count - 1 - 22_050) <= period }
    var heard = try resampledTone()
    // On a busy machine the server may run dry, and a gap changes the time and the pitch.
    for _ in 0..<2 where !isWhole(heard) {
      print("a tone with a gap: \(heard.count) frames")
      heard = try resampledTone()
    }
    #expect(isWhole(heard), "\(heard.count) frames")
    #expect(abs(frequency(of: heard, sampleRate: 44_100) - 1_000) < 1)
  }

  @Test("gives up a server that hangs, while it plays and while it opens")
  func hanging() throws {
    let server = try PulseServer()
    let folder = try TemporaryFolder()
    let tone = Samples16(Signals.noise(frames: 20 * 44_100), sampleRate: 44_100)
    let path = try folder.write(tone.wave, to: "a.wav")
    let player = try Tool.tocsin().start(
      ["play", "--device", "server", path], environment: server.environment,
      errors: .file(folder.path("errors")))
    try waitUntil("it is heard") {
      try server.startRecording()
      return try server.stopRecording().contains { $0 != 0 }
    }
    try server.hang(true)
    #expect(player.waitUntilExit() == .exited(1))
    let errors = String(decoding: try folder.bytes(of: "errors"), as: UTF8.self)
    #expect(errors == "Error: the sound device 'server' has stalled\n")
    let opening = try Tool.tocsin().run(
      ["play", "--device", "server", path], environment: server.environment)
    #expect(opening.status == 1)
    #expect(opening.errors == "Error: the sound device does not answer\n")
  }

  @Test("fails in one line when no server answers")
  func noServer() throws {
    let folder = try TemporaryFolder()
    let tone = Samples16(Signals.sine(frames: 441), sampleRate: 44_100)
    let path = try folder.write(tone.wave, to: "a.wav")
    try folder.write(
      "pcm_type.pulse { lib libasound_module_pcm_pulse.so }\npcm.server { type pulse }\n".utf8,
      to: "asound.conf")
    let result = try Tool.tocsin().run(
      ["play", "--device", "server", path],
      environment: [
        "PULSE_SERVER": "unix:" + folder.path("socket"), "XDG_RUNTIME_DIR": folder.url.path,
        "HOME": folder.url.path, "ALSA_CONFIG_PATH": folder.path("asound.conf"),
      ])
    #expect(result.status == 1)
    #expect(
      result.errors
        == "Error: cannot open the sound device 'server': the sound server does not answer\n")
  }
}
