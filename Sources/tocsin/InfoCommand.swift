import AlertSounds
import ArgumentParser
import AudioTypes

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Tell what is in a sound file.",
    discussion: """
      EXAMPLES
        tocsin info alert.caf
        tocsin info --chunks --json *.wav
      """)

  @Argument(help: "The sounds to look at.")
  var files: [String]

  @Flag(name: .customLong("chunks"), help: "List the chunks and where they stand.")
  var listsChunks = false

  @Flag(name: .customLong("json"), help: "Print the facts as JSON.")
  var wantsJSON = false

  func run() throws {
    var facts: [SoundInformation] = []
    var failed = false
    for file in files {
      do {
        facts.append(SoundInformation(try SoundFile(path: file)))
      } catch {
        Console.complain("Error: \(error)")
        failed = true
      }
    }
    if wantsJSON {
      try Console.printJSON(facts)
    } else if !facts.isEmpty {
      Console.print(facts.map { $0.text(listsChunks: listsChunks) }.joined(separator: "\n\n"))
    }
    if failed { throw ExitStatus.failure }
  }
}

extension SoundInformation {
  /// The facts for people, a line each.
  fileprivate func text(listsChunks: Bool) -> String {
    var lines = [("container", container), ("data format", formatText)]
    lines.append(("duration", durationText))
    if let packets, let audioOffset, let audioBytes {
      lines.append(("packets", "\(packets) in \(audioBytes) bytes at offset \(audioOffset)"))
    }
    if let table = packetTable {
      let sum = table.validFrames + Int64(table.primingFrames) + Int64(table.remainderFrames)
      lines.append(
        (
          "packet table",
          "\(table.validFrames) valid + \(table.primingFrames) priming + "
            + "\(table.remainderFrames) remainder = \(sum)"
        ))
    }
    if let channelLayout { lines.append(("layout", channelLayout)) }
    lines.append(("file size", "\(fileBytes) bytes"))
    lines += irregularities.map { ("irregular", $0) }
    if listsChunks {
      lines += (chunks ?? []).map {
        ("chunk '\($0.id)'", "\($0.size) bytes at offset \($0.offset)")
      }
    }
    return ([printable(file)] + lines.map { "  " + $0.0.padded(to: 14) + $0.1 })
      .joined(separator: "\n")
  }

  private var formatText: String {
    var text = "\(dataFormat), \(channels) ch, \(trimmed(sampleRate)) Hz"
    if let bytesPerPacket, let framesPerPacket, framesPerPacket > 1 {
      text += ", \(bytesPerPacket) bytes and \(framesPerPacket) frames a packet"
    }
    return text
  }

  private var durationText: String {
    guard let duration, let validFrames else { return "unknown until it is decoded" }
    return "\(fixed(duration, decimals: 6)) s, \(validFrames) valid frames"
  }

  /// A rate without decimals where it has none.
  private func trimmed(_ rate: Double) -> String {
    rate == rate.rounded() ? fixed(rate, decimals: 0) : fixed(rate, decimals: 3)
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
