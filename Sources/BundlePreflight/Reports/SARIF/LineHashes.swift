import Files

/// The hashes by which GitHub knows lines again, as `primaryLocationLineHash`.
///
/// Its upload action (`github/codeql-action`) computes them where a report has none, and warns where
/// a report has others; who uploads by the REST API has to bring them. So these are the same, to the
/// letter. A line's hash is a polynomial of base 37, modulo 2^64, over the 100 UTF-16 code units
/// from the line's start on, also those of later lines: spaces and tabs are left out, each line end
/// counts as one LF, the end of the file as 0xFFFF, and zeros follow. A file that is no text is read
/// as UTF-8 all the same. Hashes that occur again are counted, in the order of lines.
struct LineHashes {
  private static let span = 100
  private static let base: UInt64 = 37
  /// The factor of the code unit that leaves the window.
  private static let leaving = (0..<span).reduce(1) { power, _ in power &* base }

  private struct Unit {
    var value: UInt16 = 0
    var startsLine = false
  }

  /// The last code units; the oldest is at `oldest`.
  private var window = [Unit](repeating: Unit(), count: span)
  private var oldest = 0
  private var hash: UInt64 = 0
  private var isLineStart = true
  /// Whether the code unit before was a CR, after which an LF is the same line's end.
  private var isAfterCR = false
  /// The lines whose window was full.
  private var lineCount = 0
  private var occurrences: [UInt64: Int] = [:]
  private let wanted: Set<Int>
  private var found: [Int: String] = [:]

  /// The hashes of the lines `wanted`, from 1, of the text that `bytes` are in UTF-8; nothing of
  /// those that it does not have.
  static func hashes(of wanted: Set<Int>, in bytes: some Sequence<UInt8>) -> [Int: String] {
    var hashes = LineHashes(wanted)
    var bytes = bytes.makeIterator()
    var decoder = UTF8()
    while !hashes.isDone {
      switch decoder.decode(&bytes) {
      case .scalarValue(let scalar): for unit in scalar.utf16 { hashes.read(unit) }
      case .error: hashes.read(0xFFFD)
      case .emptyInput: return hashes.finished()
      }
    }
    return hashes.found
  }

  private init(_ wanted: Set<Int>) { self.wanted = wanted }

  private var isDone: Bool { found.count == wanted.count }

  private mutating func read(_ unit: UInt16) {
    let ends = unit == 0x0A && isAfterCR
    isAfterCR = unit == 0x0D
    if unit == 0x20 || unit == 0x09 || ends { return }
    append(unit == 0x0D ? 0x0A : unit, startsLine: isLineStart)
    isLineStart = unit == 0x0A || unit == 0x0D
  }

  private mutating func finished() -> [Int: String] {
    append(.max, startsLine: isLineStart)
    for _ in 0..<Self.span { append(0, startsLine: false) }
    return found
  }

  private mutating func append(_ unit: UInt16, startsLine: Bool) {
    let old = window[oldest]
    if old.startsLine { noteLine() }
    window[oldest] = Unit(value: unit, startsLine: startsLine)
    hash = hash &* Self.base &+ UInt64(unit) &- Self.leaving &* UInt64(old.value)
    oldest = (oldest + 1) % Self.span
  }

  /// The oldest code unit starts a line, so the window is all that the line's hash is of.
  private mutating func noteLine() {
    lineCount += 1
    occurrences[hash, default: 0] += 1
    guard wanted.contains(lineCount) else { return }
    found[lineCount] = "\(String(hash, radix: 16)):\(occurrences[hash, default: 0])"
  }
}

/// The bytes of a file from its start on, read in pieces; they end where the file cannot be read.
struct FileBytes: Sequence, IteratorProtocol {
  private static let pieceSize = 1 << 16
  private let file: FileSource
  private var piece: [UInt8] = []
  private var taken = 0
  private var offset: Int64 = 0

  init(_ file: FileSource) { self.file = file }

  mutating func next() -> UInt8? {
    if taken == piece.count, !readPiece() { return nil }
    defer { taken += 1 }
    return piece[taken]
  }

  private mutating func readPiece() -> Bool {
    // The first piece is what the source has anyway, and enough for a sound.
    let count = offset == 0 ? 1 << 12 : Self.pieceSize
    piece = (try? file.bytes(at: offset, count: count)) ?? []
    offset += Int64(piece.count)
    taken = 0
    return !piece.isEmpty
  }
}
