import AudioFormats
import TestSupport
import Testing

@testable import AlertPlayback

@Suite("Voices together")
struct MixingTests {
  @Test("sum to the sample, whatever their lengths and volumes")
  func sum() {
    var generator = SeededGenerator.printed(for: "the mixer's sums")
    for _ in 0..<20 {
      let sounds = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        (
          pcm: Signals.noise(
            amplitude: 0.15, frames: .random(in: 0...3_000, using: &generator),
            seed: generator.next()), volume: Double.random(in: 0...1, using: &generator)
        )
      }
      var bench = MixingBench()
      for sound in sounds { bench.add(sound.pcm, volume: sound.volume) }
      let heard = bench.mixAll()
      let length = sounds.map(\.pcm.frameCount).max() ?? 0
      let expected = (0..<length).map { frame in
        sounds.reduce(0) { sum, sound in
          frame < sound.pcm.frameCount ? sum + sound.volume * sound.pcm.samples[frame] : sum
        }
      }
      #expect(heard == expected)
    }
  }

  @Test("end in the order of their last frames, not of their starts")
  func order() {
    var bench = MixingBench()
    let long = bench.add(constant(0.1, frames: 2_000))
    let short = bench.add(constant(0.1, frames: 500))
    let middle = bench.add(constant(0.1, frames: 501))
    _ = bench.mixAll()
    #expect(bench.ends.map { $0.voice === short } == [true, false, false])
    #expect(bench.ends[1].voice === middle)
    #expect(bench.ends[2].voice === long)
    #expect(bench.ends.map(\.frameCount) == [500, 501, 2_000])
  }

  @Test("change their volume on a straight line over one period")
  func volumeRamp() {
    var bench = MixingBench()
    let voice = bench.add(constant(0.8, frames: 3 * MixingBench.periodFrames))
    let first = bench.mix()
    voice.volume = 0.5
    let second = bench.mix()
    let third = bench.mix()
    #expect(first == Array(repeating: 0.8, count: MixingBench.periodFrames))
    #expect(third == Array(repeating: 0.4, count: MixingBench.periodFrames))
    let steps = zip([0.8] + second, second).map { $0 - $1 }
    let step = 0.4 / Double(MixingBench.periodFrames)
    #expect(steps.allSatisfy { abs($0 - step) < 1e-12 })
    #expect(second.last == 0.4)
  }

  @Test("fade to silence on a straight line, over as many frames as they are told")
  func fade() {
    var bench = MixingBench()
    let voice = bench.add(constant(0.8, frames: 48_000))
    _ = bench.mix()
    voice.fadeOut(over: .milliseconds(50))
    let heard = bench.mixAll()
    #expect(heard.count == 2_400)
    #expect(heard.last == 0)
    let steps = zip([0.8] + heard, heard).map { $0 - $1 }
    #expect(steps.allSatisfy { abs($0 - 0.8 / 2_400) < 1e-12 })
    #expect(bench.ends.map(\.outcome) == [.cancelled])
  }

  @Test("go on from where they are when a long fade is cut short")
  func shortenedFade() {
    var bench = MixingBench()
    let voice = bench.add(constant(0.8, frames: 48_000))
    voice.fadeOut(over: .milliseconds(100))
    let slow = bench.mix()
    voice.cancel()
    let fast = bench.mixAll()
    let last = slow.last ?? 0
    #expect(abs(last - 0.8 * 0.9) < 1e-12)
    #expect(fast.count == 480)
    let steps = zip([last] + fast, fast).map { $0 - $1 }
    #expect(steps.allSatisfy { abs($0 - last / 480) < 1e-12 })
  }

  @Test("leave the others alone when one is cancelled")
  func cancelOne() {
    var bench = MixingBench()
    bench.add(constant(0.25, frames: 5_000))
    let cancelled = bench.add(constant(0.5, frames: 5_000))
    _ = bench.mix()
    cancelled.cancel()
    let heard = bench.mixAll()
    #expect(heard.count == 5_000 - MixingBench.periodFrames)
    #expect(heard.dropFirst(479).allSatisfy { $0 == 0.25 })
    #expect(bench.ends.map(\.outcome) == [.cancelled, .played])
  }

  @Test("that are cancelled before they have begun make no sound")
  func cancelEarly() {
    var bench = MixingBench()
    let voice = bench.add(PCMBuffer(channelCount: 1))
    voice.cancel()
    #expect(bench.mixAll().isEmpty)
    #expect(bench.ends.map(\.outcome) == [.cancelled])
  }
}

/// A mixer whose sources have been read before the mixing begins, so that nothing depends on time.
private struct MixingBench {
  static let periodFrames = 480

  private var mixer = Mixer(.mono48, maximumFrames: periodFrames)
  private var output = [Double](repeating: 0, count: periodFrames)
  private(set) var ends: [Mixer.End] = []

  @discardableResult
  mutating func add(_ pcm: PCMBuffer, volume: Double = 1) -> Voice {
    let monitor = Monitor(0)
    let reader = SourceReader(
      { _ in BufferSource(pcm) }, onProgress: { monitor.update { $0 += 1 } })
    let voice = Voice(volume: volume, onOrder: {})
    mixer.add(voice, reader)
    var nothing: [Double] = []
    _ = monitor.wait { _ in reader.take(0, into: &nothing).isReady ? true : nil }
    return voice
  }

  /// The next period.
  mutating func mix() -> [Double] {
    var period: [Mixer.End] = []
    let frames = mixer.mix(Self.periodFrames, into: &output, ends: &period)
    ends += period.sorted { $0.offset < $1.offset }
    return Array(output.prefix(frames))
  }

  /// All that is left.
  mutating func mixAll() -> [Double] {
    var heard: [Double] = []
    while !mixer.isEmpty { heard += mix() }
    return heard
  }
}
