import AudioFormats
import Files

/// Every IMA4 packet starts with a valid step index. Only the preambles are read; nothing is
/// decoded.
struct PacketCheck: SoundCheck {
  static let rule = Rule.packets
  private static let maximumStepIndex = 88

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let description = sound.description, description.dataFormat.coding == .ima4,
      sound.isReadWhole
    else { return [] }
    var reader = PacketReader(sound.source, description)
    var packets: [UInt8] = []
    repeat {
      let position = reader.nextPosition
      do {
        try reader.read(byteCount: IMA4Layout.bytesPerChannel * 2 * 1_024, into: &packets)
      } catch { return [finding(error.description)] }
      if let bad = firstBadPreamble(packets) {
        return [
          finding(
            "an IMA4 packet starts with step index \(packets[bad] & 0x7F); 88 is the last",
            at: position + Int64(bad))
        ]
      }
    } while !packets.isEmpty
    return []
  }

  /// Offset of the first preamble byte with an index over 88.
  private func firstBadPreamble(_ packets: [UInt8]) -> Int? {
    stride(from: 1, to: packets.count, by: IMA4Layout.bytesPerChannel).first {
      packets[$0] & 0x7F > Self.maximumStepIndex
    }
  }
}
