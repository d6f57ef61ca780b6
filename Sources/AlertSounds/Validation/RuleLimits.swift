extension Rule {
  /// A number that a rule compares with, and that a project may choose.
  ///
  /// Apple's own limits are not among them: no setting makes a device play a sound of 30 s, another
  /// container or another data format. Nor are definitions: silence is under −60 dB of full scale,
  /// and a run of clipped samples has three or more.
  public struct Limit: Hashable, Sendable, Encodable {
    /// The name in a configuration file, in kebab case.
    public let name: String
    /// The number that holds where no configuration sets another one.
    public let standard: Double
    /// The unit, as people write it: `s`, `dBTP`, `LU`.
    public let unit: String
    /// The range that a configuration file may set.
    public let range: ClosedRange<Double>
    /// The meaning of the number in the table of limits.
    public let meaning: String

    private enum CodingKeys: CodingKey { case name, standard, unit, meaning }

    /// The standard value as people write it: `7 s`.
    public var standardText: String { "\(plain(standard)) \(unit)" }

    /// A number with the name that a configuration file calls it by.
    public init(
      _ name: String, _ standard: Double, _ unit: String, in range: ClosedRange<Double>,
      _ meaning: String
    ) {
      self.name = name
      self.standard = standard
      self.unit = unit
      self.range = range
      self.meaning = meaning
    }
  }
}

/// The numbers that rules compare with: the standard ones, and those that a project has chosen.
public struct RuleLimits: Hashable, Sendable {
  /// The reason why a number was not taken, as a sentence without a full stop.
  public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String
  }

  private var chosen: [Rule.Limit: Double] = [:]

  /// The standard limits.
  public init() {}

  /// The number that holds for a limit, in its unit.
  public subscript(limit: Rule.Limit) -> Double { chosen[limit] ?? limit.standard }

  /// Sets the limit called `name` of a rule.
  /// - Throws: ``Refusal`` for a limit that does not exist, and for a value out of its range.
  public mutating func set(_ name: String, of rule: Rule, to value: Double) throws(Refusal) {
    guard let limit = rule.limits.first(where: { $0.name == name }) else {
      let known = rule.limits.map(\.name).joined(separator: " and ")
      throw Refusal(
        description: "the rule \(rule.identifier) has no limit \(name)"
          + (known.isEmpty ? "" : ", but " + known))
    }
    guard limit.range.contains(value) else {
      throw Refusal(
        description: "\(rule.identifier).\(name) is \(plain(value)); it can be "
          + "\(plain(limit.range.lowerBound)) to \(plain(limit.range.upperBound)) \(limit.unit)")
    }
    chosen[limit] = value
  }

  /// Why no sound can keep the limits, as a sentence without a full stop; nil where one can.
  public var contradiction: String? {
    let (low, high) = (self[.loudnessMinimum], self[.loudnessMaximum])
    return low <= high
      ? nil : "loudness.minimum, \(plain(low)), is over loudness.maximum, \(plain(high))"
  }
}

/// A limit as people write it.
func plain(_ value: Double) -> String {
  let text = "\(value)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
