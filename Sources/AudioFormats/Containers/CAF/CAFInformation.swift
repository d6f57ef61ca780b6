import Files

/// One entry of a container's dictionary of strings.
public struct InformationEntry: Hashable, Sendable, Encodable {
  /// The name, such as `artist` or `title`.
  public let key: String
  /// The text under that name.
  public let value: String

  /// An entry with these texts.
  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }

  /// Keys of Core Audio (AudioFile.h, `kAFInfoDictionary_…`).
  public static let approximateDuration = "approximate duration in seconds"
  /// The form of the samples before they were coded.
  public static let sourceBitDepth = "source bit depth"
}

/// The `info` chunk (Apple Core Audio Format Specification, "Information Chunk"): the number of
/// entries, then a key and a value each as UTF-8 that a zero byte ends.
enum CAFInformation {
  static let id: FourCharCode = "info"

  /// The maximum that is read of a chunk without bounds: titles and comments are short.
  static let maximumByteCount = 65_536
  static let maximumEntryCount = 1_000

  /// The complete entries of the first information chunk.
  ///
  /// A wrong count or a string without an end costs entries, never the sound, because playback does
  /// not need this chunk.
  static func entries(
    _ walk: ChunkWalk, _ source: some ByteSource
  ) throws(ParseError) -> [InformationEntry] {
    guard let chunk = walk.chunks.first(where: { $0.id == id }) else { return [] }
    let bytes = try reading { () throws(FileError) in
      try source.bytes(
        at: chunk.payload.lowerBound, count: min(chunk.payload.count, maximumByteCount))
    }
    return entries(parsing: bytes)
  }

  /// The whole entries in `bytes`, the content of a chunk.
  static func entries(parsing bytes: [UInt8]) -> [InformationEntry] {
    var reader = ByteReader(bytes)
    guard let count = try? reader.readUInt32BE() else { return [] }
    var rest = bytes.dropFirst(4)
    var entries: [InformationEntry] = []
    while entries.count < min(Int(count), maximumEntryCount),
      let key = takeString(from: &rest), let value = takeString(from: &rest)
    {
      entries.append(InformationEntry(key: key, value: value))
    }
    return entries
  }

  /// The string up to the next zero byte; nil where there is none.
  private static func takeString(from bytes: inout ArraySlice<UInt8>) -> String? {
    guard let end = bytes.firstIndex(of: 0) else { return nil }
    defer { bytes = bytes[(end + 1)...] }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
