import Foundation

/// Ten minutes to another sample rate, at the best quality of each program.
struct Resampling: Measure {
  private static let sampleRate = 44_100

  func run(in workshop: Workshop) throws -> Section {
    let minutes = workshop.isQuick ? 2 : 10
    let input = workshop.path("rate.wav")
    let output = workshop.path("rate-48.wav")
    let file = try WAVEFile(
      input, sampleRate: Self.sampleRate, channelCount: 2,
      frameCount: minutes * 60 * Self.sampleRate)
    let second = Sound(
      "", sampleRate: Self.sampleRate, channelCount: 2, frameCount: Self.sampleRate
    ) { time, channel in 0.5 * sin(2 * .pi * (440 + 110 * Double(channel)) * time) }
    for _ in 0..<(minutes * 60) { try file.append(second.samples) }
    try file.close()
    defer { try? FileManager.default.removeItem(atPath: input) }
    let prepare = { _ = try? FileManager.default.removeItem(atPath: output) }
    let contenders = [
      Contender(
        name: "tocsin",
        command: Command(
          try workshop.tocsin(), ["convert", input, output, "-f", "WAVE", "-d", "LEI16@48000"]),
        note: "VHQ", prepare: prepare),
      .peer(.sox, note: "rate -v", prepare: prepare) {
        Command($0, ["-D", input, output, "rate", "-v", "48000"])
      },
      .peer(.ffmpeg, note: "soxr, precision 28, 1 thread", prepare: prepare) {
        Command(
          $0,
          [
            "-nostdin", "-v", "error", "-threads", "1", "-i", input, "-af",
            "aresample=48000:resampler=soxr:precision=28", output,
          ])
      },
    ]
    let comparison = try Rounds(count: workshop.isQuick ? 3 : 5, name: "resample")
      .run(contenders, in: workshop)
    prepare()
    return Section(
      title: "\(minutes) minutes of stereo, 44.1 → 48 kHz, 16-bit WAVE, best quality",
      text: Table(comparison).text)
  }
}
