import AlertSounds
import AudioFormats
import ConsoleOutput
import Files

/// Prints the facts about files, for people or as JSON. Parts that are not requested are off.
struct InfoRun {
  let files: [String]
  var inspection = SoundInspection()
  var listsChunks = false
  var wantsJSON = false

  func run() throws {
    var facts: [SoundInformation] = []
    var records: [Record] = []
    for file in files {
      do {
        facts.append(try inspection.inspect(file))
        records.append(.facts(facts[facts.count - 1]))
      } catch {
        Console.complain("Error: \(error.reason)")
        records.append(.failure(file: file, error: "\(error.reason)"))
      }
    }
    if wantsJSON {
      try Console.printJSON(records)
    } else if !facts.isEmpty {
      Console.print(facts.map(text).joined(separator: "\n\n"))
    }
    if facts.count < files.count { throw ExitStatus.failure }
  }

  /// The facts for people, a line each.
  private func text(_ sound: SoundInformation) -> String {
    var lines = sound.lines
    lines += inspection.dictionary(of: sound).map {
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

/// A file's entry in JSON: its facts, or the reason why there are none.
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
  /// The facts that every file has, and those known of this one.
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

  /// A rate, without decimals if it is whole.
  private func trimmed(_ rate: Double) -> String {
    rate == rate.rounded() ? fixed(rate, decimals: 0) : fixed(rate, decimals: 3)
  }
}
