public import AudioFormats
public import Files

/// The top-level boxes of an MPEG-4 file (ISO/IEC 14496-12, 4.2), as far as afinfo reports them.
public struct MPEG4Boxes {
  /// The major brand; nil where the file does not begin with one.
  public private(set) var brand: FourCharCode?
  /// Whether the tables precede the audio; nil where one of them is missing.
  public private(set) var isOptimized: Bool?
  private static let maximumCount = 64

  /// Reads the heads of at most 64 boxes; an unreadable one ends the list.
  public init(_ source: some ByteSource) {
    var position: Int64 = 0
    var hasTables = false
    for _ in 0..<Self.maximumCount {
      guard let box = MPEG4Box(at: position, in: source) else { return }
      switch box.type {
      case "ftyp": brand = Self.brand(at: position + box.headSize, in: source)
      case "moov": hasTables = true
      case "mdat":
        isOptimized = hasTables
        return
      default: break
      }
      let (next, overflow) = position.addingReportingOverflow(box.size)
      guard box.size >= 8, !overflow else { return }
      position = next
    }
  }

  private static func brand(at position: Int64, in source: some ByteSource) -> FourCharCode? {
    guard let bytes = try? source.bytes(at: position, count: 4) else { return nil }
    var reader = ByteReader(bytes)
    return try? reader.readFourCharCode()
  }

  /// AudioFile.h, `AudioFileTypeID`.
  public var fileType: String {
    switch brand {
    case "M4A ": "m4af"
    case "M4B ": "m4bf"
    case "qt  ": "MooV"
    case let brand? where brand.description.hasPrefix("3gp"): "3gpp"
    case let brand? where brand.description.hasPrefix("3g2"): "3gp2"
    default: "mp4f"
    }
  }
}
