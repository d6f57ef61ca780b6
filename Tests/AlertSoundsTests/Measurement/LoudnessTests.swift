import AlertSounds
import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("Loudness: EBU R 128, and one block for what is shorter")
struct LoudnessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "A stereo tone of 1 kHz has its level in LUFS", arguments: [-9.0, -23, -33, -60],
    [8_000, 16_000, 44_100, 48_000])
  func tone(decibels: Double, sampleRate: Int) throws {
    let tone = Signals.tone(1_000, decibels: decibels, seconds: 2, sampleRate: sampleRate)
    let sound = try MeasuredSound(tone, sampleRate: sampleRate, in: folder)
    #expect(abs(try sound.loudness() - decibels) < 0.1)
    #expect(sound.measurements.loudness?.method == .integrated)
  }

  @Test("The same tone in mono is one loudspeaker: 3 LU less")
  func mono() throws {
    let tone = Signals.tone(1_000, decibels: -20, seconds: 1, channels: 1)
    #expect(abs(try MeasuredSound(tone, sampleRate: 48_000, in: folder).loudness() + 23) < 0.1)
  }

  @Test("What is 10 LU quieter than the rest does not count (EBU Tech 3341, case 3)")
  func gate() throws {
    let parts = [(-36.0, 1.0), (-23, 20), (-36, 1)].map { level, seconds in
      Signals.tone(1_000, decibels: level, seconds: seconds, sampleRate: 8_000)
    }
    let sound = try MeasuredSound(Signals.sequence(parts), sampleRate: 8_000, in: folder)
    #expect(abs(try sound.loudness() + 23) < 0.1)
  }

  @Test("ffmpeg says the same of noise", arguments: [1, 2], [8_000, 22_050, 44_100, 48_000])
  func noise(channels: Int, sampleRate: Int) throws {
    let noise = Signals.noise(amplitude: 0.3, frames: 2 * sampleRate, channels: channels)
    let sound = try MeasuredSound(noise, sampleRate: sampleRate, in: folder)
    let peer = try FFmpegMeter(sound.path, "ebur128=metadata=1").last("r128.I")
    #expect(abs(try sound.loudness() - peer) < 0.1)
  }

  @Test("A bell is as loud at every rate", arguments: [11_025, 22_050, 32_000, 44_100])
  func rates(sampleRate: Int) throws {
    let master = try MeasuredSound(Signals.bell(sampleRate: 48_000), sampleRate: 48_000, in: folder)
    let bell = Signals.bell(sampleRate: sampleRate)
    let sound = try MeasuredSound(bell, sampleRate: sampleRate, in: folder, name: "other")
    #expect(abs(try sound.loudness() - master.loudness()) < 0.15)
  }

  @Test("From 399 to 401 ms the loudness of a tone stays, and its method changes at 400")
  func edgeOfABlock() throws {
    var methods: [SoundMeasurements.Loudness.Method?] = []
    for milliseconds in [399, 400, 401] {
      let tone = Signals.tone(1_000, decibels: -23, seconds: Double(milliseconds) / 1_000)
      let sound = try MeasuredSound(tone, sampleRate: 48_000, in: folder)
      #expect(abs(try sound.loudness() + 23) < 0.1, "\(milliseconds) ms")
      methods.append(sound.measurements.loudness?.method)
    }
    #expect(methods == [.shortSound, .integrated, .integrated])
  }

  @Test(
    "A short sound is as loud as ffmpeg's first block of it and silence",
    arguments: [5.0, 50, 200, 390], [8_000, 48_000])
  func shortSounds(milliseconds: Double, sampleRate: Int) throws {
    let tone = Signals.tone(
      1_000, decibels: -12, seconds: milliseconds / 1_000, sampleRate: sampleRate)
    let sound = try MeasuredSound(tone, sampleRate: sampleRate, in: folder)
    let block = sampleRate * 2 / 5
    let peer = try FFmpegMeter(
      sound.path, "apad=whole_len=\(block),asetnsamples=\(sampleRate / 10),ebur128=metadata=1")
    #expect(abs(try sound.loudness() - peer.last("r128.M")) < 0.1)
    #expect(sound.measurements.loudness?.method == .shortSound)
  }

  @Test("A click is as loud alone as with silence after it")
  func clickInSilence() throws {
    let click = Signals.tone(1_000, decibels: -6, seconds: 0.03)
    let long = Signals.sequence([click, Signals.silence(frames: 96_000, channels: 2)])
    let alone = try MeasuredSound(click, sampleRate: 48_000, in: folder).loudness()
    let followed = try MeasuredSound(long, sampleRate: 48_000, in: folder).loudness()
    #expect(abs(alone - followed) < 0.1)
  }

  @Test("One frame has a loudness, and none has none", arguments: [1, 0])
  func hardlyAnySound(frames: Int) throws {
    let pcm = PCMBuffer(channelCount: 1, samples: Array(repeating: 0.5, count: frames))
    let loudness = try MeasuredSound(pcm, in: folder).measurements.loudness
    #expect((loudness?.value.isFinite ?? false) == (frames == 1))
  }

  @Test("A sound that never passes the gate of −70 LUFS has no loudness and is not silence")
  func underTheGate() throws {
    let click = PCMBuffer(channelCount: 1, samples: [0.01])
    let sound = try MeasuredSound(
      Signals.sequence([click, Signals.silence(frames: 44_100)]), in: folder)
    #expect(sound.measurements.loudness == nil)
    #expect(!sound.measurements.isSilent)
    #expect(sound.rules.contains("loudness"))
  }

  @Test("A rate between two whole ones and channels that few devices have are measured")
  func oddFormats() throws {
    let tone = Signals.tone(1_000, decibels: -23, seconds: 1, channels: 5, sampleRate: 22_255)
    let sound = try MeasuredSound(tone, sampleRate: 22_255, in: folder)
    #expect(sound.measurements.loudness != nil)
  }
}
