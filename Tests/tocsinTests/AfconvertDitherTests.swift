import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("afconvert --dither, -r and --src-complexity")
struct AfconvertDitherTests {
  private let work: AfconvertWorkplace

  init() throws { work = try AfconvertWorkplace() }

  /// The amplitude of the sine of `frequency` in `samples`, by projection.
  private func amplitude(_ samples: [Double], _ frequency: Double, _ rate: Double) -> Double {
    var (sine, cosine) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let angle = 2 * Double.pi * frequency * Double(index) / rate
      sine += sample * sin(angle)
      cosine += sample * cos(angle)
    }
    return 2 * (sine * sine + cosine * cosine).squareRoot() / Double(samples.count)
  }

  /// A second of 1 kHz, a third of a 16-bit step high, in 24 bits.
  private func writeFaintTone() throws {
    let tone = Signals.sine(
      frequency: 1_000, amplitude: 256 / 3, frames: 48_000, sampleRate: 48_000)
    try work.folder.write(
      PlainWAVE.integers(
        tone.samples.map { Int32($0.rounded()) }, bitDepth: 24, sampleRate: 48_000),
      to: "faint.wav")
  }

  @Test("A tone below the last bit is silence when it is rounded")
  func rounded() throws {
    try writeFaintTone()
    try work.convert("faint.wav", "out.wav", "-d", "LEI16")
    #expect(try work.integers("out.wav").allSatisfy { $0 == 0 })
  }

  @Test("With dither the tone is there, at its level and within TPDF noise", arguments: ["1", "2"])
  func dithered(algorithm: String) throws {
    try writeFaintTone()
    try work.convert("faint.wav", "out.wav", "-d", "LEI16", "--dither", algorithm)
    let samples = try work.integers("out.wav").map(Double.init)
    #expect(samples.count == 48_000)
    // The noise moves the estimate by 0.003 steps (σ).
    #expect(abs(amplitude(samples, 1_000, 48_000) - 1.0 / 3) < 0.02)
    #expect(amplitude(samples, 3_000, 48_000) < 0.02, "no third harmonic")
    // TPDF of two steps and rounding: 1/6 + 1/12 of a step squared.
    let power = samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
    #expect(abs(power - (0.25 + 1.0 / 18)) < 0.01)
  }

  @Test("Dithered files are the same at each run")
  func deterministic() throws {
    try writeFaintTone()
    try work.convert("faint.wav", "a.wav", "-d", "LEI16", "--dither", "1")
    try work.convert("faint.wav", "b.wav", "-d", "LEI16", "--dither", "1")
    #expect(try work.folder.bytes(of: "a.wav") == work.folder.bytes(of: "b.wav"))
  }

  @Test("Floats are not rounded and take no dither")
  func floats() throws {
    try work.convert("in.wav", "a.wav", "-d", "LEF64", "--dither", "1")
    try work.convert("in.wav", "b.wav", "-d", "LEF64")
    #expect(try work.folder.bytes(of: "a.wav") == work.folder.bytes(of: "b.wav"))
  }

  /// dB of a 997 Hz tone against all that is not it, after conversion from 48000 to 44100 Hz.
  private func quality(_ options: [String]) throws -> Double {
    let rate = 44_100.0
    if try !work.folder.names().contains("tone.wav") {
      try work.write(
        "tone.wav", Signals.sine(frequency: 997, frames: 96_000, sampleRate: 48_000),
        sampleRate: 48_000)
    }
    try work.convert(["tone.wav", "out.wav", "-d", "LEI24@44100"] + options)
    let samples = try work.integers("out.wav").map { Double($0) * 0x1p-23 }
    try #require(samples.count == 88_200)
    // A second from the middle: whole periods, away from the ends where the filter rings.
    let middle = Array(samples[22_050..<66_150])
    let level = amplitude(middle, 997, rate)
    let power = middle.reduce(0) { $0 + $1 * $1 } / rate
    let (sine, cosine) = middle.enumerated().reduce(into: (0.0, 0.0)) { sum, entry in
      let angle = 2 * Double.pi * 997 * Double(entry.offset) / rate
      sum.0 += entry.element * sin(angle) * 2 / rate
      sum.1 += entry.element * cos(angle) * 2 / rate
    }
    let error = middle.enumerated().reduce(0.0) { sum, entry in
      let angle = 2 * Double.pi * 997 * Double(entry.offset) / rate
      let rest = entry.element - sine * sin(angle) - cosine * cos(angle)
      return sum + rest * rest
    }
    try #require(abs(level - 0.5) < 0.05 && power > 0.1, "the tone itself is there")
    return 10 * log10(power / (error / rate))
  }

  @Test("The best resampling leaves 120 dB, and it is the default")
  func best() throws {
    let best = try quality([])
    #expect(best >= 120)
    let given = try work.folder.bytes(of: "out.wav")
    #expect(try quality(["-r", "127"]) == best)
    #expect(try work.folder.bytes(of: "out.wav") == given)
    #expect(try quality(["--src-complexity", "norm"]) == best)
    #expect(try quality(["--src-complexity", "bats"]) >= 120)
  }

  @Test("The quick one is worse, and each step is at least as good as the one below")
  func steps() throws {
    let ratios = try ["0", "1", "32", "64", "96"].map { try quality(["-r", $0]) }
    print("997 Hz at -r 0, 1, 32, 64, 96: \(ratios.map { ($0 * 10).rounded() / 10 }) dB")
    #expect(ratios[0] < ratios[4] - 20)
    #expect(ratios[4] >= 120)
    for (lower, higher) in zip(ratios, ratios.dropFirst()) { #expect(higher > lower - 1) }
    #expect(try quality(["--src-complexity", "line"]) == ratios[0])
  }

  @Test(
    "Each quality is taken", arguments: ["0", "31", "63", "95", "127"], ["line", "norm", "bats"])
  func taken(quality: String, complexity: String) throws {
    try work.convert(
      "in.wav", "out.wav", "-d", "LEI16@22050", "-r", quality, "--src-complexity", complexity)
    #expect(try work.describe("out.wav").validFrames == 2_205)
  }
}
