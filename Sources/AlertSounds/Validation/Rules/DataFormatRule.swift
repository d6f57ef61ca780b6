import AudioContainers
import AudioTypes

/// The data format is one that alert sounds may have: linear PCM, IMA4, µ-law or A-law
/// (Apple, `UNNotificationSound`).
struct DataFormatRule: SoundRule {
  static let identifier = "data-format"

  func check(_ sound: ExaminedSound) -> [Finding] {
    guard let description = sound.description else { return [] }
    switch description.dataFormat.coding {
    case .linearPCM, .uLaw, .aLaw, .ima4: return []
    case .msIMA, .other:
      return [
        finding(
          .error,
          "\(description.dataFormat.codingName) in \(description.container.name); "
            + "alert sounds hold linear PCM, ima4, ulaw or alaw",
          fix: fix(sound, description))
      ]
    }
  }

  private func fix(_ sound: ExaminedSound, _ description: ContainerDescription) -> String {
    if case .msIMA = description.dataFormat.coding { return sound.conversion() }
    return "convert the original recording to ima4 in CAF"
  }
}
