/// To which table each page of a tree belongs, by the schema and the pointer map.
struct TreeOwners {
  /// What a page is part of.
  struct Owner: Hashable {
    let table: String
    let isIndex: Bool
  }

  private let image: DatabaseImage
  private var roots: [UInt32: Owner] = [:]

  init(_ image: DatabaseImage) throws {
    self.image = image
    try read(1, depth: 0)
  }

  /// Nil where the schema, or the pointer map, does not contain it.
  func owner(of page: UInt32) -> Owner? { image.root(of: page).flatMap { roots[$0] } }

  /// Reads a page of the schema and those below it (SQLite's file format, 2.6).
  private mutating func read(_ number: UInt32, depth: Int) throws {
    let header = number == 1 ? 100 : 0
    guard depth < 8, let bytes = try image.newest(number),
      let page = TreePage(bytes, header: header)
    else { return }
    if page.kind == .tableInterior {
      for child in page.children { try read(child, depth: depth + 1) }
    }
    guard page.kind == .tableLeaf else { return }
    var chained: Set<UInt32> = []
    for cell in page.cells {
      let record = try page.record(
        at: cell, isWanted: { $0.types.count == 5 },
        overflow: { try image.overflow($0, $1, &chained) })
      guard let record, record.types[0] >= 12, record.types[2] >= 12,
        let kind = record.text(0), let table = record.text(2),
        let root = record.integer(3).flatMap(UInt32.init(exactly:)), root > 0
      else { continue }
      roots[root] = Owner(table: table, isIndex: kind == "index")
    }
  }
}
