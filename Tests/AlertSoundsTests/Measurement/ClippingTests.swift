import AlertSounds
import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("Clipping: runs at full scale")
struct ClippingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func runs(_ samples: [Double], channels: Int = 1) throws -> Int {
    let pcm = PCMBuffer(channelCount: channels, samples: samples)
    return try MeasuredSound(pcm, in: folder).measurements.clippedRunCount
  }

  /// Codings with levels of their own, in which what is cut off stays flat.
  static let flatCells = MatrixCell.all.filter { $0.coding != .ima4 }

  @Test("A wave that was cut off has a run for each half of it", arguments: flatCells)
  func clippedSine(in cell: MatrixCell) throws {
    let sine = Signals.make(frames: 4_410, channels: 2) { frame, _ in
      max(-1, min(1, 2 * sin(2 * .pi * Double(frame) / 63 + 0.1)))
    }
    let quiet = PCMBuffer(channelCount: 2, samples: sine.samples.map { $0 * 0.9 })
    #expect(
      try MeasuredSound(sine, as: cell, in: folder).measurements.clippedRunCount == 2 * 2 * 70)
    #expect(
      try MeasuredSound(quiet, as: cell, in: folder, name: "quiet").measurements.clippedRunCount
        == 0)
  }

  @Test("Three samples are a run, two are none, and a long run is one")
  func length() throws {
    let around = [Double](repeating: 0.5, count: 10)
    #expect(try runs(around + [1, 1] + around) == 0)
    #expect(try runs(around + [1, 1, 1] + around) == 1)
    #expect(try runs(around + [Double](repeating: -1, count: 9_000) + around) == 1)
    #expect(try runs([1, 1, 1]) == 1)
  }

  @Test("A run goes on over the edge of a block", arguments: 4_090...4_100)
  func blocks(start: Int) throws {
    #expect(try runs([Double](repeating: 0.1, count: start) + [1, 1, 1, 0.1]) == 1)
  }

  @Test("Neighbours on other channels and other sides are not a run")
  func otherSamples() throws {
    #expect(try runs([0, 0, 1, 1, 1, 1, 0, 0], channels: 2) == 0)
    #expect(try runs([0, 0, 1, 0, 1, 0, 1, 0], channels: 2) == 1)
    #expect(try runs([0, 1, -1, 1, -1, 1, -1]) == 0)
  }

  @Test("In 16 bits 32767 of either sign is full scale, and 32766 is not")
  func fullScaleOf16Bits() throws {
    for (level, expected) in [(32_767, 1), (-32_767, 1), (-32_768, 1), (32_766, 0), (-32_766, 0)] {
      let path = try folder.write(
        PlainWAVE.integers([0, Int32(level), Int32(level), Int32(level), 0]), to: "x.wav")
      #expect(try MeasuredSound(path).measurements.clippedRunCount == expected, "\(level)")
    }
  }
}
