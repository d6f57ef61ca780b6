import Foundation
import Glibc

/// Ten minutes to another sample rate, at the best quality of each program: as linear PCM, and as
/// ima4, whose encoder works while the next frames are resampled.
struct Resampling: Measure {
  private static let sampleRate = 48_000

  func run(in workshop: Workshop) throws -> Section {
    let minutes = workshop.isQuick ? 2 : 10
    let input = workshop.path("rate.wav")
    try Self.makeInput(minutes: minutes, path: input)
    defer { try? FileManager.default.removeItem(atPath: input) }
    let texts = try [
      ("16-bit WAVE", try linear(input, in: workshop)),
      ("ima4 CAF", try ima4(input, in: workshop)),
    ].map { title, contenders in
      let comparison = try Rounds(count: workshop.isQuick ? 3 : 5, name: "resample")
        .run(contenders, in: workshop)
      return "To \(title):\n\n\(Table(comparison).text)"
    }
    return Section(
      title: "\(minutes) minutes of stereo, 48 → 22.05 kHz, best quality",
      text: texts.joined(separator: "\n\n"))
  }

  private func linear(_ input: String, in workshop: Workshop) throws -> [Contender] {
    let output = workshop.path("rate-22.wav")
    let prepare = { _ = try? FileManager.default.removeItem(atPath: output) }
    return [
      Contender(
        name: "tocsin",
        command: Command(
          try workshop.tocsin(), ["convert", input, output, "-f", "WAVE", "-d", "LEI16@22050"]),
        note: "VHQ", prepare: prepare),
      .peer(.sox, note: "rate -v", prepare: prepare) {
        Command($0, ["-D", input, output, "rate", "-v", "22050"])
      },
      ffmpeg(input, output, prepare: prepare),
    ]
  }

  private func ima4(_ input: String, in workshop: Workshop) throws -> [Contender] {
    let output = workshop.path("rate-22.caf")
    let prepare = { _ = try? FileManager.default.removeItem(atPath: output) }
    return [
      Contender(
        name: "tocsin",
        command: Command(
          try workshop.tocsin(), ["convert", input, output, "-f", "caff", "-d", "ima4@22050"]),
        note: "VHQ", prepare: prepare),
      ffmpeg(input, output, ["-c:a", "adpcm_ima_qt"], prepare: prepare),
    ]
  }

  private func ffmpeg(
    _ input: String, _ output: String, _ coding: [String] = [],
    prepare: @escaping () -> Void
  ) -> Contender {
    .peer(.ffmpeg, note: "soxr, precision 28, 1 thread", prepare: prepare) {
      Command(
        $0,
        [
          "-nostdin", "-v", "error", "-threads", "1", "-i", input, "-af",
          "aresample=22050:resampler=soxr:precision=28",
        ] + coding + [output])
    }
  }

  private static func makeInput(minutes: Int, path: String) throws {
    let file = try WAVEFile(
      path, sampleRate: sampleRate, channelCount: 2, frameCount: minutes * 60 * sampleRate)
    let second = Sound("", sampleRate: sampleRate, channelCount: 2, frameCount: sampleRate) {
      time, channel in 0.5 * sin(2 * .pi * (440 + 110 * Double(channel)) * time)
    }
    for _ in 0..<(minutes * 60) { try file.append(second.samples) }
    try file.close()
    // Pending writes would disturb the first rounds.
    sync()
  }
}
