import AudioFormats
import Files

/// The head of a box of an MPEG-4 file (ISO/IEC 14496-12, 4.2).
struct MPEG4Box {
  let type: FourCharCode
  /// The bytes of the head: 8, or 16 with a long size.
  let headSize: Int64
  /// The bytes of the box with its head, as the file says; 0 up to the file's end.
  let size: Int64

  /// nil where no head can be read at `position`.
  init?(at position: Int64, in source: some ByteSource) {
    guard let head = try? source.bytes(at: position, count: 16) else { return nil }
    var reader = ByteReader(head)
    guard let short = try? reader.readUInt32BE(), let type = try? reader.readFourCharCode() else {
      return nil
    }
    self.type = type
    let isLong = short == 1
    headSize = isLong ? 16 : 8
    size = isLong ? (try? reader.readUInt64BE()).map(Int64.init(clamping:)) ?? 0 : Int64(short)
  }
}
