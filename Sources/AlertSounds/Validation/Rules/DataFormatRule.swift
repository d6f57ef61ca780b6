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
    switch description.dataFormat.coding {
    case .other(let id, _, _): sound.foreignConversion(!id.isKnownToLibsndfile)
    default: sound.conversion()
    }
  }

  static var page: RulePage {
    makePage(
      .error, "The data format is linear PCM, IMA4, µ-law or A-law",
      """
      CAF and WAVE can hold any coding, but alert sounds are linear PCM, MA4 (IMA4, Apple's ADPCM),
      µ-law or A-law. AAC, ALAC, MP3 or Opus in a CAF file, MP3 or Microsoft's ADPCM in WAVE play in
      every media player, and not as an alert: the default sound plays. `ffmpeg -c copy` writes such
      files without a word.

      To mend it, convert the original recording; IMA4 has a quarter of the size of 16-bit PCM:

          tocsin convert ding.m4a ding.caf -d ima4 -f caff

      M4A, AAC and ALAC are read through the program ffmpeg, which must be installed:

          sudo apt install ffmpeg
      """)
  }
}
