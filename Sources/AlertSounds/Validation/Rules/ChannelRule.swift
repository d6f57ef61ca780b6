import AudioContainers
import AudioTypes

/// Alert sounds are mono or stereo: what more there is depends on the device.
struct ChannelRule: SoundRule {
  static let identifier = "channels"

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let count = sound.description?.dataFormat.channelCount, count > 2 else { return [] }
    return [
      finding(
        .warning, "\(count) channels; devices play one or two",
        fix: sound.conversion("-d ima4 -f caff -c 2"))
    ]
  }
}
