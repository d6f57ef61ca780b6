import AlertSounds
import ArgumentParser
import AudioTypes
import ConsoleOutput

/// The options of afinfo, which `tocsin info` takes too.
struct AfinfoOptions: ParsableArguments {
  @Flag(name: [.customShort("b"), .customLong("brief")], help: "Tell the length and the format.")
  var isBrief = false

  @Flag(
    name: [.customShort("r"), .customLong("real")],
    help: "Read each file through, and tell what was counted in place of what its header says.")
  var countsByReading = false

  @Flag(
    name: [.customShort("i"), .customLong("info")],
    help: "Tell the whole information dictionary, the duration included.")
  var wantsInformation = false

  @Flag(name: [.customShort("x"), .customLong("xml")], help: "Print the facts as XML.")
  var wantsXML = false

  @Flag(
    name: .customLong("warnings"),
    help: "Tell what deviates from the file format's rules; the XML always does.")
  var wantsWarnings = false
}

extension AfinfoOptions {
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

  /// Prints what afinfo prints about `files`, each as soon as it is known, and calls `complain`
  /// for those that cannot be read.
  /// - Returns: whether all could be read.
  func report(on files: [String], complain: (Failure) -> Void) -> Bool {
    var isComplete = true
    if wantsXML { Console.print(AfinfoXML.head) }
    for (index, file) in files.enumerated() {
      do {
        let sound = try inspect(file, countsPackets: !isBrief)
        Console.print(
          wantsXML
            ? AfinfoXML(sound, self).element(id: index)
            : AfinfoReport(sound, self).text)
      } catch {
        complain(error)
        isComplete = false
      }
    }
    if wantsXML { Console.print(AfinfoXML.foot) }
    return isComplete
  }
}
