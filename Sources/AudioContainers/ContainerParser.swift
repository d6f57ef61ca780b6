import AudioTypes
public import Files

extension ContainerDescription {
  /// Reads what the container says; the audio itself is not touched.
  ///
  /// Deviations that leave the sound readable are listed in `irregularities`.
  public init(parsing source: some ByteSource) throws(ContainerError) {
    let head: [UInt8]
    do {
      head = try source.bytes(at: 0, count: ContentProbe.byteCount)
    } catch { throw .file(error) }
    let container: Container
    switch ContentProbe(head) {
    case .container(let found): container = found
    case .foreign(let kind): throw .notAContainer(kind)
    case .unknown: throw .notAContainer(nil)
    }
    do {
      switch container {
      case .caf: self = try CAFParser.parse(source)
      case .wave, .rf64: self = try WAVEParser.parse(source, as: container)
      case .aiff, .aifc: self = try AIFFParser.parse(source, as: container)
      }
    } catch {
      switch error {
      case .file(let error): throw .file(error)
      case .malformed(let malformed): throw .malformed(container, malformed)
      case .unsupported(let what): throw .unsupported("\(container.name): \(what)")
      }
    }
  }
}

/// A parsing failure; `ContainerDescription` makes a `ContainerError` of it, which names the container.
enum ParseError: Error {
  case file(FileError)
  case malformed(Malformed)
  case unsupported(String)

  static func malformed(at position: Int64, _ reason: String) -> ParseError {
    .malformed(Malformed(at: position, reason))
  }
}

func reading<T>(_ body: () throws(FileError) -> T) throws(ParseError) -> T {
  do { return try body() } catch { throw .file(error) }
}

func parsing<T>(_ body: () throws(Malformed) -> T) throws(ParseError) -> T {
  do { return try body() } catch { throw .malformed(error) }
}

/// A structure that stands in a chunk.
protocol ChunkContent {
  init(parsing reader: inout ByteReader) throws(Malformed)
}

extension ChunkWalk {
  /// Header chunks are small; what a lying size adds is not read.
  static var maximumHeaderSize: Int { 4_096 }

  /// The one chunk `id` that must be there.
  func mandatory(_ id: FourCharCode, endOfFile: Int64) throws(ParseError) -> Chunk {
    guard let chunk = try optional(id) else {
      throw .malformed(at: endOfFile, "the '\(id)' chunk is missing")
    }
    return chunk
  }

  /// The one chunk `id`, if it is there: a second one could say something else.
  func optional(_ id: FourCharCode) throws(ParseError) -> Chunk? {
    let found = chunks.filter { $0.id == id }
    guard found.count < 2 else {
      throw .malformed(at: found[1].position, "a second '\(id)' chunk")
    }
    return found.first
  }

  /// What chunk `id` holds, if it is there.
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

/// A data format from fields that stand at `position`.
func dataFormat(
  _ coding: DataFormat.Coding, sampleRate: Double, channelCount: Int, at position: Int64
) throws(ParseError) -> DataFormat {
  do {
    return try DataFormat(coding, sampleRate: sampleRate, channelCount: channelCount)
  } catch { throw .malformed(at: position, error.description) }
}
