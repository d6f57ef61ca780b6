/// Arithmetic with numbers that a file, another program or a command line states.
///
/// Such a number may be any: a count of 2⁶³ − 1 is written as easily as one of 5, and a plain sum or
/// product that does not fit ends the program. `Scripts/check-counts` looks for those.
extension Int64 {
  /// The sum; nil where it does not fit.
  package func adding(_ other: Int64) -> Int64? {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? nil : sum
  }

  /// The product; nil where it does not fit.
  package func multiplied(by other: Int64) -> Int64? {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? nil : product
  }

  /// The sum, or the nearest number that there is.
  package func addingClamped(_ other: Int64) -> Int64 {
    adding(other) ?? (other < 0 ? .min : .max)
  }

  /// The difference, or the nearest number that there is.
  package func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// The product, or the nearest number that there is.
  package func multipliedClamped(by other: Int64) -> Int64 {
    multiplied(by: other) ?? ((self < 0) == (other < 0) ? .max : .min)
  }
}
