import AudioFormats
import Files

/// The bytes of hexadecimal digits; spaces and line ends only group them.
func hex(_ text: String) -> [UInt8] {
  let digits = text.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map {
    UInt8(digits[$0] << 4 | digits[$0 + 1])
  }
}

/// The digits of `bytes`, four bytes a group, for a failure that can be read.
func digits(_ bytes: some Collection<UInt8>) -> String {
  bytes.enumerated().map { index, byte in
    (index > 0 && index.isMultiple(of: 4) ? " " : "") + hexadecimal(UInt64(byte), digits: 2)
  }.joined()
}
