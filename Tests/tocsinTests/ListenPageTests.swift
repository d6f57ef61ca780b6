import AudioFormats
import Foundation
import TestSupport
import Testing

/// The page that `make listen` writes, used in Chromium.
@Suite("The page to listen to")
struct ListenPageTests {
  private struct Visit: Decodable {
    struct Switching: Decodable {
      /// For each press the version, which of the four was let through, and whether it was marked.
      let open: [[Value]]
      /// The least power of 5 ms against the middle one.
      let least: Double
      let playing: String
      let stopped: String
    }

    struct Trials: Decodable {
      let before: String
      let after: String
      let drawn: [String]
      let same: [Value]
      let again: String
    }

    let sections: Int
    let switching: Switching
    let trials: Trials
    let grounds: [String: String]
    let overflow: Int
    let complaints: [String]
    let requests: [String]
  }

  /// A word or a number of JSON.
  private struct Value: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Int.self) {
        text = "\(number)"
      } else if let isTrue = try? value.decode(Bool.self) {
        text = "\(isTrue)"
      } else {
        text = try value.decode(String.self)
      }
    }
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private func visit() throws -> Visit {
    let scratch = try TemporaryFolder()
    let sounds = try ["one", "two"].map { name in
      let tone = Signals.sine(frequency: 1_000, amplitude: 0.4, frames: 24_000, sampleRate: 48_000)
      return try scratch.write(
        PlainWAVE.floats(tone.samples, channelCount: 1, sampleRate: 48_000), to: "\(name).wav")
    }
    let page = scratch.path("listen.html")
    let script = Self.folder.appending(path: "../../Scripts/listen").standardized.path
    let written = try Tool.python.run(
      [script, try Tool.tocsin().path, scratch.path("work"), page] + sounds)
    try #require(written.status == 0, "\(written.errors)")
    // Says that it is missing, where it is.
    _ = try Tool("chromium")
    let pictures = ProcessInfo.processInfo.environment["TOCSIN_SCREENSHOTS"].map { [$0] } ?? []
    let result = try Tool.python.run(
      [Self.folder.appending(path: "Fixtures/listen.py").path, page] + pictures)
    try #require(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode(Visit.self, from: result.output)
  }

  @Test("lets versions through without a gap, and counts a blind test")
  func browser() throws {
    let visit = try visit()
    #expect(visit.sections == 2)
    #expect(visit.complaints == [])
    // All is in the one file.
    #expect(visit.requests.count { !$0.hasPrefix("data:") } == 1, "\(visit.requests)")

    let kinds = ["original", "greedy", "best", "hearing"]
    for press in visit.switching.open.map({ $0.map(\.text) }) {
      #expect(press == [press[0], "\(kinds.firstIndex(of: press[0]) ?? -1)", "true"])
    }
    #expect(visit.switching.open.count == 5)
    #expect(visit.switching.least > 0.5, "a gap, or a dip, while another version comes through")
    #expect(visit.switching.playing == "■ stop" && visit.switching.stopped == "▶ play")

    let trials = visit.trials
    #expect(trials.before == "0 of 0 right")
    #expect(Set(trials.drawn).isSubset(of: ["original", "hearing"]))
    // By guessing, five or more of eight: 93 of 256 ways.
    #expect(trials.after == "5 of 8 right, p = 0.363")
    #expect(trials.same.map(\.text) == ["Choose two different versions.", "true"])
    #expect(trials.again == "0 of 0 right")

    #expect(visit.overflow <= 0, "the narrow page scrolls sideways")
    #expect(visit.grounds["light"] != visit.grounds["dark"])
  }
}
