import NotificationTypes

/// A date, a time of day or both, as people and ISO 8601 write them.
///
/// `07:30`, `7:30 pm`, `:30` (of each hour), `2026-12-24`, `2026-12-24 18:00`,
/// `2026-12-24T18:00:00+01:00`, `tomorrow 9:00`, `monday 07:30`.
struct TimeText {
  enum Day: Equatable {
    case date(year: Int, month: Int, day: Int)
    case weekday(Int)
    case today
    case tomorrow
  }

  private(set) var day: Day?
  private(set) var hour: Int?
  private(set) var minute: Int?
  private(set) var second: Int?
  /// Seconds east of UTC, where the text has them.
  private(set) var offset: Int?

  /// Nil if `text` has none of the forms.
  init?(_ text: String) {
    var words = text.lowercased().split(separator: " ").map(String.init)
    if words.count == 1, let parts = Self.splitISO(words[0]) { words = parts }
    guard let first = words.first else { return nil }
    if let day = Self.day(first) {
      self.day = day
      words.removeFirst()
    }
    guard !words.isEmpty else { return }
    guard parseTime(words.joined()) else { return nil }
    // Only a whole date with an offset is a moment.
    if offset != nil {
      guard case .date? = day, hour != nil else { return nil }
    }
  }

  private static func splitISO(_ word: String) -> [String]? {
    guard let mark = word.firstIndex(of: "t"), word.first?.isNumber == true else { return nil }
    return [String(word[..<mark]), String(word[word.index(after: mark)...])]
  }

  private static func day(_ word: String) -> Day? {
    if word == "today" { return .today }
    if word == "tomorrow" { return .tomorrow }
    if let weekday = Weekday(word) { return .weekday(weekday.number) }
    guard let match = word.wholeMatch(of: /(\d{4})-(\d{2})-(\d{2})/), let year = Int(match.1),
      let month = Int(match.2), let day = Int(match.3)
    else { return nil }
    return .date(year: year, month: month, day: day)
  }

  private mutating func parseTime(_ text: String) -> Bool {
    if let match = text.wholeMatch(of: /:(\d{2})/) {
      minute = Int(match.1)
      return true
    }
    let pattern = /(\d{1,2})(?::(\d{2})(?::(\d{2}))?)?(am|pm)?(z|[+-]\d{2}:?\d{2})?/
    guard let match = text.wholeMatch(of: pattern), match.2 != nil || match.4 != nil,
      var hour = Int(match.1)
    else { return false }
    if let half = match.4 {
      guard (1...12).contains(hour) else { return false }
      hour = hour % 12 + (half == "pm" ? 12 : 0)
    }
    self.hour = hour
    minute = match.2.flatMap { Int($0) } ?? 0
    second = match.3.flatMap { Int($0) }
    offset = match.5.flatMap { Self.offset(String($0)) }
    return (0...23).contains(hour)
  }

  private static func offset(_ text: String) -> Int? {
    if text == "z" { return 0 }
    let digits = text.filter(\.isNumber)
    guard let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)) else {
      return nil
    }
    return (text.hasPrefix("-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }
}

/// A day of the week by its English name or the first three letters of it.
struct Weekday {
  /// 1 (Sunday) to 7 (Saturday).
  let number: Int

  private static let names = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]

  init?(_ text: String) {
    let word = text.lowercased()
    guard word.count >= 3,
      let index = Self.names.firstIndex(where: { $0 == word || ($0.prefix(3) == word) })
    else { return nil }
    number = index + 1
  }
}
