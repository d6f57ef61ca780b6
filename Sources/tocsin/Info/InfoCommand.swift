import AlertSounds
import ArgumentParser
import AudioTypes
import ConsoleOutput
import Files

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Tell what is in a sound file.",
    discussion: """
      --brief and --xml print what afinfo prints.

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

  @OptionGroup var options: AfinfoOptions

  func validate() throws {
    guard [wantsJSON, options.wantsXML, options.isBrief].count(where: \.self) < 2 else {
      throw ValidationError("--json, --xml and --brief are different forms: use one of them")
    }
    guard !listsChunks || !(options.wantsXML || options.isBrief) else {
      throw ValidationError("--chunks goes with the plain form and --json: afinfo has no chunks")
    }
  }

  func run() throws {
    let isComplete =
      options.wantsXML || options.isBrief
      ? options.report(on: files, complain: complain) : try printFacts()
    if !isComplete { throw ExitStatus.failure }
  }

  private func printFacts() throws -> Bool {
    var facts: [SoundInformation] = []
    var records: [Record] = []
    for file in files {
      do {
        facts.append(try options.inspect(file))
        records.append(.facts(facts[facts.count - 1]))
      } catch {
        complain(error)
        records.append(.failure(file: file, error: "\(error.reason)"))
      }
    }
    if wantsJSON {
      try Console.printJSON(records)
    } else if !facts.isEmpty {
      Console.print(facts.map(text).joined(separator: "\n\n"))
    }
    return facts.count == files.count
  }

  private func complain(_ failure: AfinfoOptions.Failure) {
    Console.complain("Error: \(failure.reason)")
  }

  /// The facts for people, a line each.
  private func text(_ sound: SoundInformation) -> String {
    var lines = sound.lines
    lines += options.dictionary(of: sound).map {
      ("information", "\(printable($0.key)): \(printable($0.value))")
    }
    lines += sound.irregularities.map { ("irregular", $0) }
    if listsChunks {
      lines += (sound.chunks ?? []).map {
        ("chunk '\($0.id)'", "\($0.size) bytes at offset \($0.offset)")
      }
    }
    return ([printable(sound.file)] + lines.map { "  " + $0.0.padded(to: 14) + $0.1 })
      .joined(separator: "\n")
  }
}

/// What JSON has of a file: its facts, or why there are none.
private enum Record: Encodable {
  case facts(SoundInformation)
  case failure(file: String, error: String)

  private enum CodingKeys: CodingKey { case file, error }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .facts(let facts): try facts.encode(to: encoder)
    case .failure(let file, let error):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(file, forKey: .file)
      try container.encode(error, forKey: .error)
    }
  }
}

extension SoundInformation {
  /// What every file has, and what is known of this one.
  fileprivate var lines: [(String, String)] {
    var lines = [("container", container), ("data format", formatText)]
    lines.append(("duration", durationText))
    if let packets, let audioOffset, let audioBytes {
      lines.append(("packets", "\(packets) in \(audioBytes) bytes at offset \(audioOffset)"))
    }
    let known: [(String, String?)] = [
      ("packet table", packetTable?.sum(valid: "valid")),
      ("bit rate", bitRate.map { "\($0) bits a second" }),
      ("source depth", sourceBitDepth.map(printable)),
      ("layout", channelLayout),
      ("optimized", isOptimized.map { $0 ? "yes" : "no, chunks follow the audio" }),
      ("file size", "\(fileBytes) bytes"),
    ]
    return lines + known.compactMap { name, value in value.map { (name, $0) } }
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
