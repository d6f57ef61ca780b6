/// A value in a message of PulseAudio's native protocol, or a part of one (`tagstruct.c`).
enum PulseValue: Equatable {
  case number(UInt32)
  /// Without a text it is also the end of a list of properties.
  case text(String?)
  case flag(Bool)
  case bytes([UInt8])
  /// A volume for each channel; 65,536 is full volume.
  case volume([UInt32])
  /// A value that nothing here needs.
  case other

  /// The form in which it is sent.
  var encoded: [UInt8] {
    switch self {
    case .number(let number): [UInt8(ascii: "L")] + number.bigEndianBytes
    case .text(nil): [UInt8(ascii: "N")]
    case .text(let text?): [UInt8(ascii: "t")] + text.utf8 + [0]
    case .flag(let flag): [UInt8(ascii: flag ? "1" : "0")]
    case .bytes(let bytes):
      [UInt8(ascii: "x")] + UInt32(bytes.count).bigEndianBytes + bytes
    case .volume(let channels):
      [UInt8(ascii: "v"), UInt8(channels.count)] + channels.flatMap(\.bigEndianBytes)
    // A list of properties; `.text(nil)` ends it.
    case .other: [UInt8(ascii: "P")]
    }
  }

  /// The bytes after the tag of a value of fixed length.
  private static let lengths: [Unicode.Scalar: Int] = [
    "B": 1, "V": 4, "R": 8, "r": 8, "U": 8, "T": 8, "a": 6, "f": 0, "P": 0,
  ]

  /// - Returns: the values of a message; nil where it is not one.
  static func all(in message: [UInt8]) -> [PulseValue]? {
    var rest = message[...]
    var values: [PulseValue] = []
    while let tag = rest.popFirst() {
      guard let value = next(Unicode.Scalar(tag), &rest) else { return nil }
      values.append(value)
    }
    return values
  }

  private static func next(_ tag: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> PulseValue? {
    func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count <= rest.count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    func number() -> UInt32? { take(4)?.reduce(0) { $0 << 8 | UInt32($1) } }
    switch tag {
    case "L": return number().map(Self.number)
    case "N": return .text(nil)
    case "0", "1": return .flag(tag == "1")
    case "t":
      guard let end = rest.firstIndex(of: 0), let text = take(end - rest.startIndex) else {
        return nil
      }
      rest = rest.dropFirst()
      return .text(String(decoding: text, as: UTF8.self))
    case "x": return number().flatMap { take(Int($0)) }.map { .bytes(Array($0)) }
    case "m": return take(1)?.first.flatMap { take(Int($0)) }.map { _ in .other }
    case "v":
      guard let count = take(1)?.first else { return nil }
      let channels = (0..<count).compactMap { _ in number() }
      return channels.count == count ? .volume(channels) : nil
    default: return lengths[tag].flatMap(take).map { _ in .other }
    }
  }
}

extension UInt32 {
  var bigEndianBytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) } }
}
