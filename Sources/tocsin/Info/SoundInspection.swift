import AlertSounds
import AudioFormats

/// The settings for inspecting a sound.
struct SoundInspection {
  var countsByReading = false
  var wantsInformation = false

  /// The operation on a file that failed.
  struct Failure: Error {
    /// Core Audio's name of the call that does it.
    let operation: String
    let reason: SoundError
  }

  /// The facts about the sound at `path`.
  /// - Parameter countsPackets: whether the packets of a foreign format are looked at.
  func inspect(
    _ path: String, countsPackets: Bool = false
  ) throws(Failure) -> SoundInformation {
    let sound: SoundFile
    do { sound = try SoundFile(path: path) } catch {
      throw Failure(operation: "AudioFileOpenURL", reason: error)
    }
    var information = SoundInformation(sound)
    do {
      if countsByReading { try information.countByReading(sound) }
      if countsPackets { try information.addPackets(of: sound) }
    } catch {
      throw Failure(operation: "AudioFileReadPacketData", reason: error)
    }
    return information
  }

  /// The requested dictionary: the file's entries, or all.
  func dictionary(of sound: SoundInformation) -> [InformationEntry] {
    wantsInformation ? sound.completeInformation : sound.information
  }
}
