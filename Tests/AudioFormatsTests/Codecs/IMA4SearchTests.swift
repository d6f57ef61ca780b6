import CIMA4Oracle
import CIMA4Search
import Foundation
import TestSupport
import Testing

/// The search itself, packet by packet.
@Suite struct IMA4SearchTests {
  private static let efforts = [ima4_greedy, ima4_single, ima4_most]

  private func search(
    _ samples: [Int16], _ effort: ima4_effort,
    with vectors: ima4_vectors = ima4_widest_vectors()
  ) -> [ima4_candidates] {
    let count = samples.count / 64
    var found = Array(repeating: ima4_candidates(), count: count)
    let workspace = UnsafeMutableRawPointer.allocate(
      byteCount: ima4_workspace_size(vectors, effort), alignment: 128)
    defer { workspace.deallocate() }
    let lanes = ima4_lanes(vectors)
    samples.withUnsafeBufferPointer { samples in
      found.withUnsafeMutableBufferPointer { found in
        guard let input = samples.baseAddress, let output = found.baseAddress else { return }
        for first in stride(from: 0, to: count, by: lanes) {
          ima4_search(
            vectors, effort, input + first * 64, min(lanes, count - first), workspace,
            output + first)
        }
      }
    }
    return found
  }

  /// Packets of all signals, and random ones from still to wild.
  private func packets(random count: Int = 24) -> [Int16] {
    var generator = SeededGenerator.printed(for: "packets to search")
    let signals = IMA4Signal.allCases.flatMap { signal in
      let samples = signal.integers().map { Int16($0) }
      return samples.prefix(samples.count / 64 * 64)
    }
    let ends = Array(signals.prefix(640) + signals.suffix(640))
    return (0..<count).reduce(into: ends) { packets, _ in
      let size = 32_767 >> Int.random(in: 0...14, using: &generator)
      let offset = Int.random(in: -32_768...32_767, using: &generator)
      packets += (0..<64).map { _ in
        Int16(clamping: offset + Int.random(in: -size...size, using: &generator))
      }
    }
  }

  @Test("What the search says of a packet is what a decoder makes of it", arguments: efforts)
  func claims(effort: ima4_effort) {
    let samples = packets()
    for (packet, found) in search(samples, effort).enumerated() {
      for candidate in [found.best, found.other] {
        var decoder = TextbookIMA4(
          predictor: Int(candidate.start_predictor), stepIndex: Int(candidate.start_index))
        let codes = withUnsafeBytes(of: candidate.codes) { Array($0) }
        let decoded = codes.flatMap { [decoder.take(Int($0 & 15)), decoder.take(Int($0 >> 4))] }
        let cost = decoded.enumerated().reduce(into: 0.0) { sum, sample in
          sum += pow(Double(sample.element) - Double(samples[packet * 64 + sample.offset]), 2)
        }
        #expect(candidate.start_index <= 88 && candidate.start_predictor & 0x7F == 0)
        #expect(decoder.predictor == Int(candidate.end_predictor))
        #expect(decoder.stepIndex == Int(candidate.end_index))
        // The search adds in 24 bits, and takes no error for more than 32767.
        #expect(abs(Double(candidate.cost) - cost) <= 1e-4 * cost || cost > 1e9)
      }
    }
  }

  @Test("The other way ends or starts on another index", arguments: efforts)
  func alternatives(effort: ima4_effort) {
    // Where one way alone is worth it, what the quick search knew stands beside it. That is rare.
    for found in search(packets(random: effort == ima4_most ? 500 : 4_000), effort) {
      #expect(found.best.cost <= found.other.cost)
      #expect(
        found.best.end_index != found.other.end_index
          || found.best.start_index != found.other.start_index)
    }
  }

  @Test("Vectors of every width find the same", arguments: efforts)
  func widths(effort: ima4_effort) {
    let samples = packets()
    func bytes(_ vectors: ima4_vectors) -> [[UInt8]] {
      search(samples, effort, with: vectors).map { found in
        withUnsafeBytes(of: found) { Array($0) }
      }
    }
    let baseline = bytes(ima4_baseline)
    if ima4_widest_vectors().rawValue >= ima4_avx2.rawValue {
      #expect(bytes(ima4_avx2) == baseline)
    }
    if ima4_widest_vectors() == ima4_avx512 { #expect(bytes(ima4_avx512) == baseline) }
  }

  @Test("On average the greatest effort is within 0.25 dB of the best that any encoder can do")
  func optimum() {
    let excerpts = [
      (IMA4Signal.bell, 0), (.bell, 10), (.sine, 3), (.loudSine, 2), (.highSine, 5), (.chirp, 20),
      (.quietNoise, 5), (.square, 3), (.sixtyFour, 0), (.bell, 30),
      (.chirp, 50), (.sine, 20), (.highSine, 30), (.alternation, 4),
    ]
    let distances = excerpts.map { signal, packet in
      let samples = signal.integers()[packet * 64..<(packet + 1) * 64].map { Int16($0) }
      let found = search(samples, ima4_most)[0].best.cost
      let optimum = ima4_optimum(samples, Int64(found) + 64)
      let distance = 10 * log10(Double(found) / Double(max(optimum, 1)))
      print("\(signal), packet \(packet): \(distance) dB from the optimum")
      return distance
    }
    #expect(distances.allSatisfy { $0 >= -1e-3 })
    #expect(distances.reduce(0, +) / Double(distances.count) <= 0.25)
  }
}
