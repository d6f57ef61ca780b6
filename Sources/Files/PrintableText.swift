/// `text` with control characters written as escapes, so that a file's name cannot move a
/// terminal's cursor or forge a log line.
public func printable(_ text: String) -> String {
  // Most texts are ASCII; a scalar's category takes longer to look up.
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  return text.unicodeScalars.map { scalar in
    isControl(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
  }.joined()
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .lineSeparator, .paragraphSeparator: true
  default: false
  }
}

/// The lower-case hexadecimal digits of `value`, filled with zeros to `digits`.
public func hexadecimal(_ value: UInt64, digits: Int) -> String {
  let text = String(value, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
