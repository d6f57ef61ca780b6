import AlertSounds

/// Gives findings names that stay the same in the next run, even if their place in the file
/// changes.
///
/// A name is made of the file, the rule and the message with its numbers taken out: a sound that
/// gets longer is still the same finding "too long". Findings that are equal otherwise are
/// distinguished by their order.
struct Fingerprints {
  private var seen: [UInt128: Int] = [:]

  /// The name of `finding`: 32 hexadecimal digits.
  mutating func name(of finding: PreflightFinding) -> String {
    var hash = FNV1a()
    hash.combine(finding.file)
    hash.combine(finding.finding.rule)
    hash.combine(withoutNumbers(finding.finding.message))
    let twins = seen[hash.value, default: 0]
    seen[hash.value] = twins + 1
    if twins > 0 { hash.combine("\(twins)") }
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}

/// `text` with a `#` for each number, with decimals or without; a name in quotation marks keeps its
/// own.
func withoutNumbers(_ text: String) -> String {
  let scalars = Array(text.unicodeScalars)
  func isDigit(_ index: Int) -> Bool {
    scalars.indices.contains(index) && ("0"..."9").contains(scalars[index])
  }
  func isNumber(_ index: Int) -> Bool {
    isDigit(index) || isDigit(index - 1) && isDigit(index + 1) && scalars[index] == "."
  }
  /// An apostrophe inside a word is not an opening quotation mark.
  func opens(_ index: Int) -> Bool {
    ["'", "\""].contains(scalars[index])
      && (index == 0 || !scalars[index - 1].properties.isAlphabetic)
  }
  var result = ""
  var quote: Unicode.Scalar?
  for (index, scalar) in scalars.enumerated() {
    if quote == nil, isNumber(index) {
      if !isNumber(index - 1) { result += "#" }
      continue
    }
    if scalar == quote { quote = nil } else if quote == nil, opens(index) { quote = scalar }
    result.unicodeScalars.append(scalar)
  }
  return result
}

/// The hash function FNV-1a of 128 bits (RFC 9923). It protects no secret; it only has to be the
/// same on every machine.
private struct FNV1a {
  private(set) var value: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

  mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
    // 0xFF never occurs in UTF-8, so it separates the texts.
    combine(0xFF)
  }

  private mutating func combine(_ byte: UInt8) {
    value ^= UInt128(byte)
    value = value &* 0x0000_0000_0100_0000_0000_0000_0000_013b
  }
}
