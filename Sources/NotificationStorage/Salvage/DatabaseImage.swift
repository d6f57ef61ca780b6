/// The pages of a database and its log, read without the header, the schema or the inner pages of
/// its trees.
struct DatabaseImage {
  /// SQLite's default page size.
  static let usualPageSize = 4_096

  let pageSize: Int
  let pageCount: UInt32
  let log: LogImage?
  private let main: ByteSource
  /// The frames of each page, oldest first.
  private let frames: [UInt32: [LogImage.Frame]]
  /// The type of each page in the pointer map; empty where there is none (SQLite's file format,
  /// 1.8).
  private var types: [UInt32: UInt8] = [:]
  /// The page above each page of a tree, in the pointer map; 0 above a root.
  private var parents: [UInt32: UInt32] = [:]
  /// The pages in the list of free pages.
  private var listedFree: Set<UInt32> = []

  /// One version of a page's content.
  struct Version {
    let bytes: [UInt8]
    /// Whether it is as it was written, as far as a checksum shows; the database has none.
    let isWhole: Bool
  }

  init(_ main: ByteSource, log source: ByteSource?, pageSize: Int) throws {
    self.main = main
    let log = try source.flatMap { try LogImage($0) }.flatMap { log in
      log.pageSize == pageSize && !log.frames.isEmpty ? log : nil
    }
    self.log = log
    self.pageSize = pageSize
    frames = Dictionary(grouping: log?.frames ?? [], by: \.page)
    var count = UInt32(clamping: (main.count + pageSize - 1) / pageSize)
    if let last = log?.frames.last {
      // The number of pages after the last commit; pages of the file beyond it are out of date.
      count = last.isWhole ? last.commit : max(count, last.commit)
    }
    pageCount = min(count, Self.maximumCount)
    try readMap()
    try readFreeList()
  }

  /// The maximum number of pages: 15 GiB of the usual size, more than any real store has. SQLite's
  /// lock page, at 1 GiB, is among them; it holds no rows.
  private static let maximumCount: UInt32 = 4_000_000

  /// The versions of a page, newest first: those in the log, then that in the database.
  func versions(of page: UInt32) throws -> [Version] {
    var found: [Version] = []
    for frame in (frames[page] ?? []).reversed() {
      found.append(Version(bytes: try log?.page(of: frame) ?? [], isWhole: frame.isWhole))
    }
    let bytes = try main.read(Int(page - 1) * pageSize, pageSize)
    if bytes.count == pageSize { found.append(Version(bytes: bytes, isWhole: true)) }
    return found
  }

  func newest(_ page: UInt32) throws -> [UInt8]? {
    guard page > 0, page <= pageCount else { return nil }
    if let frame = frames[page]?.last { return try log?.page(of: frame) }
    let bytes = try main.read(Int(page - 1) * pageSize, pageSize)
    return bytes.count == pageSize ? bytes : nil
  }

  /// `size` bytes of the chain of overflow pages that begins at `first`; nil where it ends before.
  /// - Parameter chained: gets the pages of the chain.
  func overflow(
    _ first: UInt32, _ size: Int, _ chained: inout Set<UInt32>
  ) throws -> [UInt8]? {
    guard size <= Int(pageCount) * pageSize else { return nil }
    var (next, bytes) = (first, [UInt8]())
    while bytes.count < size {
      guard let page = try newest(next) else { return nil }
      chained.insert(next)
      bytes += page[4..<min(pageSize, 4 + size - bytes.count)]
      next = page.bigEndian(0, 4)
    }
    return bytes
  }

  // MARK: What a page is for

  private enum Use {
    static let root: UInt8 = 1
    static let free: UInt8 = 2
    static let node: UInt8 = 5
  }

  /// Whether the database has a pointer map.
  var hasMap: Bool { !types.isEmpty }

  /// Whether the pointer map or the list of free pages contains the page as unused. Either may be
  /// damaged.
  func isCalledFree(_ page: UInt32) -> Bool {
    types[page] == Use.free || listedFree.contains(page)
  }

  /// Whether the pointer map contains the page as one of a tree; false where there is no map.
  func isCalledNode(_ page: UInt32) -> Bool {
    types[page] == Use.root || types[page] == Use.node
  }

  /// Whether the pointer map contains the page as one of another kind.
  func isCalledOther(_ page: UInt32) -> Bool {
    types[page].map { $0 != Use.root && $0 != Use.node } ?? false
  }

  /// The root of the tree to which a page belongs, by the pointer map; nil where that is not known.
  func root(of page: UInt32) -> UInt32? {
    var page = page
    // A tree of four billion pages is not this high.
    for _ in 0..<32 {
      if types[page] == Use.root { return page }
      guard types[page] == Use.node, let parent = parents[page] else { return nil }
      page = parent
    }
    return nil
  }

  /// The number of pages by the header.
  private func statedCount() throws -> UInt32 { try newest(1)?.bigEndian(28, 4) ?? 0 }

  /// The number of pages that there should be. The header and the pointer map both contain it, and
  /// either may be damaged.
  func expectedCount() throws -> UInt32 {
    max(pageCount, min(try statedCount(), types.keys.max() ?? 0))
  }

  /// Whether the file is as long as its header says.
  func hasStatedCount() throws -> Bool { try statedCount() == pageCount }

  /// Whether a page is a part of the pointer map itself.
  func isMap(_ page: UInt32) -> Bool { hasMap && (page - 2) % UInt32(pageSize / 5 + 1) == 0 }

  /// The map's pages are at regular distances, with five bytes for each page that follows.
  private mutating func readMap() throws {
    let step = UInt32(pageSize / 5 + 1)
    for place in stride(from: UInt32(2), through: max(2, pageCount), by: Int(step)) {
      guard let page = try newest(place) else { continue }
      var entries: [(page: UInt32, type: UInt8, parent: UInt32)] = []
      for index in 0..<Int(step - 1) {
        let type = page[index * 5]
        if type == 0 { break }
        entries.append((place + 1 + UInt32(index), type, page.bigEndian(index * 5 + 1, 4)))
      }
      let soundCount = entries.count { (1...5).contains($0.type) }
      // A page of a tree is not a map: few of its bytes are such numbers.
      guard soundCount > 2, soundCount * 10 >= entries.count * 9 else { continue }
      for entry in entries where (1...5).contains(entry.type) {
        types[entry.page] = entry.type
        parents[entry.page] = entry.parent
      }
    }
  }

  private mutating func readFreeList() throws {
    guard let header = try newest(1), header.starts(with: "SQLite format 3\0".utf8) else { return }
    var trunk = header.bigEndian(32, 4)
    while trunk > 0, listedFree.insert(trunk).inserted, let page = try newest(trunk) {
      let count = min(Int(page.bigEndian(4, 4)), pageSize / 4 - 2)
      for index in 0..<count { listedFree.insert(page.bigEndian(8 + 4 * index, 4)) }
      trunk = page.bigEndian(0, 4)
    }
  }
}
