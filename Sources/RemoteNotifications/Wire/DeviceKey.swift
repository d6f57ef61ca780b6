/// The secret that a device and its gateway share: 32 bytes, from the device's enrolment.
public struct DeviceKey: Sendable, Hashable {
  /// Bytes of a key.
  public static let byteCount = 32

  let bytes: [UInt8]

  /// A key of 32 bytes; nil for any other number.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Reads 64 lower-case hexadecimal digits; nil for anything else.
  public init?(hexadecimal: String) {
    guard let bytes = Hexadecimal.bytes(hexadecimal) else { return nil }
    self.init(bytes: bytes)
  }

  /// 64 lower-case hexadecimal digits, as an enrolment has it.
  public var hexadecimal: String { Hexadecimal.text(bytes) }

  /// The code that authenticates the sender of `parts`, as 64 lower-case hexadecimal digits.
  func code(of parts: [[UInt8]]) -> String {
    Hexadecimal.text(Digests.hmac(parts, key: bytes))
  }

  /// Whether `code` is that of `parts`. Every byte is compared, wherever the codes differ.
  func verifies(_ code: String, of parts: [[UInt8]]) -> Bool {
    guard let given = Hexadecimal.bytes(code), given.count == Digests.byteCount else {
      return false
    }
    let own = Digests.hmac(parts, key: bytes)
    return zip(own, given).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
