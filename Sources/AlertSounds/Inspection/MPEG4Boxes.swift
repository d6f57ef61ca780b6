public import AudioTypes
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
      guard let head = try? source.bytes(at: position, count: 16) else { return }
      var reader = ByteReader(head)
      guard let short = try? reader.readUInt32BE(), let type = try? reader.readFourCharCode() else {
        return
      }
      var size = Int64(short)
      if short == 1 { size = (try? reader.readUInt64BE()).map { Int64(clamping: $0) } ?? 0 }
      switch type {
      case "ftyp": brand = try? reader.readFourCharCode()
      case "moov": hasTables = true
      case "mdat":
        isOptimized = hasTables
        return
      default: break
      }
      let (next, overflow) = position.addingReportingOverflow(size)
      guard size >= 8, !overflow else { return }
      position = next
    }
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
