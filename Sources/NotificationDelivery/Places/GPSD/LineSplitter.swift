/// Cuts a stream of bytes into lines, and keeps no more than one line of it.
struct LineSplitter: Sendable {
  /// gpsd's own limit is 10,240 bytes (GPS_JSON_RESPONSE_MAX) for a report.
  static let maximumLength = 65_536

  private var rest: [UInt8] = []

  /// Takes what has come.
  /// - Returns: the whole lines, without their ends; nil where one is longer than any of gpsd's.
  mutating func take(_ bytes: some Collection<UInt8>) -> [[UInt8]]? {
    var lines: [[UInt8]] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        lines.append(rest)
        rest.removeAll(keepingCapacity: true)
      } else {
        guard rest.count < Self.maximumLength else { return nil }
        rest.append(byte)
      }
    }
    return lines
  }
}
