import AudioContainers

/// Chunks are whole, and sizes and counts agree with one another and with the file.
struct StructureRule: SoundRule {
  static let identifier = "structure"

  func check(_ sound: ExaminedSound) -> [Finding] {
    var irregularities = sound.description?.irregularities ?? []
    // A cut sound usually ends in a cut packet, too: one finding says it all.
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
    case .missingPadding, .trailingBytes: .warning
    }
  }

  private func fix(_ kind: Irregularity.Kind, _ sound: ExaminedSound) -> String? {
    switch kind {
    case .truncatedAudio: "get the whole file again; what is there: " + sound.conversion()
    default: "write it anew: " + sound.conversion()
    }
  }
}
