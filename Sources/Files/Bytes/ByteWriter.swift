/// Builds the bytes of a header: the inverse of `ByteReader`.
public struct ByteWriter {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public mutating func write(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
  public mutating func writeZeros(_ count: Int) { write(repeatElement(0, count: count)) }

  /// Most significant byte first.
  public mutating func writeBE(_ value: some FixedWidthInteger) {
    for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// Least significant byte first.
  public mutating func writeLE(_ value: some FixedWidthInteger) { writeBE(value.byteSwapped) }
}
