import CIMA4Oracle
import CIMA4Search
import Foundation
import TestSupport
import Testing

/// The search with weighted errors, packet by packet.
@Suite struct IMA4ShapedSearchTests {
  /// A filter that lets errors be large at low frequencies, and one at high ones.
  private static let filters: [[Float]] = [[-0.75, 0.125], [1.25, 0.5, -0.125]].map {
    $0 + Array(repeating: 0, count: Int(IMA4_TAPS) - $0.count)
  }

  private func search(
    _ samples: [Int16], _ taps: [Float], frameCount: Int = 64,
    with vectors: ima4_vectors = ima4_widest_vectors()
  ) -> [ima4_candidate] {
    let count = samples.count / 64, lanes = ima4_lanes(vectors)
    var found = Array(repeating: ima4_candidate(), count: count)
    var state = ima4_shaped_state()
    let workspace = UnsafeMutableRawPointer.allocate(
      byteCount: ima4_workspace_size(vectors, ima4_most), alignment: 128)
    defer { workspace.deallocate() }
    let filters = Array(repeating: taps, count: count).flatMap { $0 }
    samples.withUnsafeBufferPointer { samples in
      filters.withUnsafeBufferPointer { filters in
        found.withUnsafeMutableBufferPointer { found in
          for first in stride(from: 0, to: count, by: lanes) {
            let size = min(lanes, count - first)
            state.last_frame_count = Int32(first + size == count ? frameCount : 64)
            ima4_search_shaped(
              vectors, samples.baseAddress.map { $0 + first * 64 }, size,
              filters.baseAddress.map { $0 + first * Int(IMA4_TAPS) }, &state, workspace,
              found.baseAddress.map { $0 + first })
          }
        }
      }
    }
    return found
  }

  private func packets(of signals: [IMA4Signal]) -> [Int16] {
    signals.flatMap { signal in
      let samples = signal.integers().map { Int16($0) }
      return Array(samples.prefix(samples.count / 64 * 64))
    }
  }

  @Test("What the search says of a packet is what a decoder and the filter make of it")
  func claims() {
    let samples = packets(of: [.bell, .chirp, .square, .noise])
    for taps in Self.filters {
      var errors = Array(repeating: 0.0, count: taps.count)
      for (packet, found) in search(samples, taps).enumerated() {
        var decoder = TextbookIMA4(
          predictor: Int(found.start_predictor), stepIndex: Int(found.start_index))
        let codes = withUnsafeBytes(of: found.codes) { Array($0) }
        let decoded = codes.flatMap { [decoder.take(Int($0 & 15)), decoder.take(Int($0 >> 4))] }
        var cost = 0.0
        for (frame, sample) in decoded.enumerated() {
          let error = Double(samples[packet * 64 + frame]) - Double(sample)
          let bend = zip(taps, errors).reduce(0) { $0 + Double($1.0) * $1.1 }
          // No filter's part is more than full scale.
          cost += pow(error + max(-32_768, min(32_768, bend)), 2)
          errors = [error] + errors.dropLast()
        }
        #expect(decoder.predictor == Int(found.end_predictor))
        #expect(decoder.stepIndex == Int(found.end_index))
        #expect(abs(Double(found.cost) - cost) <= 1e-3 * cost + 1, "packet \(packet)")
      }
    }
  }

  /// Filters as no mask has them: such that grow without end, vanish, or are next to infinite.
  private static let absurdFilters: [[Float]] = [
    Array(repeating: 1, count: 16), Array(repeating: -8, count: 16),
    (0..<16).map { $0 % 2 == 0 ? 1e6 : -1e6 }, Array(repeating: 1e30, count: 16),
  ]

  @Test("Vectors of every width find the same, whatever the filter") func widths() {
    let samples = packets(of: [.bell, .silence, .clicks, .highSine, .fullScaleSquare])
    func bytes(_ taps: [Float], _ vectors: ima4_vectors) -> [[UInt8]] {
      search(samples, taps, with: vectors).map { found in
        withUnsafeBytes(of: found) { Array($0) }
      }
    }
    for taps in Self.filters + Self.absurdFilters {
      let baseline = bytes(taps, ima4_baseline)
      if ima4_widest_vectors().rawValue >= ima4_avx2.rawValue {
        #expect(bytes(taps, ima4_avx2) == baseline)
      }
      if ima4_widest_vectors() == ima4_avx512 { #expect(bytes(taps, ima4_avx512) == baseline) }
    }
  }

  /// A filter, and how far the search is from the optimum with it: dB, in the mean over the excerpts
  /// below. Measured, and 0.1 more.
  struct Distance: Sendable, CustomTestStringConvertible {
    let taps: [Float]
    let decibels: Double

    var testDescription: String { "\(taps), \(decibels) dB" }
  }

  /// Where filters are like those of masks, errors beside the sound cost more than errors in it. The
  /// last one is the opposite: the best preamble with it is seldom one next to the first sample, and
  /// the search tries no other.
  @Test(
    "On packets of eight samples it is close to the best that any encoder can do",
    arguments: [
      Distance(taps: [-0.75, 0.125], decibels: 0.15),
      Distance(taps: [-1.4, 0.8, -0.2], decibels: 0.3), Distance(taps: [0.5, 0.25], decibels: 0.3),
      Distance(taps: [1.25, 0.5, -0.125], decibels: 0.8),
    ])
  func optimum(distance: Distance) {
    let taps = distance.taps + Array(repeating: 0, count: Int(IMA4_TAPS) - distance.taps.count)
    let excerpts = [
      (IMA4Signal.bell, 64), (.bell, 1_000), (.chirp, 640), (.chirp, 2_000), (.noise, 128),
      (.sine, 300), (.highSine, 320), (.quietNoise, 64), (.square, 128),
    ]
    let distances = excerpts.map { signal, first in
      let samples = signal.integers()[first..<first + 64].map { Int16($0) }
      let found = Double(search(samples, taps, frameCount: 8)[0].cost)
      let optimum = ima4_weighted_optimum(samples, 8, taps, found * 1.001 + 1)
      // A unit more: some are all but perfect.
      let distance = 10 * log10((found + 1) / (optimum + 1))
      print("\(signal) from \(first), \(taps[0]): \(distance) dB from the optimum")
      return distance
    }
    #expect(distances.allSatisfy { $0 >= -0.01 })
    #expect(distances.reduce(0, +) / Double(distances.count) <= distance.decibels)
  }

  @Test("With a filter that weighs nothing, whole packets are as close to it as those of best")
  func optimumOfWholePackets() {
    let excerpts = [
      (IMA4Signal.bell, 10), (.sine, 3), (.highSine, 5), (.chirp, 20), (.quietNoise, 5),
      (.bell, 30),
    ]
    let nothing = Array(repeating: Float(0), count: Int(IMA4_TAPS))
    let distances = excerpts.map { signal, packet in
      let samples = signal.integers()[packet * 64..<(packet + 1) * 64].map { Int16($0) }
      let found = search(samples, nothing)[0].cost
      let optimum = ima4_optimum(samples, Int64(found) + 64)
      let distance = 10 * log10(Double(found) / Double(max(optimum, 1)))
      print("\(signal), packet \(packet), unweighted: \(distance) dB from the optimum")
      return distance
    }
    #expect(distances.allSatisfy { $0 >= -1e-3 })
    #expect(distances.reduce(0, +) / Double(distances.count) <= 0.2)
  }
}
