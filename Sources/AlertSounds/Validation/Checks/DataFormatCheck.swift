import AudioFormats

/// The data format is one that alert sounds may have: linear PCM, IMA4, µ-law or A-law
/// (Apple, `UNNotificationSound`).
struct DataFormatCheck: SoundCheck {
  static let rule = Rule.dataFormat

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let description = sound.description else { return [] }
    switch description.dataFormat.coding {
    case .linearPCM, .uLaw, .aLaw, .ima4: return []
    case .msIMA, .other:
      return [
        finding(
          "\(description.dataFormat.codingName) in \(description.container.name); Apple promises to play "
            + "linear PCM, ima4, ulaw and alaw only",
          fix: Fix(step(sound, description), .recode))
      ]
    }
  }

  private func step(_ sound: ExaminedSound, _ description: ContainerDescription) -> Fix.Step {
    switch description.dataFormat.coding {
    case .other(let id, _, _): sound.foreignConversion(!id.isKnownToLibsndfile)
    default: sound.conversion()
    }
  }
}
