import AudioFormats

/// The sound takes no more space than it needs.
struct SizeSavingCheck: SoundCheck {
  static let rule = Rule.sizeSaving

  func check(_ sound: ExaminedSound) -> [Finding] {
    // IMA4 is stored in CAF and AIFF-C, which Android does not play.
    guard !sound.isShared, let description = sound.description,
      let frames = description.validFrames,
      case .linearPCM = description.dataFormat.coding,
      description.dataFormat.channelCount <= DataFormat.maximumIMA4ChannelCount
    else { return [] }
    let now = description.audioBytes.upperBound - description.audioBytes.lowerBound
    let packetBytes = IMA4Layout.bytesPerChannel * description.dataFormat.channelCount
    let then = IMA4Layout.packetCount(forFrames: frames).multipliedClamped(by: Int64(packetBytes))
    guard Double(now - then) >= sound.limits[.sizeSaving] * 1_024, then > 0 else { return [] }
    let ratio = fixed(Double(now) / Double(then), decimals: 1)
    return [
      finding(
        "\(kibibytes(now)) of \(description.dataFormat.codingName) linear PCM; "
          + "ima4 would take \(kibibytes(then)), \(ratio):1",
        fix: Fix(sound.conversion()))
    ]
  }

  private func kibibytes(_ count: Int64) -> String {
    fixed(Double(count) / 1_024, decimals: 0) + " KiB"
  }
}
