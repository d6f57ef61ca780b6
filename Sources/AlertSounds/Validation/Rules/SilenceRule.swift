import AudioContainers
import AudioTypes

/// The sound can be heard. Reading stops at the first sample that is loud enough, so only silent
/// files are decoded to their end.
struct SilenceRule: SoundRule {
  static let identifier = "silence"
  /// −60 dB of full scale.
  static let threshold = 0.001

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let description = sound.description, description.validFrames != 0,
      sound.source.byteCount <= FileSizeRule.limit,
      var pcm = try? PacketPCMSource(path: sound.path, sound.source, description)
    else { return [] }
    do {
      var block = PCMBuffer(channelCount: description.dataFormat.channelCount)
      repeat {
        try pcm.read(into: &block)
        if block.samples.contains(where: { abs($0) >= Self.threshold }) { return [] }
      } while block.frameCount > 0
    } catch {
      return []  // a bad packet is the packet rule's finding
    }
    return [finding(.warning, "no sample reaches −60 dB of full scale: the sound is silent")]
  }
}
