import Foundation

/// An amount of time as people and ISO 8601 write it: `5m`, `1h30m`, `1 h 30 min`, `2 days`,
/// `PT1H30M`, `P1W`.
struct DurationText {
  let duration: Duration

  /// The units and their seconds; months and years have no fixed length.
  private static let units: [String: Double] = [
    "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1,
    "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60,
    "h": 3_600, "hr": 3_600, "hrs": 3_600, "hour": 3_600, "hours": 3_600,
    "d": 86_400, "day": 86_400, "days": 86_400,
    "w": 604_800, "week": 604_800, "weeks": 604_800,
  ]

  /// Nil where `text` is not an amount of time, or not over zero.
  init?(_ text: String) {
    let lowered = text.lowercased()
    let seconds = lowered.hasPrefix("p") ? Self.iso8601(lowered) : Self.human(lowered)
    guard let seconds, seconds > 0, seconds < 1e10 else { return nil }
    duration = .microseconds(Int64((seconds * 1e6).rounded()))
  }

  private static func human(_ text: String) -> Double? {
    var rest = text[...]
    var total = 0.0
    while !rest.isEmpty {
      let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(number.count).drop { $0 == " " }
      let unit = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(unit.count).drop { $0 == " " }
      guard let value = Double(number), let seconds = units[String(unit)] else { return nil }
      total += value * seconds
    }
    return total
  }

  /// ISO 8601-1:2019, 5.5.2.2, without years and months.
  private static func iso8601(_ text: String) -> Double? {
    let pattern =
      /p(?:([0-9.]+)w)?(?:([0-9.]+)d)?(?:t(?:([0-9.]+)h)?(?:([0-9.]+)m)?(?:([0-9.]+)s)?)?/
    guard let match = text.wholeMatch(of: pattern), text.last?.isLetter == true else { return nil }
    let parts: [(Substring?, Double)] = [
      (match.1, 604_800), (match.2, 86_400), (match.3, 3_600), (match.4, 60), (match.5, 1),
    ]
    var total = 0.0
    for case (let part?, let seconds) in parts {
      guard let value = Double(part) else { return nil }
      total += value * seconds
    }
    return total
  }
}
