import Files

/// IEEE 754 extended precision (80 bits), as AIFF stores its sample rate.
extension Double {
  /// Reads ten bytes: sign and 15 bits of exponent (bias 16383), then a 64-bit significand with an
  /// explicit integer bit. Values that a `Double` cannot hold become an infinity or zero.
  init(parsingExtended reader: inout ByteReader) throws(Malformed) {
    let head = try reader.readUInt16BE()
    let significand = try reader.readUInt64BE()
    let exponent = Int(head & 0x7FFF)
    if exponent == 0x7FFF {
      self = significand << 1 == 0 ? .infinity : .nan
    } else {
      // 63: the significand counts units of 2^-63.
      self = Double(sign: .plus, exponent: exponent - 16_383 - 63, significand: Double(significand))
    }
    if head & 0x8000 != 0 { negate() }
  }

  /// Writes a finite positive number that is not denormal: exactly, a `Double` is narrower.
  func writeExtended(to writer: inout ByteWriter) {
    precondition(isNormal && self > 0)
    writer.writeBE(UInt16(exponent + 16_383))
    writer.writeBE(1 << 63 | significandBitPattern << 11)
  }
}
