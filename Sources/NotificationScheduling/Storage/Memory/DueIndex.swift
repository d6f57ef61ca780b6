/// Sequence numbers by their due time, soonest first.
struct DueIndex: Sendable {
  struct Entry: Sendable, Comparable {
    let due: Int64
    let sequence: Int64

    static func < (left: Entry, right: Entry) -> Bool {
      (left.due, left.sequence) < (right.due, right.sequence)
    }
  }

  private(set) var entries: [Entry] = []

  mutating func insert(_ entry: Entry) {
    entries.insert(entry, at: entries.partitioningIndex { $0 > entry })
  }

  mutating func remove(_ entry: Entry) {
    let index = entries.partitioningIndex { $0 >= entry }
    if index < entries.count, entries[index] == entry { entries.remove(at: index) }
  }

  /// The entries with `lower` < due ≤ `upper`.
  func due(after lower: Int64?, through upper: Int64) -> ArraySlice<Entry> {
    let start = lower.map { bound in entries.partitioningIndex { $0.due > bound } } ?? 0
    let end = entries.partitioningIndex { $0.due > upper }
    return start < end ? entries[start..<end] : []
  }
}
