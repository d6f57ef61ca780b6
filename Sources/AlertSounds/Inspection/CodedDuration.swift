public import AudioFormats
public import Files

/// The duration of MP3, AAC (ADTS) and MPEG-4 files by their headers alone: nothing is decoded.
public enum CodedDuration {
  /// The seconds of sound in a file; nil where its kind is another one, or where it cannot be read.
  /// A file that is damaged, or cut off, counts up to there.
  public static func seconds(of kind: ForeignKind, in source: some ByteSource) -> Double? {
    switch kind {
    case .mp3: frames(in: source, MP3Frame.init)
    case .adts: frames(in: source, ADTSFrame.init)
    case .mpeg4: movie(in: source)
    default: nil
    }
  }

  // MARK: Frames

  private static let blockSize = 1 << 16

  private static func frames<Frame: CodedFrame>(
    in source: some ByteSource, _ frame: (ArraySlice<UInt8>) -> Frame?
  ) -> Double? {
    var block: [UInt8] = []
    var start: Int64 = 0
    func head(at position: Int64) -> ArraySlice<UInt8>? {
      if position < start || position + 8 > start + Int64(block.count) {
        guard (try? source.read(at: position, count: blockSize, into: &block)) != nil else {
          return nil
        }
        start = position
      }
      return block.dropFirst(Int(position - start)).prefix(8)
    }
    guard var position = firstFrame(in: source, frame) else { return nil }
    var seconds = 0.0
    while position < source.byteCount, let head = head(at: position), let frame = frame(head) {
      seconds += frame.seconds
      position += Int64(frame.byteCount)
    }
    return seconds
  }

  /// The offset of the first frame, after the tag of ID3v2 (id3.org, 3.1) and what fills its space.
  private static func firstFrame<Frame: CodedFrame>(
    in source: some ByteSource, _ frame: (ArraySlice<UInt8>) -> Frame?
  ) -> Int64? {
    guard let head = try? source.bytes(at: 0, count: 10) else { return nil }
    var offset: Int64 = 0
    if head.count == 10, head.starts(with: "ID3".utf8) {
      let size = head[6..<10].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
      offset = 10 + size + (head[5] & 0x10 != 0 ? 10 : 0)
    }
    guard let bytes = try? source.bytes(at: offset, count: blockSize) else { return nil }
    // Bytes that look like the head of a frame are one if another frame follows.
    return bytes.indices.first { index in
      guard let first = frame(bytes[index...].prefix(8)) else { return false }
      let next = index + first.byteCount
      let isLast = offset + Int64(next) >= source.byteCount
      return isLast || next < bytes.count && frame(bytes[next...].prefix(8)) != nil
    }.map { offset + Int64($0) }
  }

  // MARK: MPEG-4

  /// The duration in the movie header; all ones, and 0 in a file of fragments, say nothing
  /// (ISO/IEC 14496-12, 8.2.2).
  private static func movie(in source: some ByteSource) -> Double? {
    guard let movie = box("moov", in: 0..<source.byteCount, of: source),
      let header = box("mvhd", in: movie, of: source),
      let bytes = try? source.bytes(at: header.lowerBound, count: 32)
    else { return nil }
    var reader = ByteReader(bytes)
    do {
      let isLong = try reader.readUInt32BE() >> 24 == 1
      for _ in 0..<(isLong ? 4 : 2) { _ = try reader.readUInt32BE() }
      let rate = try reader.readUInt32BE()
      let duration = isLong ? try reader.readUInt64BE() : UInt64(try reader.readUInt32BE())
      let isKnown = duration > 0 && duration != (isLong ? .max : UInt64(UInt32.max))
      return rate > 0 && isKnown ? Double(duration) / Double(rate) : nil
    } catch { return nil }
  }

  /// The content of the first box of a type; the lists of a file have a few dozen.
  private static func box(
    _ type: FourCharCode, in range: Range<Int64>, of source: some ByteSource
  ) -> Range<Int64>? {
    var position = range.lowerBound
    for _ in 0..<64 where position < range.upperBound {
      guard let box = MPEG4Box(at: position, in: source), box.size >= box.headSize,
        box.size <= range.upperBound - position
      else { return nil }
      if box.type == type { return position + box.headSize..<(position + box.size) }
      position += box.size
    }
    return nil
  }
}

/// What the head of a frame says.
private protocol CodedFrame {
  var byteCount: Int { get }
  var seconds: Double { get }
}

/// A frame of layer III (ISO/IEC 11172-3, 2.4.1.3; 13818-3, 2.4.2.3; MPEG-2.5 as decoders have it).
private struct MP3Frame: CodedFrame {
  let byteCount: Int
  let seconds: Double

  init?(_ head: ArraySlice<UInt8>) {
    let head = Array(head.prefix(4))
    guard head.count == 4, head[0] == 0xFF, head[1] & 0xE6 == 0xE2, head[1] >> 3 & 3 != 1 else {
      return nil
    }
    let version = head[1] >> 3 & 3
    let isFirst = version == 3
    let kilobits = (isFirst ? Self.kilobits : Self.halfKilobits)[Int(head[2] >> 4)]
    let rateIndex = Int(head[2] >> 2 & 3)
    guard kilobits > 0, rateIndex < 3 else { return nil }
    let rate = [44_100, 48_000, 32_000][rateIndex] >> (isFirst ? 0 : version == 2 ? 1 : 2)
    let frames = isFirst ? 1_152 : 576
    byteCount = frames / 8 * kilobits * 1_000 / rate + Int(head[2] >> 1 & 1)
    seconds = Double(frames) / Double(rate)
  }

  /// Kilobits a second by index; 0 for those that frames cannot be walked by.
  private static let kilobits = [
    0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0,
  ]
  private static let halfKilobits = [
    0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0,
  ]
}

/// A frame of AAC with its own head (ISO/IEC 13818-7, 6.2).
private struct ADTSFrame: CodedFrame {
  let byteCount: Int
  let seconds: Double

  init?(_ head: ArraySlice<UInt8>) {
    let head = Array(head.prefix(7))
    guard head.count == 7, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 else { return nil }
    let rateIndex = Int(head[2] >> 2 & 15)
    byteCount = Int(head[3] & 3) << 11 | Int(head[4]) << 3 | Int(head[5]) >> 5
    guard rateIndex < Self.rates.count, byteCount >= 7 else { return nil }
    seconds = Double(1_024 * (Int(head[6] & 3) + 1)) / Self.rates[rateIndex]
  }

  /// Hertz by index (ISO/IEC 14496-3, 1.6.3.4).
  private static let rates = [
    96_000.0, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    7_350,
  ]
}
