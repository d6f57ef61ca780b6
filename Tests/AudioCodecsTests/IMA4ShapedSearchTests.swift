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

  @Test("Vectors of every width find the same") func widths() {
    let samples = packets(of: [.bell, .silence, .clicks, .highSine, .fullScaleSquare])
    func bytes(_ taps: [Float], _ vectors: ima4_vectors) -> [[UInt8]] {
      search(samples, taps, with: vectors).map { found in
        withUnsafeBytes(of: found) { Array($0) }
      }
    }
    for taps in Self.filters {
      let baseline = bytes(taps, ima4_baseline)
      if ima4_widest_vectors().rawValue >= ima4_avx2.rawValue {
        #expect(bytes(taps, ima4_avx2) == baseline)
      }
      if ima4_widest_vectors() == ima4_avx512 { #expect(bytes(taps, ima4_avx512) == baseline) }
    }
  }

  @Test("On short packets it is close to the best that any encoder can do")
  func optimum() {
    var costs = (found: 0.0, optimum: 0.0)
    for (signal, first) in [(IMA4Signal.bell, 64), (.chirp, 640), (.noise, 128), (.highSine, 320)] {
      let samples = signal.integers()[first..<first + 64].map { Int16($0) }
      for taps in Self.filters {
        let count = 6
        let found = Double(search(samples, taps, frameCount: count)[0].cost)
        let optimum = ima4_weighted_optimum(samples, Int32(count), taps, found * 1.001 + 1)
        print("\(signal): weighted cost \(found), at best \(optimum)")
        #expect(found >= optimum * 0.999 - 1)
        costs.found += found
        costs.optimum += optimum
      }
    }
    #expect(costs.found <= 1.5 * costs.optimum + 100)
  }
}
