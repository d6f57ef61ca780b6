/// A day of the proleptic Gregorian calendar.
struct CivilDate: Sendable, Hashable {
  let year: Int
  /// 1...12.
  let month: Int
  /// 1...31.
  let day: Int

  /// The years in which triggers are searched: four digits, as ISO 8601 writes them.
  static let years = 1...9999

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that is `number` days after 1970-01-01.
  ///
  /// Years are counted from 1 March, so that the leap day ends them, in eras of 400 years, after
  /// which the calendar repeats.
  init(dayNumber number: Int) {
    let shifted = number + Self.daysFromMarchOfYear0
    let era = floorDivide(shifted, by: Self.daysInEra)
    let dayOfEra = shifted - era * Self.daysInEra
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1970-01-01.
  var dayNumber: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = floorDivide(marchYear, by: 400)
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.daysInEra + dayOfEra - Self.daysFromMarchOfYear0
  }

  /// 0 (Sunday) to 6; 1970-01-01 was a Thursday.
  static func weekday(ofDayNumber number: Int) -> Int { modulo(number + 4, 7) }

  static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  static func dayCount(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static let daysInEra = 146_097
  /// From 0000-03-01 to 1970-01-01.
  private static let daysFromMarchOfYear0 = 719_468
}

/// The quotient, rounded towards negative infinity; `divisor` is positive.
func floorDivide(_ dividend: Int, by divisor: Int) -> Int {
  let quotient = dividend / divisor
  return dividend % divisor < 0 ? quotient - 1 : quotient
}

/// The remainder that is not negative; `divisor` is positive.
func modulo(_ dividend: Int, _ divisor: Int) -> Int {
  let remainder = dividend % divisor
  return remainder < 0 ? remainder + divisor : remainder
}
