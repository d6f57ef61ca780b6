/// The parser of the tz database's compiled files (TZif, RFC 9636).
enum TZifFile {
  /// The bytes are not a zone.
  struct Malformed: Error {}

  /// - Throws: ``Malformed``, for zones that count leap seconds too: triggers do not.
  static func rules(parsing bytes: [UInt8]) throws(Malformed) -> TimeZoneRules {
    var reader = Reader(bytes: bytes)
    let first = try Header(parsing: &reader)
    guard first.version >= 2 else {
      return try block(first, timeSize: 4, rule: nil, in: &reader)
    }
    // The first block has 32-bit times, for readers from before 2006: it is skipped.
    try reader.skip(first.blockSize(timeSize: 4))
    let second = try Header(parsing: &reader)
    var ahead = reader
    try ahead.skip(second.blockSize(timeSize: 8))
    return try block(second, timeSize: 8, rule: try footer(&ahead), in: &reader)
  }

  private static func footer(_ reader: inout Reader) throws(Malformed) -> POSIXTimeZone? {
    let text = reader.rest
    guard text.first == 10, let end = text.dropFirst().firstIndex(of: 10) else {
      throw Malformed()
    }
    let line = text[(text.startIndex + 1)..<end]
    guard !line.isEmpty else { return nil }
    guard let rule = POSIXTimeZone(String(decoding: line, as: UTF8.self)) else {
      throw Malformed()
    }
    return rule
  }

  private static func block(
    _ header: Header, timeSize: Int, rule: POSIXTimeZone?, in reader: inout Reader
  ) throws(Malformed) -> TimeZoneRules {
    guard header.leapCount == 0 else { throw Malformed() }
    var times: [Int] = []
    for _ in 0..<header.timeCount { times.append(try reader.integer(timeSize)) }
    var types: [Int] = []
    for _ in 0..<header.timeCount { types.append(try reader.integer(1) & 0xFF) }
    var typeOffsets: [Int] = []
    for _ in 0..<header.typeCount {
      typeOffsets.append(try reader.integer(4))
      try reader.skip(2)
    }
    guard let first = typeOffsets.first, types.allSatisfy(typeOffsets.indices.contains),
      typeOffsets.allSatisfy({ abs($0) < 26 * 3_600 }), zip(times, times.dropFirst()).allSatisfy(<)
    else { throw Malformed() }
    return rules(times, types.map { typeOffsets[$0] }, before: first, rule: rule)
  }

  /// Leaves out transitions that change only a name or a flag.
  private static func rules(
    _ times: [Int], _ offsetsBehind: [Int], before: Int, rule: POSIXTimeZone?
  ) -> TimeZoneRules {
    var transitions: [Int] = []
    var offsets = [before]
    for (time, offset) in zip(times, offsetsBehind) where offset != offsets.last {
      transitions.append(time)
      offsets.append(offset)
    }
    // The rule holds from the last time on, even if the offset did not change then.
    if rule != nil, let last = times.last, transitions.last != last {
      transitions.append(last)
      offsets.append(offsetsBehind.last ?? before)
    }
    return TimeZoneRules(transitions: transitions, offsets: offsets, rule: rule)
  }

  private struct Header {
    let version: Int
    let isUTCount: Int
    let isStandardCount: Int
    let leapCount: Int
    let timeCount: Int
    let typeCount: Int
    let characterCount: Int

    init(parsing reader: inout Reader) throws(Malformed) {
      guard try reader.integer(4) == 0x545A_6966 else { throw Malformed() }
      let digit = try reader.integer(1)
      version = digit == 0 ? 1 : digit - 0x30
      try reader.skip(15)
      isUTCount = try reader.count()
      isStandardCount = try reader.count()
      leapCount = try reader.count()
      timeCount = try reader.count()
      typeCount = try reader.count()
      characterCount = try reader.count()
    }

    func blockSize(timeSize: Int) -> Int {
      timeCount * (timeSize + 1) + typeCount * 6 + characterCount + leapCount * (timeSize + 4)
        + isStandardCount + isUTCount
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    private(set) var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var rest: ArraySlice<UInt8> { bytes[position...] }

    mutating func skip(_ count: Int) throws(Malformed) {
      guard count <= bytes.count - position else { throw Malformed() }
      position += count
    }

    /// A big-endian integer with a sign, of up to eight bytes.
    mutating func integer(_ size: Int) throws(Malformed) -> Int {
      let start = position
      try skip(size)
      let bits = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let unused = UInt64(64 - size * 8)
      return Int(Int64(bitPattern: bits << unused) >> Int64(unused))
    }

    /// The number of things of one byte or more, which is not more than the bytes of the file.
    mutating func count() throws(Malformed) -> Int {
      let value = try integer(4)
      guard (0...bytes.count).contains(value) else { throw Malformed() }
      return value
    }
  }
}
