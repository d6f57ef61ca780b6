import AudioFormats
import Files

/// Takes AAC packets out of an ADTS stream (ISO/IEC 13818-7, 6.2) and puts them into a CAF.
struct ADTSRemux {
  private let source: FileSource
  private static let headerSize = 7
  /// The frames that ffmpeg's encoder puts before the sound: one packet.
  private static let primingFrames: Int32 = 1_024

  init(_ source: FileSource) { self.source = source }

  /// Writes all packets to `file` as a CAF of `format`.
  func write(to file: AtomicFile, _ format: DataFormat, validFrames: Int64) throws {
    var position: Int64 = 0
    let head = try source.bytes(at: 0, count: Self.headerSize)
    var writer = try CAFVariableWriter(format, cookie: Self.cookie(head), to: file)
    while position < source.byteCount {
      let header = try source.bytes(at: position, count: Self.headerSize)
      guard header.count == Self.headerSize, header[0] == 0xFF, header[1] & 0xF6 == 0xF0 else {
        throw Self.broken(at: position)
      }
      // Two bytes of checksum follow where protection_absent is 0.
      let headerSize = Self.headerSize + (header[1] & 1 == 0 ? 2 : 0)
      let size = Int(header[3] & 3) << 11 | Int(header[4]) << 3 | Int(header[5]) >> 5
      guard size > headerSize, position + Int64(size) <= source.byteCount else {
        throw Self.broken(at: position)
      }
      try writer.write(
        source.bytes(at: position + Int64(headerSize), count: size - headerSize))
      position += Int64(size)
    }
    try writer.finish(validFrames: validFrames, primingFrames: Self.primingFrames)
  }

  private static func broken(at position: Int64) -> ContainerError {
    .unsupported("ffmpeg wrote no AAC packet at byte \(position)")
  }

  /// The ES descriptor that Core Audio keeps as AAC's magic cookie (ISO/IEC 14496-1, 7.2.6.5), with
  /// the AudioSpecificConfig of the header (ISO/IEC 14496-3, 1.6.2.1).
  private static func cookie(_ header: [UInt8]) throws(ContainerError) -> [UInt8] {
    guard header.count == headerSize else { throw .unsupported("ffmpeg wrote no AAC packet") }
    let objectType = header[2] >> 6 + 1
    let rateIndex = header[2] >> 2 & 15
    let channels = header[2] & 1 << 2 | header[3] >> 6
    let config = [objectType << 3 | rateIndex >> 1, rateIndex << 7 | channels << 3]
    let specific = descriptor(5, config)
    // Object type MPEG-4 audio, stream type audio; buffer size and rates are left open.
    let decoder = descriptor(4, [0x40, 0x15] + [UInt8](repeating: 0, count: 11) + specific)
    return descriptor(3, [0, 0, 0] + decoder + descriptor(6, [2]))
  }

  private static func descriptor(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag, 0x80, 0x80, 0x80, UInt8(content.count)] + content
  }
}
