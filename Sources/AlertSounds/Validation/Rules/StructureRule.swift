import AudioContainers
import AudioTypes

/// Chunks are whole, and sizes and counts agree with one another and with the file.
struct StructureRule: SoundRule {
  static let identifier = "structure"

  func check(_ sound: ExaminedSound) -> [Finding] {
    var irregularities = sound.description?.irregularities ?? []
    // A cut sound usually ends in a cut packet, too: one finding is enough.
    if let cut = irregularities.firstIndex(where: { $0.kind == .truncatedAudio }) {
      irregularities = irregularities.enumerated()
        .filter { $0.offset <= cut || $0.element.kind != .truncatedAudio }.map(\.element)
    }
    return irregularities.map { irregularity in
      finding(
        severity(irregularity.kind), irregularity.text, fix: fix(irregularity.kind, sound),
        at: irregularity.position)
    }
  }

  private func severity(_ kind: Irregularity.Kind) -> Finding.Severity {
    switch kind {
    case .truncatedAudio, .truncatedChunk, .contradiction, .chunkOrder, .misalignedChunk: .error
    case .missingPadding, .trailingBytes, .unknownLength, .metadata: .warning
    }
  }

  private func fix(_ kind: Irregularity.Kind, _ sound: ExaminedSound) -> String? {
    switch kind {
    case .truncatedAudio: "get the whole file again; what is there: " + rewriting(sound)
    default: "write it again: " + rewriting(sound)
    }
  }

  /// The command that writes the container again and copies the packets, where that is possible.
  private func rewriting(_ sound: ExaminedSound) -> String {
    guard let description = sound.description,
      description.container.writableCodings.contains(description.dataFormat.coding)
    else { return sound.conversion() }
    return sound.edit("-d 0")
  }

  static var page: RulePage {
    makePage(
      .error, "Chunks are whole, and sizes and counts agree with the file",
      """
      A container says how long its chunks are and how many packets and frames there are. Where these
      numbers contradict each other or the file, readers differ in what they play: some stop early,
      some play noise, some refuse the file, and then the default sound plays.

      These are errors: audio that is cut short, chunks that reach beyond the file, fields that
      contradict each other, and chunks where no reader looks for them. These are warnings: a
      missing pad byte, and bytes after the last chunk. The finding names the byte.

      Audio that is cut short was lost on the way: get the whole file again. All else is fixed by
      writing the container again. `-d 0` copies the packets as they are, with no loss:

          tocsin convert ding.wav ding-fixed.wav -d 0
      """)
  }
}
