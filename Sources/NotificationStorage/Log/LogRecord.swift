/// One record of the delivery log: 64 bytes. They divide a page, so no write can split a record.
package struct LogRecord: Sendable, Hashable {
  package enum Kind: UInt8, Sendable {
    /// The handler is about to be called.
    case begun = 1
    /// The notification's banner was handed over.
    case presented
    /// Its sound has begun.
    case heard
    /// The handler has returned.
    case delivered
    /// The delivery was given up.
    case missed
    /// The handler was stopped before it had delivered: the attempt does not count. A version that
    /// does not know this kind passes over the record, and counts the attempt.
    case released
    /// The sound is over, or nearly all of it was heard. It may follow the end of the delivery. Earlier
    /// versions pass over it, too.
    case soundEnded
  }

  static let size = 64

  package private(set) var kind: Kind
  /// The number of the record in its log, which determines its place.
  package var number: Int64
  package let id: DeliveryID
  /// 1 for the first call of the handler; 0 where no attempt counts.
  package private(set) var attempt: Int
  /// Microseconds since 1970.
  package private(set) var date: Int64
  /// The steps of earlier records of the delivery that this one replaces.
  package private(set) var steps: Set<DeliveryStep> = []
  /// What was known of the banner, the sound and the state when it was written.
  package private(set) var outcomes: LoggedOutcomes

  init(
    _ kind: Kind, _ id: DeliveryID, attempt: Int, number: Int64, date: Int64,
    outcomes: LoggedOutcomes = LoggedOutcomes()
  ) {
    self.kind = kind
    self.number = number
    self.id = id
    self.attempt = attempt
    self.date = date
    self.outcomes = outcomes
  }

  /// Adds the contents of a later record of the delivery.
  mutating func add(_ later: LogRecord) {
    steps.formUnion(later.steps)
    outcomes.add(later.outcomes)
    switch later.kind {
    case .begun: (kind, attempt, date) = (.begun, later.attempt, later.date)
    case .presented: steps.insert(.presented)
    case .heard: steps.insert(.heard)
    case .delivered, .missed:
      (kind, attempt, date) = (later.kind, later.attempt, later.date)
    case .released: attempt = later.attemptsThatCount
    case .soundEnded: break
    }
  }
}

extension LogRecord {
  package var isEnd: Bool { kind == .delivered || kind == .missed }

  /// Whether nothing has happened that counts: the delivery begins as one that was never begun.
  var isAsNew: Bool { kind == .begun && attempt == 0 && steps.isEmpty }

  /// The number of attempts that count after this record.
  package var attemptsThatCount: Int { kind == .released ? max(0, attempt - 1) : attempt }

  /// Nil where the bytes are not a whole record.
  init?(_ words: ArraySlice<Int64>) {
    let words = Array(words)
    // The checksum last: most places are empty.
    guard words.count == Self.size / 8, words[0] & ~(0x3FF | LoggedOutcomes.mask) == 0,
      let outcomes = LoggedOutcomes(word: words[0]),
      let kind = Kind(rawValue: UInt8(truncatingIfNeeded: words[0])), words[1] > 0,
      words[7] == Self.checksum(words[..<7])
    else { return nil }
    self.init(
      kind, DeliveryID(request: words[2], occurrence: Int(words[3])), attempt: Int(words[4]),
      number: words[1], date: words[5], outcomes: outcomes)
    for (step, bit) in Self.bits where words[0] & bit != 0 { steps.insert(step) }
  }

  /// The bits of the steps, in the word of the kind.
  private static let bits: [(DeliveryStep, Int64)] = [(.presented, 0x100), (.heard, 0x200)]

  var words: [Int64] {
    let flags = Self.bits.reduce(0) { steps.contains($1.0) ? $0 | $1.1 : $0 }
    var words = [
      Int64(kind.rawValue) | flags | outcomes.word, number, id.request, Int64(id.occurrence),
      Int64(attempt), date,
      0,
    ]
    words.append(Self.checksum(words[...]))
    return words
  }

  /// CRC-32C (RFC 3720, 12.1), bit by bit: seven words need no table.
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

/// The position of a record, with which the store remembers how much of a log it has.
package struct LogPosition: Sendable, Hashable {
  /// The key of the store's note.
  package let key: String
  /// The number up to which the log is not needed any more.
  package let number: Int64
  /// The delivery whose end the record contains.
  let delivery: DeliveryID

  package init(key: String, number: Int64, delivery: DeliveryID) {
    self.key = key
    self.number = number
    self.delivery = delivery
  }
}
