import AudioFormats

/// Chunks are whole, and sizes and counts agree with one another and with the file.
struct StructureCheck: SoundCheck {
  static let rule = Rule.structure

  func check(_ sound: ExaminedSound) -> [Finding] {
    var irregularities = sound.description?.irregularities ?? []
    // A cut sound usually ends in a cut packet, too: one finding is enough.
    if let cut = irregularities.firstIndex(where: { $0.kind == .truncatedAudio }) {
      irregularities = irregularities.enumerated()
        .filter { $0.offset <= cut || $0.element.kind != .truncatedAudio }.map(\.element)
    }
    return irregularities.map { irregularity in
      finding(
        irregularity.text, severity(irregularity.kind),
        fix: Fix(rewriting(irregularity.kind, sound), .rewrite), at: irregularity.position)
    }
  }

  private func severity(_ kind: Irregularity.Kind) -> Finding.Severity {
    switch kind {
    case .truncatedAudio, .truncatedChunk, .contradiction, .chunkOrder, .misalignedChunk: .error
    case .missingPadding, .trailingBytes, .unknownLength, .metadata: .warning
    }
  }

  /// Writes the container again and copies the packets, where that is possible.
  private func rewriting(_ kind: Irregularity.Kind, _ sound: ExaminedSound) -> Fix.Step {
    let purpose =
      kind == .truncatedAudio ? "get the whole file again; what is there" : "write it again"
    guard let description = sound.description,
      description.container.writableCodings.contains(description.dataFormat.coding)
    else { return sound.conversion(purpose: purpose) }
    return sound.edit("-d 0", purpose: purpose)
  }
}
