/// Paths as editors write them: URIs of the scheme `file` (RFC 8089).
enum FileAddress {
  static func address(of path: String) -> String {
    var address = "file://"
    for byte in path.utf8 {
      if isPlain(byte) {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        address += "%" + (byte < 0x10 ? "0" : "") + digits
      }
    }
    return address
  }

  /// nil for an address of another scheme or another machine.
  static func path(_ address: String) -> String? {
    guard address.hasPrefix("file:///") else { return nil }
    var bytes: [UInt8] = []
    var rest = Array(address.utf8.dropFirst(7))[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~/".utf8.contains(byte)
    }
  }
}
