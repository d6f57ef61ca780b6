import AudioContainers
import AudioTypes

/// Alert sounds are mono or stereo: the playback of further channels depends on the device.
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

  static var page: RulePage {
    makePage(
      .warning, "The sound is mono or stereo",
      """
      Phones have one or two loudspeakers. What becomes of further channels depends on the device:
      some mix them, some play the first two and drop the rest, and IMA4 has no more than two. A sound
      whose main part is in the centre channel can become very quiet.

      To fix it, keep the first two channels, or mix all of them into two or one:

          tocsin convert ding.wav ding.caf -d ima4 -f caff -c 2
          tocsin convert ding.wav ding.caf -d ima4 -f caff -c 1 --mix

      Mono is right for most alerts: it takes half the space, and from a phone's loudspeaker nobody
      hears a difference.
      """)
  }
}
