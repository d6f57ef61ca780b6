import ArgumentParser
import AudioProcessing

/// The options that change the sound itself, in the order in which they are applied.
struct EditingOptions: ParsableArguments {
  @Flag(
    name: .customLong("join"),
    help: "Make one sound of all files but the last, which is the output.")
  var joins = false

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp("Start here; --to SECONDS ends there.", valueName: "seconds"))
  var start: String?

  @Flag(name: .customLong("remove-dc"), help: "Move the mean of each channel to 0.")
  var removesDC = false

  @Flag(
    name: .customLong("trim-silence"), help: "Cut off what is below -60 dB at both ends.")
  var trimsSilence = false

  @Option(
    name: .customLong("normalize"),
    help: ArgumentHelp(
      "Reach this loudness (LUFS); the true peak stays at or below -1 dBTP.", valueName: "lufs"))
  var loudness: String?

  @Option(name: .customLong("gain"), help: ArgumentHelp("Raise the level (dB).", valueName: "db"))
  var gain: String?

  @Option(
    name: .customLong("repeat"), help: ArgumentHelp("Play the sound so often.", valueName: "count"))
  var repeatCount: String?

  @Option(
    name: .customLong("fade-in"),
    help: ArgumentHelp("Rise from silence at the start.", valueName: "seconds"))
  var fadeIn: String?

  @Option(
    name: .customLong("fade-out"),
    help: ArgumentHelp("Fall to silence at the end.", valueName: "seconds"))
  var fadeOut: String?

  @Option(
    name: .customLong("pad"),
    help: ArgumentHelp("Add silence before and after.", valueName: "seconds,seconds"))
  var padding: String?

  /// The options and the number of their values.
  static let valueCounts = [
    "--join": 0, "--from": 1, "--remove-dc": 0, "--trim-silence": 0, "--normalize": 1, "--gain": 1,
    "--repeat": 1, "--fade-in": 1, "--fade-out": 1, "--pad": 1,
  ]

  /// The longest time that an option takes (s): a day.
  private static let maximumTime = 86_400.0

  /// - Parameter end: the seconds of `--to`.
  /// - Throws: `UsageError` for a number that is out of range.
  func edits(end: String?) throws(UsageError) -> SoundEdits {
    let times = 0...Self.maximumTime
    var edits = SoundEdits()
    edits.start = try Self.number(start, "--from", times, "seconds") ?? 0
    edits.end = try Self.number(end, "--to", times, "seconds")
    if let end = edits.end, end <= edits.start {
      throw UsageError("--to \(fixedPlaces(end)) is not after --from \(fixedPlaces(edits.start))")
    }
    edits.removesDC = removesDC
    edits.trimsSilence = trimsSilence
    edits.loudness = try Self.number(loudness, "--normalize", -70...0, "LUFS")
    edits.gain = try Self.number(gain, "--gain", -120...120, "dB") ?? 0
    guard edits.loudness == nil || gain == nil else {
      throw UsageError("--normalize and --gain both set the level: use one of them")
    }
    edits.repeatCount = Int(
      try Self.number(repeatCount, "--repeat", 1...10_000, "as a whole number", isWhole: true) ?? 1)
    edits.fadeIn = try Self.number(fadeIn, "--fade-in", times, "seconds") ?? 0
    edits.fadeOut = try Self.number(fadeOut, "--fade-out", times, "seconds") ?? 0
    if let padding {
      let parts = padding.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else {
        throw UsageError("--pad needs two times, before and after the sound: --pad 0,0.5")
      }
      edits.paddingBefore = try Self.number(parts[0], "--pad", times, "seconds") ?? 0
      edits.paddingAfter = try Self.number(parts[1], "--pad", times, "seconds") ?? 0
    }
    return edits
  }

  private static func number(
    _ text: String?, _ option: String, _ range: ClosedRange<Double>, _ unit: String,
    isWhole: Bool = false
  ) throws(UsageError) -> Double? {
    guard let text else { return nil }
    guard let value = Double(text), range.contains(value), !isWhole || value == value.rounded()
    else {
      let limits = "\(fixedPlaces(range.lowerBound)) to \(fixedPlaces(range.upperBound))"
      throw UsageError("\(option) must be \(limits) \(unit), not '\(text)'")
    }
    return value
  }
}

/// A number without a fraction of zeros: `29.5`, `30`.
private func fixedPlaces(_ value: Double) -> String {
  value == value.rounded() ? "\(Int(value))" : "\(value)"
}
