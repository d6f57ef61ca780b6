extension POSIXTimeZone {
  /// Nil where `text` is not a zone of this form.
  init?(_ text: some StringProtocol) {
    var reader = Reader(rest: Array(text.utf8)[...])
    guard reader.skipName(), let standard = reader.time() else { return nil }
    standardOffset = -standard
    guard !reader.isAtEnd else {
      daylight = nil
      return
    }
    guard reader.skipName() else { return nil }
    var offset = standardOffset + 3_600
    if reader.next != UInt8(ascii: ",") {
      guard let given = reader.time() else { return nil }
      offset = -given
    }
    guard let start = reader.change(), let end = reader.change(), reader.isAtEnd else {
      return nil
    }
    daylight = Daylight(offset: offset, start: start, end: end)
  }
}

private struct Reader {
  var rest: ArraySlice<UInt8>

  var isAtEnd: Bool { rest.isEmpty }
  var next: UInt8? { rest.first }

  mutating func skip(_ character: Character) -> Bool {
    guard let ascii = character.asciiValue, next == ascii else { return false }
    rest.removeFirst()
    return true
  }

  /// An abbreviation, such as `CET` or `<+0330>`.
  mutating func skipName() -> Bool {
    if skip("<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[(end + 1)...]
      return true
    }
    let letters = rest.prefix { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 & ~0x20 }
    rest = rest.dropFirst(letters.count)
    return letters.count >= 3
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard (1...3).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return range.contains(value) ? value : nil
  }

  /// `[+-]hours[:minutes[:seconds]]` in seconds.
  mutating func time() -> Int? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let hours = number(0...167) else { return nil }
    var seconds = hours * 3_600
    for unit in [60, 1] where skip(":") {
      guard let value = number(0...59) else { return nil }
      seconds += value * unit
    }
    return isNegative ? -seconds : seconds
  }

  /// `,day[/time]`; without a time, 02:00.
  mutating func change() -> POSIXTimeZone.YearlyChange? {
    guard skip(","), let day = day() else { return nil }
    guard skip("/") else { return .init(day: day, time: 2 * 3_600) }
    return time().map { .init(day: day, time: $0) }
  }

  private mutating func day() -> POSIXTimeZone.YearlyChange.Day? {
    if skip("J") { return number(1...365).map { .julian($0) } }
    guard skip("M") else { return number(0...365).map { .ofYear($0) } }
    guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
      let weekday = number(0...6)
    else { return nil }
    return .ofMonth(month: month, week: week, weekday: weekday)
  }
}
