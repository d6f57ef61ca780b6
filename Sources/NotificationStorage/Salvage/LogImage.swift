/// SQLite's write-ahead log, read beyond the place at which SQLite stops.
///
/// SQLite takes the first frame with a wrong checksum for the end. That is right where the power
/// failed while a transaction was written, because it was never acknowledged. But a wrong byte in a
/// frame that was synced long ago ends the log, too, and all later transactions are lost. So:
///
/// - A frame that becomes valid by a change of one word was damaged, and is repaired by that
///   change. The same holds for a frame whose own checksum or salt is wrong. Where several words
///   may be the wrong one, the page counts as it is.
/// - A frame with more damage is judged by the frames after it. Each transaction is synced before
///   the next begins. If a later transaction than its own was committed, the frame was whole once.
///   Otherwise the loss of power may have cut its transaction, and it is the end.
/// - Frames after the last commit do not count, nor do those with another salt, which are left from
///   an earlier round.
///
/// It is worth its lines: of 61 logs with damage of four kinds it loses 195 of the acknowledged requests,
/// and SQLite alone loses 1,110 (`DAMAGED=200`, `DamagedDatabaseTests`). Without the repair of words
/// three more are lost, and in four of the logs nine requests that were cancelled ring again. A
/// checkpoint after each delivery would shorten the log, for more syncs of the disk.
///
/// Of the frames that count, the last one of a page has its newest content, even if it is damaged:
/// an older one would undo acknowledged changes.
package struct LogImage {
  struct Frame {
    let page: UInt32
    /// The number of pages in the database after a commit; 0 for a frame without a commit.
    let commit: UInt32
    /// The offset of its page in the log.
    let place: Int
    /// The page as it was written; false where a part of it is damaged.
    var isWhole = true
    /// The index of a wrong word of the page, and the amount by which it is too great.
    var repair: (word: Int, excess: UInt32)?
  }

  let pageSize: Int
  /// The frames up to the last commit.
  private(set) var frames: [Frame] = []
  /// The damage that keeps SQLite from reading all of it; nil where there is none.
  package private(set) var damage: String?
  /// Whether all frames that count are whole or repaired.
  private(set) var isWhole = true

  static let headerSize = 32
  static let frameHeaderSize = 24
  private let source: ByteSource
  private let isBigEndian: Bool

  /// - Returns: nil where the log has no frames.
  package init?(_ source: ByteSource) throws {
    guard source.count > Self.headerSize else { return nil }
    let header = try source.read(0, Self.headerSize)
    self.source = source
    isBigEndian = header.bigEndian(0, 4) == 0x377F_0683
    var sum = LogChecksum()
    sum.add(header[..<24], isBigEndian: isBigEndian)
    let stored = LogChecksum(header.bigEndian(24, 4), header.bigEndian(28, 4))
    let isHeaderWhole =
      sum == stored && header.bigEndian(0, 4) & ~1 == 0x377F_0682
      && header.bigEndian(4, 4) == 3_007_000
    let size = Int(header.bigEndian(8, 4))
    pageSize = isHeaderWhole ? size : DatabaseImage.usualPageSize
    guard (512...65_536).contains(pageSize) else { return nil }
    let raw = try rawFrames(after: stored)
    guard let first = raw.first(where: \.isChained) ?? raw.first else { return nil }
    let salts = isHeaderWhole ? header.bigEndian64(16) : first.salts
    try walk(raw, salts: salts, seed: isHeaderWhole ? stored : nil, headerSum: sum)
  }

  // MARK: Frames as they stand there

  private struct RawFrame {
    let page: UInt32
    let commit: UInt32
    let salts: UInt64
    let sum: LogChecksum
    let place: Int
    /// Whether its checksum continues the one that is stored in the frame before.
    let isChained: Bool
  }

  private func rawFrames(after seed: LogChecksum) throws -> [RawFrame] {
    let step = Self.frameHeaderSize + pageSize
    var seed = seed
    var frames: [RawFrame] = []
    for start in stride(from: Self.headerSize, through: source.count - step, by: step) {
      let bytes = try source.read(start, step)
      let stored = LogChecksum(bytes.bigEndian(16, 4), bytes.bigEndian(20, 4))
      frames.append(
        RawFrame(
          page: bytes.bigEndian(0, 4), commit: bytes.bigEndian(4, 4),
          salts: bytes.bigEndian64(8), sum: stored, place: start + Self.frameHeaderSize,
          isChained: sum(of: bytes, from: seed) == stored))
      seed = stored
    }
    return frames
  }

  private func sum(of frame: [UInt8], from seed: LogChecksum) -> LogChecksum {
    var sum = seed
    sum.add(frame[..<8], isBigEndian: isBigEndian)
    sum.add(frame[Self.frameHeaderSize...], isBigEndian: isBigEndian)
    return sum
  }

  // MARK: The walk

  /// - Parameter seed: nil where the header is damaged. Then either its checksum is right, or the
  ///   rest of it, whose checksum is `headerSum`.
  private mutating func walk(
    _ raw: [RawFrame], salts: UInt64, seed: LogChecksum?, headerSum: LogChecksum
  ) throws {
    var breaks: [(index: Int, text: String)] = []
    if seed == nil { breaks.append((0, "the header of the log")) }
    var commitsBehind = [Int](repeating: 0, count: raw.count + 1)
    for index in raw.indices.reversed() {
      let isCommit = raw[index].isChained && raw[index].salts == salts && raw[index].commit != 0
      commitsBehind[index] = commitsBehind[index + 1] + (isCommit ? 1 : 0)
    }
    // The checksum to continue from, where it is not the stored one of the frame before.
    var known: LogChecksum? = seed == nil && raw.first?.isChained == false ? headerSum : nil
    for (index, item) in raw.enumerated() {
      var frame = Frame(page: item.page, commit: item.commit, place: item.place)
      if known == nil, item.isChained, item.salts == salts {
        frames.append(frame)
        continue
      }
      let before = known ?? (index > 0 ? raw[index - 1].sum : seed ?? headerSum)
      known = nil
      let bytes = try source.read(
        item.place - Self.frameHeaderSize, Self.frameHeaderSize + pageSize)
      let sum = sum(of: bytes, from: before)
      if sum == item.sum, item.salts == salts {
        // The stored checksum of the frame before was wrong.
      } else if sum == item.sum || (item.salts == salts && continues(from: sum, raw, index + 1)) {
        breaks.append((index, "frame \(index + 1) of the log"))
        if sum != item.sum { known = sum }
      } else if item.salts == salts, let repaired = repair(item, bytes, sum) {
        frame = repaired
        breaks.append((index, "frame \(index + 1) of the log"))
      } else if commitsBehind[index + 1] >= (item.commit != 0 && item.salts == salts ? 1 : 2) {
        breaks.append((index, "frame \(index + 1) of the log, beyond repair"))
        frame.isWhole = false
        isWhole = false
        // The header may be damaged, too, so its contents count only where they are plausible.
        guard item.salts == salts, item.page > 0 else { continue }
      } else {
        break
      }
      frames.append(frame)
    }
    let end = frames.lastIndex { $0.commit != 0 }.map { $0 + 1 } ?? 0
    frames.removeSubrange(end...)
    guard let last = frames.last else { return }
    let lastIndex =
      (last.place - Self.headerSize) / (Self.frameHeaderSize + pageSize)
    damage = breaks.first { $0.index <= lastIndex }?.text
  }

  private func continues(
    from sum: LogChecksum, _ raw: [RawFrame], _ index: Int
  ) -> Bool {
    guard index < raw.count,
      let next = try? source.read(
        raw[index].place - Self.frameHeaderSize, Self.frameHeaderSize + pageSize)
    else { return false }
    return self.sum(of: next, from: sum) == raw[index].sum
  }

  private func repair(_ item: RawFrame, _ bytes: [UInt8], _ sum: LogChecksum) -> Frame? {
    let words = sum.wrongWords(of: 2 + pageSize / 4, meant: item.sum)
    guard let wrong = words.first else { return nil }
    guard words.count == 1 else {
      // The page stays as it is: a change of the wrong word would damage another row.
      return Frame(page: item.page, commit: item.commit, place: item.place, isWhole: false)
    }
    guard wrong.index < 2 else {
      return Frame(
        page: item.page, commit: item.commit, place: item.place,
        repair: (wrong.index - 2, wrong.excess))
    }
    let head = Self.corrected(Array(bytes[..<8]), wrong, isBigEndian)
    return Frame(page: head.bigEndian(0, 4), commit: head.bigEndian(4, 4), place: item.place)
  }

  private static func corrected(
    _ bytes: [UInt8], _ wrong: (index: Int, excess: UInt32), _ isBigEndian: Bool
  ) -> [UInt8] {
    var bytes = bytes
    bytes.withUnsafeMutableBytes { bytes in
      let raw = bytes.loadUnaligned(fromByteOffset: wrong.index * 4, as: UInt32.self)
      let word = (isBigEndian ? raw.bigEndian : raw.littleEndian) &- wrong.excess
      bytes.storeBytes(
        of: isBigEndian ? word.bigEndian : word.littleEndian, toByteOffset: wrong.index * 4,
        as: UInt32.self)
    }
    return bytes
  }

  /// The page in a frame.
  func page(of frame: Frame) throws -> [UInt8] {
    let bytes = try source.read(frame.place, pageSize)
    guard let repair = frame.repair, bytes.count == pageSize else { return bytes }
    return Self.corrected(bytes, (repair.word, repair.excess), isBigEndian)
  }
}

extension Array<UInt8> {
  /// A number of eight bytes in big-endian order.
  fileprivate func bigEndian64(_ place: Int) -> UInt64 {
    UInt64(bigEndian(place, 4)) << 32 | UInt64(bigEndian(place + 4, 4))
  }
}
