import AlertSounds

/// How a sound is looked at for its facts.
struct SoundInspection {
  var countsByReading = false
  var wantsInformation = false

  /// What could not be done with a file.
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

  /// The dictionary that is asked for: what the file carries, or all of it.
  func dictionary(of sound: SoundInformation) -> [SoundInformation.InformationRecord] {
    wantsInformation ? sound.completeInformation : sound.information
  }
}
