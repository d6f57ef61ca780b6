import Foundation
import Glibc

/// One long recording to IMA4: the cost of the codec and of the flow of blocks.
struct LongConversion: Measure {
  private static let sampleRate = 48_000
  private static let channelCount = 2

  func run(in workshop: Workshop) throws -> Section {
    let minutes = workshop.isQuick ? 5 : 60
    let input = workshop.path("long.wav")
    let output = workshop.path("long.caf")
    try Self.makeInput(minutes: minutes, path: input, workshop)
    defer { try? FileManager.default.removeItem(atPath: input) }
    let removeOutput = { try? FileManager.default.removeItem(atPath: output) }
    let tocsin = try workshop.tocsin()
    let efforts = ["fast", "normal"].map { effort in
      Contender(
        name: "tocsin -q \(effort)",
        command: Command(
          tocsin, ["convert", input, output, "-f", "caff", "-d", "ima4", "-q", effort]),
        prepare: { _ = removeOutput() })
    }
    let contenders =
      efforts + [
        .peer(.ffmpeg, note: "1 thread", prepare: { _ = removeOutput() }) { program in
          Command(
            program,
            [
              "-nostdin", "-v", "error", "-i", input, "-threads", "1", "-c:a", "adpcm_ima_qt",
              output,
            ])
        }
      ]
    let comparison = try Rounds(count: workshop.isQuick ? 3 : 5, name: "long")
      .run(contenders, in: workshop)
    _ = removeOutput()
    return Section(
      title: "\(minutes) minutes of 48 kHz stereo, 16-bit WAVE → ima4 CAF",
      text: Table(comparison).text)
  }

  /// Sines and noise; a minute of them is computed and then repeated.
  private static func makeInput(minutes: Int, path: String, _ workshop: Workshop) throws {
    let file = try WAVEFile(
      path, sampleRate: sampleRate, channelCount: channelCount,
      frameCount: minutes * 60 * sampleRate)
    var noise = Noise(seed: 1)
    let minute = (0..<60).map { second in
      Sound("", sampleRate: sampleRate, channelCount: channelCount, frameCount: sampleRate) {
        time, channel in
        let pitch = Double(220 + 10 * second + 55 * channel)
        return 0.4 * sin(2 * .pi * pitch * time) + 0.2 * sin(2 * .pi * 3.01 * pitch * time)
          + 0.02 * noise.next()
      }
    }
    for number in 0..<minutes {
      workshop.progress.show("long: writing minute \(number + 1) of \(minutes)")
      for second in minute { try file.append(second.samples) }
    }
    try file.close()
    // Pending writes would disturb the first rounds.
    sync()
  }
}
