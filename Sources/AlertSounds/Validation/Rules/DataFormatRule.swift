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
          "\(description.dataFormat.codingName) in \(description.container.name); Apple promises to play "
            + "linear PCM, ima4, ulaw and alaw only",
          fix: fix(sound, description))
      ]
    }
  }

  private func fix(_ sound: ExaminedSound, _ description: ContainerDescription) -> String {
    switch description.dataFormat.coding {
    case .other(let id, _, _): sound.foreignConversion(!id.isKnownToLibsndfile)
    default: sound.conversion()
    }
  }

  static var page: RulePage {
    makePage(
      .error, "The data format is linear PCM, IMA4, µ-law or A-law",
      """
      Apple documents four data formats for alert sounds: linear PCM, MA4 (IMA4, Apple's ADPCM),
      µ-law and A-law. CAF and WAVE can hold any other, such as AAC, ALAC, MP3 or Opus, and
      `ffmpeg -c copy` writes such files without a word. Apple does not promise that they play as an
      alert. Some shipped apps have AAC in CAF and report that it plays; others got the default sound.
      Where a sound has to be heard on every device and system, it has one of the four.

      To fix it, convert the original recording; IMA4 has a quarter of the size of 16-bit PCM:

          tocsin convert ding.m4a ding.caf -d ima4 -f caff

      M4A, AAC and ALAC are read through the program ffmpeg, which must be installed:

          sudo apt install ffmpeg
      """)
  }
}
