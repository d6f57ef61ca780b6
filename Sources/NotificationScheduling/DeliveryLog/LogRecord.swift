/// One line of the delivery log: 64 bytes, which no write can part, for they divide a page.
struct LogRecord: Sendable, Hashable {
  enum Kind: UInt8, Sendable {
    /// The handler is about to be called.
    case begun = 1
    /// The notification's banner was handed over.
    case presented
    /// Its sound has begun.
    case heard
    /// The handler has returned.
    case delivered
    /// It was given up.
    case missed
  }

  static let size = 64

  let kind: Kind
  /// Counts the records of a log; the place follows from it.
  let number: Int64
  let id: DeliveryID
  /// 1 for the first call of the handler.
  let attempt: Int
  /// Microseconds since 1970.
  let date: Int64

  init(_ kind: Kind, _ id: DeliveryID, attempt: Int, number: Int64, date: Int64) {
    self.kind = kind
    self.number = number
    self.id = id
    self.attempt = attempt
    self.date = date
  }

  /// Nil where the bytes are not a whole record.
  init?(_ words: ArraySlice<Int64>) {
    let words = Array(words)
    // The checksum last: most places are empty.
    guard words.count == Self.size / 8, let raw = UInt8(exactly: words[0]),
      let kind = Kind(rawValue: raw), words[1] > 0, words[7] == Self.checksum(words[..<7])
    else { return nil }
    self.init(
      kind, DeliveryID(request: words[2], occurrence: Int(words[3])), attempt: Int(words[4]),
      number: words[1], date: words[5])
  }

  var words: [Int64] {
    var words = [
      Int64(kind.rawValue), number, id.request, Int64(id.occurrence), Int64(attempt), date, 0,
    ]
    words.append(Self.checksum(words[...]))
    return words
  }

  /// CRC-32C (RFC 3720, 12.1), bit by bit: seven words at a time need no table.
  private static func checksum(_ words: ArraySlice<Int64>) -> Int64 {
    var crc: UInt32 = 0xFFFF_FFFF
    for word in words {
      withUnsafeBytes(of: word.littleEndian) { bytes in
        for byte in bytes {
          crc ^= UInt32(byte)
          for _ in 0..<8 { crc = (crc >> 1) ^ (crc & 1 == 1 ? 0x82F6_3B78 : 0) }
        }
      }
    }
    return Int64(~crc)
  }
}

/// The place of a record, by which the store remembers how far it has got.
package struct LogPosition: Sendable, Hashable {
  /// The key of the store's note.
  let key: String
  let number: Int64
}
