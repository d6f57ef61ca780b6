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
      let kind = irregularity.kind
      let judgement = judgement(of: kind)
      let refusal = judgement.refusers.map { ": \($0), this box plays it" } ?? ""
      let text = irregularity.text + consequence(kind, sound)
      var finding = finding(
        text + refusal, judgement.severity,
        fix: Fix(rewriting(kind, sound), judgement.isRepaired ? .rewrite : nil),
        at: irregularity.position)
      finding.isReadable = kind != .truncatedAudio
      return finding
    }
  }

  /// A deviation is an error where a phone may refuse the file, or sound is missing. Android's reader
  /// is WAVExtractor.cpp; what AudioToolbox plays is in the record of the Toisto AIFF test suite.
  private func judgement(
    of kind: Irregularity.Kind
  ) -> (severity: Finding.Severity, refusers: String?, isRepaired: Bool) {
    switch kind {
    case .truncatedAudio: (.error, nil, true)
    case .contradiction, .misalignedChunk: (.error, "some players refuse the file", true)
    case .chunkOrder, .audioOutsideForm: (.error, "Android refuses the file", true)
    case .codingName: (.error, "Apple's devices refuse the file", true)
    case .formSize, .frameCount, .truncatedChunk: (.warning, nil, true)
    case .missingPadding, .trailingBytes, .followingSounds, .unknownLength, .metadata:
      (.warning, nil, false)
    }
  }

  /// Players play the first of several sounds.
  private func consequence(_ kind: Irregularity.Kind, _ sound: ExaminedSound) -> String {
    guard kind == .followingSounds, let seconds = sound.duration else { return "" }
    return ": players stop after \(fixed(seconds, decimals: 3)) s"
  }

  /// Writes the container again and copies the packets, where that is possible.
  private func rewriting(_ kind: Irregularity.Kind, _ sound: ExaminedSound) -> Fix.Step {
    if kind == .followingSounds { return sound.edit("--join", purpose: "make one sound of them") }
    let purpose =
      kind == .truncatedAudio ? "get the whole file again; what is there" : "write it again"
    guard let description = sound.description,
      description.container.writableCodings.contains(description.dataFormat.coding)
    else { return sound.conversion(purpose: purpose) }
    return sound.edit("-d 0", purpose: purpose)
  }
}
