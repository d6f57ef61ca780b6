import Foundation

/// Whole commands that encode one long sound, from file to file.
struct IMA4Commands {
  let text: String

  init(_ workshop: Workshop) throws {
    let minutes = workshop.isQuick ? 2 : 10
    let input = workshop.path("commands.wav")
    let output = workshop.path("commands.caf")
    let blocks = workshop.path("commands-xq.wav")
    let outputs = [output, blocks]
    try WAVEFile.write(
      Sound(
        name: "", sampleRate: 44_100, channelCount: 1, samples: IMA4SpeedTable.sound(minutes)),
      to: input)
    defer { for path in [input] + outputs { try? FileManager.default.removeItem(atPath: path) } }
    let removeOutputs = {
      for path in outputs { try? FileManager.default.removeItem(atPath: path) }
    }
    let tocsin = try workshop.tocsin()
    let own = ["normal", "fast", "best"].map { effort in
      Contender(
        name: "tocsin convert -q \(effort)",
        command: Command(
          tocsin, ["convert", input, output, "-f", "caff", "-d", "ima4", "-q", effort]),
        prepare: removeOutputs)
    }
    let peers = [
      Contender.peer(.ffmpeg, note: "1 thread", prepare: removeOutputs) { program in
        let options = ["-nostdin", "-v", "error", "-i", input, "-threads", "1"]
        return Command(program, options + ["-c:a", "adpcm_ima_qt", output])
      },
      Contender.peer(.xq, note: "-3", prepare: removeOutputs) { program in
        Command(program, ["-e", "-q", "-y", "-3", input, blocks])
      },
    ]
    let comparison = try Rounds(count: 3, name: "ima4").run(own + peers, in: workshop)
    text =
      Table(comparison).text
      + "\n\n\(minutes) minutes of 44.1 kHz mono WAVE as whole commands, tocsin on all cores."
      + Self.bestSpeed(comparison.outcomes[own.count - 1], minutes)
  }

  private static func bestSpeed(_ outcome: Outcome, _ minutes: Int) -> String {
    guard case .measured(let costs) = outcome else { return "" }
    let seconds = median(costs.map(\.wall))
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return String(
      format: " `best` takes %.1f s on %d cores: %.1f × real time.", seconds, cores,
      Double(minutes) * 60 / seconds)
  }
}
