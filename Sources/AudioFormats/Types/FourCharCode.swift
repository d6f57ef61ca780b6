public import Files

/// Four bytes that name a container, a chunk or a format ID, first byte most significant.
public struct FourCharCode: RawRepresentable, Hashable, Sendable {
  /// The four bytes as one number, the first most significant.
  public let rawValue: UInt32

  /// The code of a number, whatever its bytes are.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The code of four bytes in file order.
  public init(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
    rawValue = UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)
  }

  /// The four bytes in file order.
  public var bytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
  }
}

extension FourCharCode: ExpressibleByStringLiteral {
  /// The code of a literal of exactly four ASCII characters.
  public init(stringLiteral value: StaticString) {
    precondition(value.utf8CodeUnitCount == 4, "a four character code has four characters")
    self = value.withUTF8Buffer { unsafe FourCharCode($0[0], $0[1], $0[2], $0[3]) }
  }
}

extension FourCharCode: CustomStringConvertible {
  /// The four characters; a byte that is not printable ASCII is written as `\xHH`.
  public var description: String {
    bytes.map { byte in
      (0x20..<0x7F).contains(byte)
        ? String(Unicode.Scalar(byte)) : "\\x" + hexadecimal(UInt64(byte), digits: 2)
    }.joined()
  }
}

extension ByteReader {
  /// The next four bytes as a code.
  /// - Throws: `Malformed` where there are fewer.
  public mutating func readFourCharCode() throws(Malformed) -> FourCharCode {
    FourCharCode(rawValue: try readUInt32BE())
  }
}

extension ByteWriter {
  /// Appends the four bytes in file order.
  public mutating func write(_ code: FourCharCode) { writeBE(code.rawValue) }
}
