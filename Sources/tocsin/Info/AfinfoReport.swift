import AlertSounds
import AudioFormats
import Files

/// The report of afinfo about a file, in the layout of macOS 13 and later.
///
/// Public outputs of Apple's tool leave some of it open; this is decided here:
/// - the line of valid frames follows `optimized`, as in every public output that has a line
///   `Num Tracks` (older ones had it after the packets), and is there if a packet table is;
/// - the layout line has the layout that the file states: a stereo WAVE states none;
/// - `optimized` means that no chunk follows the audio, as Core Audio defines it;
/// - `--real` changes counts, not the layout;
/// - the dictionary is printed if the file carries one; `--info` prints it always, and adds the
///   approximate duration that Core Audio adds;
/// - warnings are lines of the report, before its last rule; `--brief` has that rule in the middle,
///   and the output of `--info` and `--warnings` after its format line;
/// - unknown facts have no line: of a foreign format, those are all facts about its packets if
///   ffprobe is not installed.
struct AfinfoReport {
  private let sound: SoundInformation
  private let options: AfinfoOptions
  private static let rule = "----"

  init(_ sound: SoundInformation, _ options: AfinfoOptions) {
    self.sound = sound
    self.options = options
  }

  var text: String {
    let lines = options.isBrief ? briefLines + extraLines : headLines + bodyLines + [Self.rule]
    return lines.joined(separator: "\n")
  }

  private var path: String { printable(sound.file) }

  private var briefLines: [String] {
    let length = sound.duration.map { "\(fixed($0, decimals: 3)) sec, " } ?? ""
    return [
      "\(path), \(sound.fileType), Num Tracks:     1", Self.rule,
      "\(length)format:  \(sound.streamDescription)",
    ]
  }

  private var headLines: [String] {
    [
      "File:           \(path)", "File type ID:   \(sound.fileType)", "Num Tracks:     1",
      Self.rule,
    ]
  }

  private var bodyLines: [String] {
    let lines: [String?] = [
      "Data format:    \(sound.streamDescription)",
      layoutLine,
      sound.duration.map { "estimated duration: \(fixed($0, decimals: 6)) sec" },
      sound.audioBytes.map { "audio bytes: \($0)" },
      sound.packets.map { "audio packets: \($0)" },
      sound.splitPackets.map { "audio packets split by non-audio data: \($0), 0.0000%" },
      sound.bitRate.map { "bit rate: \($0) bits per second" },
      sound.packetSizeUpperBound.map { "packet size upper bound: \($0)" },
      sound.maximumPacketSize.map { "maximum packet size: \($0)" },
      sound.audioOffset.map { "audio data file offset: \($0)" },
      sound.isOptimized.map { $0 ? "optimized" : "not optimized" },
      sound.packetTable.map { "audio \($0.sum(valid: "valid frames"))" },
      sound.sourceBitDepth.map { "source bit depth: \(printable($0))" },
    ]
    return lines.compactMap(\.self) + extraLines
  }

  private var layoutLine: String {
    sound.speakerLayout.map { "Channel layout: \($0)" }
      ?? "                no channel layout."
  }

  private var extraLines: [String] {
    var lines: [String] = []
    let dictionary = options.inspection.dictionary(of: sound)
    if options.wantsInformation || (!options.isBrief && !dictionary.isEmpty) {
      lines.append("info dictionary:")
      lines += dictionary.map {
        "    \(printable($0.key).padded(to: 33)): \"\(printable($0.value))\""
      }
    }
    if options.wantsWarnings { lines += sound.irregularities.map { "warning: \($0)" } }
    return lines
  }
}

extension PacketTable {
  /// The table as a sum.
  func sum(valid: String) -> String {
    "\(validFrames) \(valid) + \(primingFrames) priming + \(remainderFrames) remainder "
      + "= \(frameCount)"
  }
}

extension String {
  /// The text with spaces after it, `width` characters in all, one at least.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
