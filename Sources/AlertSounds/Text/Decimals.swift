/// `value` with a fixed number of decimals, rounded to nearest, without full Foundation.
public func fixed(_ value: Double, decimals: Int) -> String {
  var scale = 1.0
  for _ in 0..<decimals { scale *= 10 }
  // From 2⁵³ on a double has no decimals.
  guard value.isFinite, abs(value) * scale < 0x1p53 else { return "\(value)" }
  let units = Int64((abs(value) * scale).rounded())
  var text = value < 0 && units > 0 ? "-" : ""
  guard decimals > 0 else { return text + String(units) }
  let (whole, fraction) = units.quotientAndRemainder(dividingBy: Int64(scale))
  let digits = String(fraction)
  text += String(whole)
  text += "."
  for _ in digits.utf8.count..<decimals { text += "0" }
  return text + digits
}

/// Seconds with three decimals. Values under the limit of an alert are not rounded up to it.
public func secondsText(_ duration: Double) -> String {
  let limit = SoundRules.maximumDuration
  return fixed(duration < limit ? min(duration, limit - 0.001) : duration, decimals: 3) + " s"
}
