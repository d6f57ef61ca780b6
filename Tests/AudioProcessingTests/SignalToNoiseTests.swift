import AudioFormats
import AudioProcessing
import TestSupport
import Testing

@Suite struct SignalToNoiseTests {
  private func decibels(_ original: [Double], _ decoded: [Double]) -> Double? {
    var ratio = SignalToNoise()
    ratio.add(original, decoded)
    return ratio.decibels
  }

  @Test func whatLostNothingIsInfinite() {
    #expect(decibels([0.5, -0.25], [0.5, -0.25]) == .infinity)
  }

  @Test(
    "without a signal there is no ratio",
    arguments: [
      ([], []), ([0, 0], [0, 0]), ([0, 0], [0.5, 0.5]), ([1], []), ([], [1]),
    ] as [([Double], [Double])])
  func silenceHasNoRatio(original: [Double], decoded: [Double]) {
    #expect(decibels(original, decoded) == nil)
  }

  @Test(
    "power over power, ten for each factor of ten",
    arguments: [
      ([1, -1], [0.9, -0.9], 20), ([1, 1], [0, 0], 0), ([1, 1], [1.001, 0.999], 60),
      ([2, 0], [2, 0.2], 20), ([1], [-9], -20), ([0.5, 0.5], [0.45, 0.45], 20),
    ] as [([Double], [Double], Double)])
  func aKnownErrorHasItsRatio(original: [Double], decoded: [Double], expected: Double) throws {
    #expect(abs(try #require(decibels(original, decoded)) - expected) < 1e-9)
  }

  @Test func piecesAddUp() throws {
    let original = Signals.noise(frames: 1_000, seed: 3).samples
    let decoded = original.map { ($0 * 128).rounded() / 128 }
    var ratio = SignalToNoise()
    for start in stride(from: 0, to: 1_000, by: 300) {
      let end = min(1_000, start + 300)
      ratio.add(Array(original[start..<end]), Array(decoded[start..<end]))
    }
    let whole = try #require(decibels(original, decoded))
    #expect(abs(try #require(ratio.decibels) - whole) < 1e-9)
    // 8 bits of noise at half of full scale: 6.02 · 8 - 6.02 dB.
    #expect(abs(whole - 42.14) < 0.5)
  }

  @Test func whatStandsBehindTheShorterOneIsLeftOut() throws {
    #expect(abs(try #require(decibels([1, 1, 5, 5], [0.9, 0.9])) - 20) < 1e-9)
    #expect(abs(try #require(decibels([1, 1], [0.9, 0.9, 5, 5])) - 20) < 1e-9)
  }
}
