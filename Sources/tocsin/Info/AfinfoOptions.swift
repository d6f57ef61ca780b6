import AlertSounds
import ArgumentParser
import AudioFormats
import ConsoleOutput

/// The options of afinfo, which `tocsin info` takes too.
struct AfinfoOptions: ParsableArguments {
  @Flag(name: [.customShort("b"), .customLong("brief")], help: "Print the length and the format.")
  var isBrief = false

  @Flag(
    name: [.customShort("r"), .customLong("real")],
    help: "Read each file to its end and print what was counted, not what its header says.")
  var countsByReading = false

  @Flag(
    name: [.customShort("i"), .customLong("info")],
    help: "Print the whole information dictionary, with the duration.")
  var wantsInformation = false

  @Flag(name: [.customShort("x"), .customLong("xml")], help: "Print the facts as XML.")
  var wantsXML = false

  @Flag(
    name: .customLong("warnings"),
    help: "Print what breaks the file format's rules; the XML always does.")
  var wantsWarnings = false
}

extension AfinfoOptions {
  /// The settings for the inspection of each file.
  var inspection: SoundInspection {
    SoundInspection(countsByReading: countsByReading, wantsInformation: wantsInformation)
  }

  /// Prints afinfo's report about `files`, each as soon as it is known, and calls `complain` for
  /// those that cannot be read.
  /// - Returns: whether all could be read.
  func report(on files: [String], complain: (SoundInspection.Failure) -> Void) -> Bool {
    var isComplete = true
    if wantsXML { Console.print(AfinfoXML.head) }
    for (index, file) in files.enumerated() {
      do {
        let sound = try inspection.inspect(file, countsPackets: !isBrief)
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
