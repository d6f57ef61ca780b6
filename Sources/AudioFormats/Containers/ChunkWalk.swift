import Files

/// Finds the chunks of a container without reading their content.
///
/// Every size is checked against the rest of the file before it is used, each step moves forward by
/// at least a header, and the number of chunks is limited. So the walk ends for any input.
struct ChunkWalk {
  enum SizeField { case littleEndian32, bigEndian32, bigEndian64 }

  /// More chunks than any sound needs, and few enough to walk in no time.
  static let maximumChunkCount = 1_000

  let sizeField: SizeField
  /// RIFF and IFF chunks start at even offsets.
  let padsToEven: Bool
  /// Chunks that are looked for even after the end of the form.
  let required: [FourCharCode]
  /// Resolves a size field that is not the number of bytes (64-bit tables, open ends). It is called
  /// with the chunk, its size field and the remaining bytes.
  var resolveSize: (_ id: FourCharCode, _ field: UInt64, _ left: UInt64) -> UInt64? = {
    _, field, _ in
    field
  }

  /// The audio's chunk, the bytes between its header and its packets, and the judgement whether it
  /// ends with the file.
  var opensAudio: (id: FourCharCode, header: Int64, end: OpenEnd)?

  /// Whether the audio ends with the file, because its size was never written.
  private(set) var hasOpenEnd = false
  private(set) var chunks: [Chunk] = []
  private(set) var irregularities: [Irregularity] = []

  init(_ sizeField: SizeField, padsToEven: Bool, required: [FourCharCode]) {
    self.sizeField = sizeField
    self.padsToEven = padsToEven
    self.required = required
  }

  private var headerSize: Int { sizeField == .bigEndian64 ? 12 : 8 }

  /// Walks from `start` to the end of the source.
  /// - Parameter formEnd: the end that the outer form states.
  mutating func run(_ source: some ByteSource, from start: Int64, formEnd: Int64?)
    throws(ParseError)
  {
    let end = source.byteCount
    if let formEnd, formEnd > end {
      note(.formSize, 4, "the form claims \(formEnd) bytes, the file has \(end)")
    }
    var position = start
    while position < end {
      if let formEnd, position >= formEnd, hasRequired {
        return noteTrailing(from: position, to: end)
      }
      guard let next = try step(source, at: position, formEnd: formEnd) else { return }
      position = next
    }
  }

  /// Records the chunk at `position`; nil where no chunk can follow.
  private mutating func step(
    _ source: some ByteSource, at position: Int64, formEnd: Int64?
  ) throws(ParseError) -> Int64? {
    let end = source.byteCount
    guard end - position >= Int64(headerSize) else {
      noteTrailing(from: position, to: end)
      return nil
    }
    let (id, field) = try header(source, at: position)
    let start = position + Int64(headerSize)
    if !isPlausible(id), hasRequired {
      noteTrailing(from: position, to: end)
      return nil
    }
    guard chunks.count < Self.maximumChunkCount else {
      throw .malformed(Malformed(at: position, "more than \(Self.maximumChunkCount) chunks"))
    }
    let left = UInt64(end - start)
    let isOpen = try isOpen(id, field, from: start, source)
    let declared = isOpen ? nil : resolveSize(id, field, left)
    let size = min(declared ?? left, left)
    let payload = start..<start + Int64(size)
    chunks.append(Chunk(id: id, position: position, declaredSize: declared, payload: payload))
    checkEnd(of: id, at: position, declared: declared, payload: payload, end: end, formEnd: formEnd)
    guard padsToEven, !size.isMultiple(of: 2) else { return payload.upperBound }
    return try padded(payload.upperBound, after: id, source)
  }

  private mutating func isOpen(
    _ id: FourCharCode, _ field: UInt64, from start: Int64, _ source: some ByteSource
  ) throws(ParseError) -> Bool {
    guard let audio = opensAudio, audio.id == id else { return false }
    let isOpen = try reading { () throws(FileError) in
      try audio.end.holds(field, from: start, header: audio.header, source)
    }
    if isOpen { hasOpenEnd = true }
    return isOpen
  }

  /// The start of the chunk after an odd one: after a pad byte, unless the writer omitted that.
  private mutating func padded(
    _ end: Int64, after id: FourCharCode, _ source: some ByteSource
  ) throws(ParseError) -> Int64 {
    guard source.byteCount - end >= Int64(headerSize) else { return end + 1 }
    // A pad byte is zero, so an ID at once means that there is no pad byte. If a writer pads with
    // other values, four printable bytes follow one byte later too, and then the size has to fit.
    let (unpadded, size) = try header(source, at: end)
    let (shifted, _) = try header(source, at: end + 1)
    let left = UInt64(source.byteCount - end - Int64(headerSize))
    guard isPlausible(unpadded), !isPlausible(shifted) || size <= left else { return end + 1 }
    note(.misalignedChunk, end, "chunk '\(id)' has an odd size and no pad byte before the next")
    return end
  }

