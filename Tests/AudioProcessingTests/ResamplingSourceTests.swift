import AudioFormats
import AudioProcessing
import Foundation
import TestSupport
import Testing

/// From one sample rate to another.
struct RateChange: Sendable, CustomTestStringConvertible {
  let from: Double
  let to: Double

  init(_ from: Double, _ to: Double) {
    self.from = from
    self.to = to
  }

  var testDescription: String { "\(from) → \(to) Hz" }

  static let usual = [
    RateChange(44_100, 48_000), RateChange(48_000, 44_100), RateChange(8_000, 44_100),
    RateChange(44_100, 22_050),
  ]
}

@Suite struct ResamplingSourceTests {
  private func resampled(
    _ pcm: PCMBuffer, _ change: RateChange, blockSize: Int = 4_096
  ) throws -> [Double] {
    try ResamplingSource(
      BufferSource(pcm, sampleRate: change.from, blockSize: blockSize), to: change.to
    ).allSamples()
  }

  @Test(arguments: RateChange.usual, [0, 1, 2, 1_000, 44_117])
  func theLengthIsTheInputsRoundedToTheNearestFrame(change: RateChange, frames: Int) throws {
    let pcm = Signals.sine(frames: frames, sampleRate: change.from)
    let source = try ResamplingSource(BufferSource(pcm, sampleRate: change.from), to: change.to)
    let expected = Int((Double(frames) * change.to / change.from).rounded())
    #expect(source.frameCount == Int64(expected))
    #expect(source.sampleRate == change.to)
    #expect(try source.allSamples().count == expected)
  }

  @Test(arguments: [
    (RateChange(44_100, 48_000), 44_117, 48_019), (RateChange(48_000, 44_100), 44_117, 40_532),
    (RateChange(8_000, 44_100), 1_000, 5_513), (RateChange(44_100, 22_050), 1, 1),
    (RateChange(44_100, 22_050), 1_001, 501), (RateChange(44_100, 8_000), 1, 0),
    (RateChange(44_100, 44_100), 1_000, 1_000), (RateChange(11_025, 8_000), 441, 320),
    (RateChange(22_254.545_454_545_456, 44_100), 1_000, 1_982),
  ])
  func someLengthsAreWorkedOutByHand(change: RateChange, frames: Int, expected: Int) throws {
    let pcm = Signals.sine(frames: frames, sampleRate: change.from)
    #expect(try resampled(pcm, change).count == expected)
  }

  @Test(arguments: RateChange.usual, [37, 250, 1_000])
  func theSizeOfTheBlocksDoesNotMatter(change: RateChange, blockSize: Int) throws {
    let pcm = Signals.noise(frames: 1_000)
    let whole = try resampled(pcm, change)
    #expect(try resampled(pcm, change, blockSize: blockSize) == whole)
  }

  @Test(arguments: RateChange.usual) func singleFramesAreTakenToo(change: RateChange) throws {
    let pcm = Signals.noise(frames: 40)
    #expect(try resampled(pcm, change, blockSize: 1) == resampled(pcm, change))
  }

  @Test("997 Hz against the ideal sine, without the edges", arguments: RateChange.usual)
  func aToneStaysPure(change: RateChange) throws {
    let frames = Int(change.from / 2)
    let tone = Signals.sine(
      frequency: 997, amplitude: 0.5, frames: frames, sampleRate: change.from)
    let samples = try resampled(tone, change)
    let edge = Int(change.to / 10)
    let ideal = Signals.sine(
      frequency: 997, amplitude: 0.5, frames: samples.count, sampleRate: change.to)
    var ratio = SignalToNoise()
    ratio.add(ideal.samples.dropFirst(edge).dropLast(edge), samples.dropFirst(edge).dropLast(edge))
    // 183 dB were measured, 197 for the octave. 120 would be enough for 16 bits and more.
    #expect(try #require(ratio.decibels) >= 160)
  }

  @Test func whatTheNewRateCannotHoldIsFilteredOut() throws {
    let tone = Signals.sine(frequency: 15_000, amplitude: 0.5, frames: 22_050)
    let samples = try resampled(tone, RateChange(44_100, 22_050))
    #expect(samples.dropFirst(1_000).dropLast(1_000).allSatisfy { abs($0) < 1e-5 })
  }

  @Test func theChannelsStayApart() throws {
    let left = Signals.noise(frames: 2_000, seed: 1).samples
    let right = Signals.noise(frames: 2_000, seed: 2).samples
    let stereo = PCMBuffer(channelCount: 2, samples: zip(left, right).flatMap { [$0, $1] })
    let change = RateChange(44_100, 48_000)
    let samples = try resampled(stereo, change)
    let lone = try resampled(PCMBuffer(channelCount: 1, samples: left), change)
    #expect(stride(from: 0, to: samples.count, by: 2).map { samples[$0] } == lone)
  }

  @Test func aSourceThatDoesNotKnowItsLengthIsResampledToItsEnd() throws {
    let pcm = Signals.sine(frames: 1_000)
    let source = try ResamplingSource(
      BufferSource(pcm, sampleRate: 44_100, knowsItsLength: false), to: 48_000)
    #expect(source.frameCount == nil)
    #expect(try source.allSamples().count == 1_088)
  }

  @Test(arguments: RateChange.usual) func silenceStaysSilent(change: RateChange) throws {
    let samples = try resampled(Signals.silence(frames: 1_000), change)
    #expect(samples.allSatisfy { $0 == 0 })
  }

  @Test(
    "rates that can be asked for, the extremes among them",
    arguments: [
      RateChange(768_000, 1), RateChange(1, 44_100), RateChange(8_000, 768_000),
      RateChange(768_000, 8_000), RateChange(1, 1.5),
    ])
  func extremeRatiosKeepTheLength(change: RateChange) throws {
    let samples = try resampled(Signals.noise(frames: 5), change)
    #expect(samples.count == Int((5 * change.to / change.from).rounded()))
    #expect(samples.allSatisfy { $0.isFinite })
  }

  @Test(arguments: [0, -1, -44_100.0]) func aRateThatCannotBeIsRefused(rate: Double) throws {
    let input = BufferSource(Signals.silence(frames: 1), sampleRate: 44_100)
    let error = #expect(throws: ResamplingError.self) { try ResamplingSource(input, to: rate) }
    #expect(error?.description == "cannot resample from 44100.0 Hz to \(rate) Hz")
  }

  @Test func afterTheEndThereIsNothing() throws {
    var source = try ResamplingSource(
      BufferSource(Signals.sine(frames: 100), sampleRate: 44_100), to: 48_000)
    var block = PCMBuffer(channelCount: 1)
    var blocks: [Int] = []
    for _ in 0..<6 {
      try source.read(into: &block)
      blocks.append(block.frameCount)
    }
    #expect(blocks.reduce(0, +) == 109)
    #expect(blocks.suffix(3).allSatisfy { $0 == 0 })
  }
}
