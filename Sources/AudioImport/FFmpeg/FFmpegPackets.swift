import AudioFormats
public import Files

/// The packets of a file's first sound, as ffprobe lists them one by one.
public struct FFmpegPackets: Hashable, Sendable {
  /// The number of packets.
  public private(set) var count: Int64 = 0
  /// Bytes of all packets.
  public private(set) var byteCount: Int64 = 0
  /// Bytes of the largest packet.
  public private(set) var largest: Int64 = 0
  /// The offset of the first packet in the file.
  public private(set) var position: Int64?
  /// Frames before the sound that a decoder is to drop.
  public private(set) var skippedFrames: Int64 = 0
  /// Frames at the end of the last packet that a decoder is to drop.
  public private(set) var discardedFrames: Int64 = 0

  /// Asks ffprobe about the packets in `source`: it reads all of them.
  /// - Throws: ``ImportError`` where ffprobe is not installed, fails, or takes too long.
  public init(of source: FileSource) throws(ImportError) {
    self.init(
      parsing: try FFprobe.text(
        of: source,
        [
          "-select_streams", "a:0", "-show_entries",
          "packet=size,pos:packet_side_data=skip_samples,discard_padding",
        ]))
  }

  /// Reads ffprobe's lines, `key=value` each; any content is safe.
  public init(parsing text: String) {
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let digits = line[line.index(after: equals)...]
      // Greater values cannot be right, and sums of values up to 2⁴⁰ stay far from overflow.
      guard let value = Int64(Substring(digits)), (0...1 << 40).contains(value) else { continue }
      add(value, Substring(line[..<equals]))
    }
  }

  private mutating func add(_ value: Int64, _ key: Substring) {
    switch key {
    case "size":
      count += 1
      byteCount = min(byteCount + value, 1 << 60)
      largest = max(largest, value)
    case "pos": if position == nil { position = value }
    case "skip_samples": if count <= 1 { skippedFrames = value }
    case "discard_padding": discardedFrames = value
    default: break
    }
  }
}
