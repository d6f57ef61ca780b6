import AudioFormats
import AudioImport
import Files

extension SoundFile {
  /// The warnings for the user of a conversion, each a sentence.
  /// - Parameter sounds: all that are converted, this one among them.
  func warnings(
    converting plan: ContainerPlan, frameCount: Int64, among sounds: [SoundFile]
  ) -> [String] {
    var warnings: [String] = []
    let name = printable(path)
    if case .container(let description) = content {
      for irregularity in description.irregularities {
        switch irregularity.kind {
        case .truncatedAudio:
          warnings.append("\(name): \(irregularity.text); what is there was converted")
        case .contradiction: warnings.append("\(name): \(irregularity.text)")
        case .followingSounds where sounds.count(where: { $0.path == path }) == 1:
          warnings.append("\(name): \(irregularity.text); --join takes all of them")
        default: break
        }
      }
      if plan.copiesPackets, plan.container == .aifc, plan.dataFormat.coding == .ima4 {
        warnings.append("AIFF-C cannot say where an ima4 sound ends: its padding becomes sound")
      }
    }
    let channels = channelCount
    if channels > plan.dataFormat.channelCount, !plan.request.mixes {
      warnings.append(
        "\(name): \(channels - plan.dataFormat.channelCount) of \(channels) channels were dropped")
    }
    warnings += plan.losses
    if let layout = channelLayout, plan.writing.channelLayout == nil,
      channels == plan.dataFormat.channelCount
    {
      warnings.append("\(name): its channel layout, \(layout.name), was dropped")
    }
    if plan.container == .caf {
      if plan.request.extraChunks.contains(.copiedHash), plan.writing.chunks["hash"] == nil {
        warnings.append("\(name): it carries no hash to copy")
      }
      if plan.request.extraChunks.contains(.copiedInformation), plan.writing.chunks["info"] == nil {
        warnings.append("\(name): it carries no loudness data to copy")
      }
    }
    if frameCount == 0 { warnings.append("\(name): there is no sound in it") }
    return warnings
  }
}

extension ContainerPlan {
  /// The requested properties that the container cannot store.
  fileprivate var losses: [String] {
    var losses: [String] = []
    if container != .caf, !request.extraChunks.isEmpty {
      losses.append("tags, hashes and loudness are kept in a CAF only, not in \(container.name)")
    }
    // WAVE and AIFF imply the plain layouts.
    if [.wave, .aiff].contains(container), let layout = writing.channelLayout,
      ![.mono, .stereo].contains(layout)
    {
      losses.append("\(container.name) cannot tell the channel layout \(layout.name)")
    }
    return losses
  }
}
