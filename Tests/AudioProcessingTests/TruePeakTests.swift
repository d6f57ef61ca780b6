import AudioFormats
import AudioProcessing
import Foundation
import TestSupport
import Testing

/// What is left out, and how a sound is cut into blocks, changes no peak.
@Suite struct TruePeakTests {
  /// Every point between samples by the definition: a sinc of 49 taps under a Hann window.
  private func textbookPeak(_ pcm: PCMBuffer, factor: Int) -> Double {
    var highest = pcm.samples.map { abs($0) }.max() ?? 0
    for channel in 0..<pcm.channelCount {
      for point in 0..<pcm.frameCount * factor {
        var sum = 0.0
        for tap in stride(from: point % factor, to: 49, by: factor) {
          let frame = (point - tap) / factor
          guard point >= tap else { break }
          let distance = Double.pi * Double(tap - 24) / Double(factor)
          let hann = 0.5 - 0.5 * cos(2 * .pi * Double(tap) / 48)
          sum +=
            pcm.samples[frame * pcm.channelCount + channel] * hann
            * (distance == 0 ? 1 : sin(distance) / distance)
        }
        highest = max(highest, abs(sum))
      }
    }
    return 20 * log10(highest)
  }

  private func measuredPeak(
    _ pcm: PCMBuffer, sampleRate: Double, blockSize: Int
  ) throws -> Double {
    let meter = try LoudnessMeter(channelCount: pcm.channelCount, sampleRate: sampleRate)
    var source = BufferSource(pcm, sampleRate: sampleRate, blockSize: blockSize)
    var block = PCMBuffer(channelCount: pcm.channelCount)
    repeat {
      source.read(into: &block)
      meter.add(block)
    } while block.frameCount > 0
    return try #require(meter.truePeak)
  }

  /// Noise that swells and dies away, so that much of it can be left out.
  private func swellingNoise(channels: Int, using generator: inout SeededGenerator) -> PCMBuffer {
    let speed = Double.random(in: 0.0001...0.01, using: &generator)
    let top = Double(Int.random(in: 0..<2_000, using: &generator))
    return Signals.make(frames: 2_000, channels: channels) { frame, _ in
      exp(-speed * abs(Double(frame) - top)) * .random(in: -1...1, using: &generator)
    }
  }

  @Test(
    "the peak is the textbook's, whatever the blocks are",
    arguments: [1, 2, 3], [(44_100.0, 4), (96_000, 2), (192_000, 1)])
  func textbook(channels: Int, rate: (Double, Int)) throws {
    var generator = SeededGenerator.printed(for: "true peaks")
    for _ in 0..<3 {
      let noise = swellingNoise(channels: channels, using: &generator)
      let expected = textbookPeak(noise, factor: rate.1)
      for blockSize in [1, 7, 64, 100, 4_096] {
        let peak = try measuredPeak(noise, sampleRate: rate.0, blockSize: blockSize)
        #expect(abs(peak - expected) < 1e-5, "blocks of \(blockSize)")
      }
    }
  }

  @Test("a sample alone has its own peak", arguments: [1, 2])
  func oneSample(channels: Int) throws {
    let pcm = PCMBuffer(channelCount: channels, samples: Array(repeating: -0.5, count: channels))
    let peak = try measuredPeak(pcm, sampleRate: 44_100, blockSize: 10)
    #expect(abs(peak - 20 * log10(0.5)) < 1e-9)
  }
}
