/// The numbers that rules compare with, if a project may choose them.
///
/// Apple's own limits are not among them: no setting makes a device play a sound of 30 s, another
/// container or another data format. Nor are definitions: silence is under −60 dB of full scale,
/// and a run of clipped samples has three or more.
public struct SoundLimits: Hashable, Sendable {
  /// The name of one number: a key below the rule's identifier in a configuration file.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    case fileSize = "file-size.maximum"
    case loudnessMinimum = "loudness.minimum"
    case loudnessMaximum = "loudness.maximum"
    case truePeak = "true-peak.maximum"
    case clippedRuns = "clipping.maximum"
    case leadingSilence = "leading-silence.maximum"
    case dcOffset = "dc-offset.maximum"
    case bannerDuration = "banner-duration.maximum"
    case sizeSaving = "size-saving.minimum"
  }

  /// The reason why a number was not taken, as a sentence without a full stop.
  public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String
  }

  private var chosen: [Name: Double] = [:]

  /// The standard limits.
  public init() {}

  /// The limit `name`, in its unit.
  public subscript(name: Name) -> Double { chosen[name] ?? name.facts.standard }

  /// Sets the limit called `limit` of the rule with the identifier `rule`.
  /// - Throws: ``Refusal`` for a limit that does not exist, and for a value out of its range.
  public mutating func set(rule: String, limit: String, value: Double) throws(Refusal) {
    guard let name = Name(rawValue: rule + "." + limit) else {
      let known = Name.allCases.filter { $0.rule == rule }.map(\.limit.name)
      throw Refusal(
        description: "the rule \(rule) has no limit \(limit)"
          + (known.isEmpty ? "" : ", but " + known.joined(separator: " and ")))
    }
    guard name.range.contains(value) else {
      throw Refusal(
        description: "\(name.rawValue) is \(plain(value)); "
          + "it can be \(plain(name.range.lowerBound)) to \(plain(name.range.upperBound)) "
          + name.limit.unit)
    }
    chosen[name] = value
  }

  /// Why no sound can keep the limits, as a sentence without a full stop; nil where one can.
  public var contradiction: String? {
    let (low, high) = (self[.loudnessMinimum], self[.loudnessMaximum])
    return low <= high
      ? nil : "loudness.minimum, \(plain(low)), is over loudness.maximum, \(plain(high))"
  }

  /// The limits that the rule `identifier` has.
  static func of(_ identifier: String) -> [RulePage.Limit] {
    Name.allCases.filter { $0.rule == identifier }.map(\.limit)
  }
}

extension SoundLimits.Name {
  /// The identifier of the rule that compares with it.
  public var rule: String { String(rawValue.prefix { $0 != "." }) }

  /// The name below the rule's, the standard value and the unit.
  public var limit: RulePage.Limit {
    let (standard, unit, meaning) = facts
    return RulePage.Limit(
      name: String(rawValue.dropFirst(rule.count + 1)), standard: standard, unit: unit,
      meaning: meaning)
  }

  fileprivate var facts: (standard: Double, unit: String, meaning: String) {
    switch self {
    case .fileSize: (16, "MiB", "The size of the largest file that is fine and whose audio is read")
    case .loudnessMinimum: (-36, "LUFS", "The loudness of the quietest sound that is fine")
    case .loudnessMaximum: (-9, "LUFS", "The loudness of the loudest sound that is fine")
    case .truePeak: (0, "dBTP", "The highest true peak that is fine")
    case .clippedRuns: (0, "runs", "How many runs of samples at full scale are fine")
    case .leadingSilence: (0.25, "s", "The longest silence before the sound that is fine")
    case .dcOffset: (1, "%", "The largest mean of a channel that is fine, of full scale")
    case .bannerDuration: (7, "s", "The longest sound that a banner plays whole")
    case .sizeSaving: (32, "KiB", "The least saving that is worth a note")
    }
  }

  /// The range that a configuration file may set.
  public var range: ClosedRange<Double> {
    switch self {
    case .fileSize: 0...1_024
    case .loudnessMinimum, .loudnessMaximum: -70...0
    case .truePeak: -60...60
    case .clippedRuns: 0...1e9
    case .leadingSilence, .bannerDuration: 0...30
    case .dcOffset: 0...100
    case .sizeSaving: 0...1e6
    }
  }
}

/// A limit as people write it.
func plain(_ value: Double) -> String {
  let text = "\(value)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
