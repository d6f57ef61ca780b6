import AudioContainers
import AudioTypes

/// The sound takes no more space than it needs.
struct SizeSavingRule: SoundRule {
  static let identifier = "size-saving"

  func check(_ sound: ExaminedSound) -> [Finding] {
    // IMA4 is stored in CAF and AIFF-C, which Android does not play.
    guard !sound.isShared, let description = sound.description,
      let frames = description.validFrames,
      case .linearPCM = description.dataFormat.coding,
      description.dataFormat.channelCount <= DataFormat.maximumIMA4ChannelCount
    else { return [] }
    let now = description.audioBytes.upperBound - description.audioBytes.lowerBound
    let packetBytes = IMA4Layout.bytesPerChannel * description.dataFormat.channelCount
    let then = IMA4Layout.packetCount(forFrames: frames) * Int64(packetBytes)
    guard Double(now - then) >= sound.limits[.sizeSaving] * 1_024, then > 0 else { return [] }
    let ratio = fixed(Double(now) / Double(then), decimals: 1)
    return [
      finding(
        .note,
        "\(kibibytes(now)) of \(description.dataFormat.codingName) linear PCM; "
          + "ima4 would take \(kibibytes(then)), \(ratio):1",
        fix: sound.conversion())
    ]
  }

  private func kibibytes(_ count: Int64) -> String {
    fixed(Double(count) / 1_024, decimals: 0) + " KiB"
  }

  static var page: RulePage {
    makePage(
      .note, "The sound takes no more space than it needs",
      """
      IMA4 has about a quarter of the size of 16-bit linear PCM, every device plays it, and Apple's
      own alert sounds use it. 10 s of mono at 44.1 kHz are 861 KiB as linear PCM and 229 KiB as
      IMA4. Every user of an app downloads the difference with every version; compression of the
      app does not make up for it, because PCM hardly shrinks in a zip archive.

      IMA4 adds a noise that follows the sound some 30 dB below it, which nobody hears from a phone.
      Listen to sounds with long, quiet tails before you ship them. Sounds of more than two
      channels, which IMA4 does not hold, get no note; nor do those that one project ships for
      Android too, which plays no CAF.

      To save the space:

          tocsin convert ding.wav ding.caf -d ima4 -f caff

      A lower sample rate saves more: `-d ima4@22050` halves it again. The note starts at a saving
      of 32 KiB; a configuration file can set another one.
      """)
  }
}
