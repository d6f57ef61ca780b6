import Files

/// A chunk that starts with the number of its entries. Tocsin ignores the entries. Another
/// reader may trust the count and read past the chunk, so an impossible count is reported.
private struct CountedTable {
  let id: FourCharCode
  /// Offset of the count in the chunk.
  let countOffset: Int
  /// Bytes of the count: 2 or 4.
  let countSize: Int
  let isLittleEndian: Bool
  /// Bytes of the smallest entry there can be.
  let minimumEntrySize: Int

  /// Whether the entries are positions in the sound: playing an alert does not need them.
  var holdsMarkers: Bool { id == "MARK" || id == "mark" || id == "cue " }

  static let all = [
    // AIFF 1.3: "Marker Chunk" (ID, position, Pascal string), "Comments Chunk".
    CountedTable("MARK", at: 0, bytes: 2, littleEndian: false, entry: 8),
    CountedTable("COMT", at: 0, bytes: 2, littleEndian: false, entry: 8),
    // Multimedia Programming Interface and Data Specifications 1.0: cue points, sampler loops.
    CountedTable("cue ", at: 0, bytes: 4, littleEndian: true, entry: 24),
    CountedTable("smpl", at: 28, bytes: 4, littleEndian: true, entry: 24),
    // Core Audio Format Specification: "Information Chunk" (two C strings), "Strings Chunk",
    // "Marker Chunk".
    CountedTable("info", at: 0, bytes: 4, littleEndian: false, entry: 2),
    CountedTable("strg", at: 0, bytes: 4, littleEndian: false, entry: 12),
    CountedTable("mark", at: 4, bytes: 4, littleEndian: false, entry: 28),
  ]

  init(_ id: FourCharCode, at offset: Int, bytes: Int, littleEndian: Bool, entry: Int) {
    self.id = id
    countOffset = offset
    countSize = bytes
    isLittleEndian = littleEndian
    minimumEntrySize = entry
  }

  /// The count that `head`, the chunk's first bytes, claims; nil where it is cut off.
  func count(in head: [UInt8]) -> UInt64? {
    guard head.count >= countOffset + countSize else { return nil }
    let bytes = head[countOffset..<countOffset + countSize]
    return (isLittleEndian ? Array(bytes.reversed()) : Array(bytes))
      .reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension ChunkWalk {
  /// Tables whose counts do not fit into their chunks.
  func tableIrregularities(_ source: some ByteSource) throws(ParseError) -> [Irregularity] {
    var found: [Irregularity] = []
    let audio = chunks.first { $0.id == "data" || $0.id == "SSND" }?.position ?? .max
    for chunk in chunks {
      guard let table = CountedTable.all.first(where: { $0.id == chunk.id }) else { continue }
      let size = table.countOffset + table.countSize
      let head = try reading { () throws(FileError) in
        try source.bytes(at: chunk.payload.lowerBound, count: min(size, chunk.payload.count))
      }
      let room = UInt64(max(0, chunk.payload.count - size) / table.minimumEntrySize)
      guard let count = table.count(in: head), count > room else { continue }
      let position = chunk.payload.lowerBound + Int64(table.countOffset)
      found.append(
        Irregularity(
          // A reader that trusts the count has played the audio before it reaches this chunk.
          chunk.position > audio || table.holdsMarkers ? .metadata : .contradiction, at: position,
          "chunk '\(chunk.id)' claims \(count) entries in \(chunk.payload.count) bytes"))
    }
    return found
  }
}
