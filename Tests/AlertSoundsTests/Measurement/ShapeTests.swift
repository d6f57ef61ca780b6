import AlertSounds
import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("Shape: silence, offset and waveform")
struct ShapeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "Silence before and after a sound is counted by frames and channels",
    arguments: [0, 1, 63, 4_096, 20_000], [0, 1, 5_000])
  func silenceAround(before: Int, after: Int) throws {
    let samples =
      [Double](repeating: 0.0009, count: 2 * before) + [0, -0.001, 0.5, 0, 0.001, 0]
      + [Double](repeating: -0.0009, count: 2 * after)
    let measured = try MeasuredSound(
      PCMBuffer(channelCount: 2, samples: samples), in: folder
    ).measurements
    #expect(measured.leadingSilence == Double(before) / 44_100)
    #expect(measured.trailingSilence == Double(after) / 44_100)
    #expect(!measured.isSilent)
  }

  @Test("ffmpeg hears a sound start and end at the same time", arguments: [8_000, 44_100])
  func secondOpinion(sampleRate: Int) throws {
    let silence = Signals.silence(frames: sampleRate / 2, channels: 2)
    let pcm = Signals.sequence([
      silence,
      Signals.tone(440, decibels: -6, seconds: 0.5, sampleRate: sampleRate), silence,
    ])
    let sound = try MeasuredSound(pcm, sampleRate: sampleRate, in: folder)
    let peer = try FFmpegMeter(sound.path, "asetnsamples=1,silencedetect=n=-60dB:d=0.1")
    let frame = 1.5 / Double(sampleRate)
    #expect(abs(sound.measurements.leadingSilence - (try peer.first("silence_end"))) < frame)
    let start = try peer.last("silence_start")
    let duration = try #require(sound.examination.report.duration)
    #expect(abs(duration - sound.measurements.trailingSilence - start) < frame)
  }

  @Test("A sound without a loud sample is silent from end to end", arguments: [0, 1, 44_100])
  func allSilent(frames: Int) throws {
    let pcm = PCMBuffer(channelCount: 1, samples: Array(repeating: 0.0009, count: frames))
    let measured = try MeasuredSound(pcm, in: folder).measurements
    #expect(measured.isSilent)
    #expect(measured.leadingSilence == Double(frames) / 44_100)
    #expect(measured.trailingSilence == Double(frames) / 44_100)
  }

  @Test("The offset is that of the channel with the largest", arguments: [1, 2, 3, 4, 5, 8])
  func offset(channels: Int) throws {
    let pcm = Signals.make(frames: 44_100, channels: channels) { frame, channel in
      0.5 * sin(2 * .pi * 441 * Double(frame) / 44_100) - 0.01 * Double(channel + 1)
    }
    let measured = try MeasuredSound(pcm, in: folder).measurements
    #expect(abs(measured.dcOffset - 0.01 * Double(channels)) < 1e-9)
  }

  @Test("ffmpeg computes the same offset")
  func offsetSecondOpinion() throws {
    var noise = Signals.noise(amplitude: 0.3, frames: 10_001, channels: 1)
    for index in noise.samples.indices { noise.samples[index] += 0.05 }
    let sound = try MeasuredSound(noise, in: folder)
    let peer = try FFmpegMeter(sound.path, "astats=metadata=1")
    #expect(abs(sound.measurements.dcOffset - (try peer.last("astats.1.DC_offset"))) < 1e-5)
  }

  @Test(
    "A waveform has the range of each column's samples",
    arguments: [1, 2], [1, 2, 239, 240, 241, 4_096, 10_007, 50_000])
  func waveform(channels: Int, frames: Int) throws {
    let pcm = Signals.noise(amplitude: 1, frames: frames, channels: channels, seed: 7)
    let columns = try MeasuredSound(pcm, in: folder).measurements.waveform
    #expect(columns.count == min(240, frames))
    for (index, column) in columns.enumerated() {
      let start = frames * index / columns.count
      let end = frames * (index + 1) / columns.count
      let samples = pcm.samples[start * channels..<end * channels]
      let lowest = min(0, samples.min() ?? 0)
      let highest = max(0, samples.max() ?? 0)
      #expect(column.lowest == Int8((lowest * 127).rounded()), "column \(index)")
      #expect(column.highest == Int8((highest * 127).rounded()), "column \(index)")
    }
  }

  @Test("No float spoils a measurement", arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func oddFloats(odd: Double) throws {
    var pcm = Signals.bell()
    pcm.samples[1_000] = odd
    let measured = try MeasuredSound(pcm, in: folder).measurements
    let numbers = [
      measured.loudness?.value, measured.truePeak, measured.samplePeak, measured.dcOffset,
    ]
    #expect(numbers.allSatisfy { $0?.isFinite ?? false })
    #expect(throws: Never.self) { try JSONEncoder().encode(measured) }
  }
}