  private mutating func checkEnd(
    of id: FourCharCode, at position: Int64, declared: UInt64?, payload: Range<Int64>, end: Int64,
    formEnd: Int64?
  ) {
    if let declared, declared > UInt64(payload.count) {
      note(
        .truncatedChunk, position,
        "chunk '\(id)' claims \(sizeText(declared)) bytes, only \(payload.count) are left in the file"
      )
    } else if let formEnd, payload.upperBound > formEnd {
      note(.formSize, 4, "the form claims to end at byte \(formEnd), inside chunk '\(id)'")
    } else if padsToEven, !payload.count.isMultiple(of: 2), payload.upperBound == end {
      note(.missingPadding, end, "chunk '\(id)' has an odd size and no pad byte")
    }
  }

  /// The sizes of CAF are signed.
  private func sizeText(_ size: UInt64) -> String {
    sizeField == .bigEndian64 ? "\(Int64(bitPattern: size))" : "\(size)"
  }

  private func header(
    _ source: some ByteSource, at position: Int64
  ) throws(ParseError) -> (FourCharCode, UInt64) {
    var bytes = try reading { () throws(FileError) in
      try source.bytes(at: position, count: headerSize)
    }
    bytes += repeatElement(0, count: headerSize - bytes.count)
    return try parsing { () throws(Malformed) in
      var reader = ByteReader(bytes, at: position)
      let id = try reader.readFourCharCode()
      let field =
        switch sizeField {
        case .littleEndian32: UInt64(try reader.readUInt32LE())
        case .bigEndian32: UInt64(try reader.readUInt32BE())
        case .bigEndian64: try reader.readUInt64BE()
        }
      return (id, field)
    }
  }

  private var hasRequired: Bool {
    required.allSatisfy { id in chunks.contains { $0.id == id } }
  }

  private func isPlausible(_ id: FourCharCode) -> Bool {
    id.bytes.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  private mutating func noteTrailing(from position: Int64, to end: Int64) {
    note(.trailingBytes, position, "\(end - position) bytes follow the last chunk")
  }

  private mutating func note(_ kind: Irregularity.Kind, _ position: Int64, _ text: String) {
    irregularities.append(Irregularity(kind, at: position, text))
  }
}

/// A structure in a chunk.
protocol ChunkContent {
  init(parsing reader: inout ByteReader) throws(Malformed)
}

extension ChunkWalk {
  /// The limit for reading a header chunk: they are small, and a greater size is wrong.
  static var maximumHeaderSize: Int { 4_096 }

  /// The one chunk `id` that must be there.
  func mandatory(_ id: FourCharCode, endOfFile: Int64) throws(ParseError) -> Chunk {
    guard let chunk = try optional(id) else {
      throw .malformed(at: endOfFile, "the '\(id)' chunk is missing")
    }
    return chunk
  }

  /// The only chunk `id`, if there is one; a second one is refused, because it could contradict the
  /// first.
  func optional(_ id: FourCharCode) throws(ParseError) -> Chunk? {
    let found = chunks.filter { $0.id == id }
    guard found.count < 2 else {
      throw .malformed(at: found[1].position, "a second '\(id)' chunk")
    }
    return found.first
  }

  /// The irregularities, judged by the place of the audio `data`: its own bytes that are missing are
  /// missing sound, and no reader of sound needs to find a chunk behind it.
  func irregularities(around data: Chunk) -> [Irregularity] {
    irregularities.map { note in
      switch note.kind {
      case .truncatedChunk where note.position == data.position: note.of(.truncatedAudio)
      case .misalignedChunk where note.position >= data.payload.upperBound: note.of(.missingPadding)
      default: note
      }
    }
  }

  /// The content of chunk `id`, if there is one.
  func content<Content: ChunkContent>(
    _ type: Content.Type, of id: FourCharCode, _ source: some ByteSource
  ) throws(ParseError) -> Content? {
    guard let chunk = try optional(id) else { return nil }
    return try content(type, of: chunk, source)
  }

  func content<Content: ChunkContent>(
    _ type: Content.Type, of chunk: Chunk, _ source: some ByteSource
  ) throws(ParseError) -> Content {
    let bytes = try reading { () throws(FileError) in
      try source.bytes(
        at: chunk.payload.lowerBound, count: min(chunk.payload.count, Self.maximumHeaderSize))
    }
    return try parsing { () throws(Malformed) in
      var reader = ByteReader(bytes, at: chunk.payload.lowerBound)
      return try Content(parsing: &reader)
    }
  }
}
