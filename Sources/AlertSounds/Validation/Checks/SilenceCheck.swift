import AudioFormats

/// The sound can be heard. If the samples were not measured, reading stops at the first one that is
/// loud enough: only silent files are decoded to their end.
struct SilenceCheck: SoundCheck {
  static let rule = Rule.silence
  /// Frames that are decoded at a time: in most files the first few are loud enough.
  private static let blockFrames = 64

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let description = sound.description, description.validFrames != 0,
      isSilent(sound, description)
    else { return [] }
    return [finding("no sample reaches −60 dB of full scale: the sound is silent")]
  }

  private func isSilent(_ sound: ExaminedSound, _ description: ContainerDescription) -> Bool {
    switch sound.samples {
    case .left: false
    case .measured(let measurements): measurements?.isSilent ?? false
    case .unread: isSilentWhenRead(sound, description)
    }
  }

  private func isSilentWhenRead(
    _ sound: ExaminedSound, _ description: ContainerDescription
  ) -> Bool {
    guard sound.isReadWhole,
      var pcm = try? ContainerSound(description, in: sound.source, path: sound.path)
        .pcm(blockFrames: Self.blockFrames)
    else { return false }
    let threshold = SoundMeasurements.silenceThreshold
    var block = PCMBuffer(channelCount: description.dataFormat.channelCount)
    do {
      while try pcm.readNext(into: &block) {
        if block.samples.contains(where: { abs($0) >= threshold }) { return false }
      }
    } catch {
      return false  // a bad packet is the packet rule's finding
    }
    return true
  }
}
