/// `value` with a fixed number of decimals, rounded to nearest, without full Foundation.
public func fixed(_ value: Double, decimals: Int) -> String {
  var scale = 1.0
  for _ in 0..<decimals { scale *= 10 }
  // Beyond 2⁵³ a double has no decimals to show.
  guard value.isFinite, abs(value) * scale < 0x1p53 else { return "\(value)" }
  let units = Int64((abs(value) * scale).rounded())
  let sign = value < 0 && units > 0 ? "-" : ""
  guard decimals > 0 else { return sign + String(units) }
  let digits = String(units)
  let filled = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
  return sign + String(filled.dropLast(decimals)) + "." + String(filled.suffix(decimals))
}

/// Seconds with three decimals. What is under the limit of an alert is not rounded up to it.
public func secondsText(_ duration: Double) -> String {
  let limit = SoundRules.maximumDuration
  return fixed(duration < limit ? min(duration, limit - 0.001) : duration, decimals: 3) + " s"
}
