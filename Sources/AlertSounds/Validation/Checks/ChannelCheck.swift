import AudioFormats

/// Alert sounds are mono or stereo: the playback of further channels depends on the device.
struct ChannelCheck: SoundCheck {
  static let rule = Rule.channels

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let count = sound.description?.dataFormat.channelCount, count > 2 else { return [] }
    return [
      finding(
        "\(count) channels; devices play one or two",
        fix: Fix(sound.conversion("-d ima4 -f caff -c 2")))
    ]
  }
}
