import Foundation
import TestSupport
import Testing

/// The ear of the tests by which they tell what was heard.
@Suite struct TonesTests {
  private let tones = Tones(count: 3)

  @Test(arguments: [1, 2, 3, 4, 6, 10, 20])
  func `a tone that is torn off is no other tone`(_ milliseconds: Int) {
    for start in 300..<320 {
      let samples = parts([
        (nil, start), (0, milliseconds), (nil, 20), (0, 250), (nil, 1_200), (1, 250), (nil, 200),
      ])
      #expect(tones.beginnings(in: samples, gap: 100) == [1, 1, 0], "\(start)")
    }
  }

  @Test func `a tone that comes again and tones at once are counted`() {
    let again = parts([(nil, 300), (0, 250), (nil, 200), (0, 60), (nil, 200), (1, 250), (nil, 200)])
    #expect(tones.beginnings(in: again) == [2, 1, 0])
    let other = parts([(nil, 400), (2, 500), (nil, 560)])
    let both = zip(again, other).map { $0 + $1 }
    #expect(tones.beginnings(in: both) == [2, 1, 1])
  }

  @Test func `a tone in pieces is one, and with a part of another one it is two`() {
    let torn = parts([
      (nil, 300), (0, 80), (nil, 310), (0, 40), (nil, 170), (0, 50), (nil, 1_000), (0, 80),
      (nil, 200),
    ])
    #expect(tones.beginnings(in: torn) == [1, 0, 0])
    let killed = parts([
      (nil, 300), (0, 120), (nil, 400), (0, 250), (nil, 200), (1, 250), (nil, 200),
    ])
    #expect(tones.beginnings(in: killed) == [2, 1, 0])
  }

  /// Tones (nil is silence), each with its length in milliseconds.
  private func parts(_ parts: [(tone: Int?, milliseconds: Int)]) -> [Int16] {
    parts.flatMap { part in
      let step =
        part.tone.map { 2 * Double.pi * tones.frequency($0) / Double(PulseServer.sampleRate) } ?? 0
      return (0..<part.milliseconds * PulseServer.sampleRate / 1_000).flatMap { frame in
        let sample = Int16(0.9 * 32_767 * Tones.amplitude * sin(step * Double(frame)))
        return [Int16](repeating: sample, count: PulseServer.channelCount)
      }
    }
  }
}
