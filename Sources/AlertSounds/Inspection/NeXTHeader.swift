import AudioFormats
public import Files

/// The header of a NeXT or Sun file (`.au`, `.snd`), as far as afinfo reports it: six words of 32
/// bits, big-endian: magic, data offset, data size, encoding, sample rate, channel count
/// (soundstruct.h).
public struct NeXTHeader {
  /// The range of the audio in the file. It reaches to the end if the header's size is unknown or
  /// leads past the end. nil if this is not such a file.
  public let audioBytes: Range<Int64>?

  /// Reads the first 12 bytes.
  public init(_ source: some ByteSource) {
    guard let head = try? source.bytes(at: 0, count: 12) else {
      audioBytes = nil
      return
    }
    var reader = ByteReader(head)
    guard (try? reader.readFourCharCode()) == ".snd", let offset = try? reader.readUInt32BE(),
      let size = try? reader.readUInt32BE(), offset >= 24, Int64(offset) <= source.byteCount
    else {
      audioBytes = nil
      return
    }
    let held = source.byteCount - Int64(offset)
    let isKnown = size != .max
    audioBytes = Int64(offset)..<(Int64(offset) + (isKnown ? min(Int64(size), held) : held))
  }
}
