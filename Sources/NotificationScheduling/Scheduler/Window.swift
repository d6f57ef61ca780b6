import Foundation

/// What is due next, in memory: the soonest requests of the store.
struct Window {
  /// On time, or to come; soonest first.
  private var fresh: ArraySlice<Entry> = []
  /// Late by more than the tolerance when they were read; oldest first.
  private var late: ArraySlice<Entry> = []
  /// Whether there is no more in the store than was read.
  private var isFreshComplete = false
  private var isLateComplete = false
  /// The store may have changed since it was read.
  var isStale = true

  private struct Entry {
    let waiting: WaitingRequest
    /// When it is due on the elapsed clock, as the clocks stood when it was read: for the order.
    let key: Duration

    init(_ waiting: WaitingRequest, at moment: Moment) {
      self.waiting = waiting
      key = moment.elapsed - (waiting.due.lateness(at: moment) ?? .zero)
    }
  }

  init() {}

  /// Merges what was read for each clock, up to where it is all there is on each.
  init(fresh: [WaitingList], late: [WaitingList], upcoming: [WaitingRequest], at moment: Moment) {
    (self.fresh, isFreshComplete) = Self.merge(fresh, upcoming, at: moment)
    (self.late, isLateComplete) = Self.merge(late, [], at: moment)
    isStale = false
  }

  private static func merge(
    _ lists: [WaitingList], _ upcoming: [WaitingRequest], at moment: Moment
  ) -> (entries: ArraySlice<Entry>, isComplete: Bool) {
    var entries: [Entry] = upcoming.map { Entry($0, at: moment) }
    var bound: Duration?
    for list in lists {
      let read = list.requests.map { Entry($0, at: moment) }
      entries += read
      guard !list.isComplete, let last = read.map(\.key).max() else { continue }
      bound = min(bound ?? last, last)
    }
    if let bound { entries.removeAll { $0.key > bound } }
    // By short keys: entries are large, and sorting moves them again and again.
    let order = entries.indices.sorted {
      (entries[$0].key, entries[$0].waiting.id.request)
        < (entries[$1].key, entries[$1].waiting.id.request)
    }
    return (order.map { entries[$0] }[...], bound == nil)
  }

  /// Whether it must be read again before the next date can be told.
  var needsReading: Bool {
    isStale || (fresh.isEmpty && !isFreshComplete) || (late.isEmpty && !isLateComplete)
  }

  /// Takes out what is due: what is on time goes before what is late, so that a backlog makes nothing
  /// else late.
  mutating func next(at moment: Moment) -> WaitingRequest? {
    if let entry = fresh.first, entry.waiting.due.isDue(at: moment) {
      fresh.removeFirst()
      return entry.waiting
    }
    return late.popFirst()?.waiting
  }

  /// Adds the next date of a request that has just begun.
  mutating func insert(_ waiting: WaitingRequest, at moment: Moment) {
    let entry = Entry(waiting, at: moment)
    if !isFreshComplete, fresh.last.map({ entry.key > $0.key }) ?? true { return }
    let index = fresh.firstIndex { $0.key > entry.key } ?? fresh.endIndex
    fresh.insert(entry, at: index)
  }

  /// The soonest date on each clock.
  func nextDue(at moment: Moment) -> NextDue {
    var next = NextDue()
    if !late.isEmpty { return NextDue(elapsed: moment.elapsed) }
    for entry in fresh {
      switch entry.waiting.due {
      case .elapsed(let elapsed, moment.boot, _):
        if next.elapsed == nil { next.elapsed = elapsed }
      case .wall(let date, _), .elapsed(_, _, let date):
        if next.wall == nil { next.wall = date }
      case .crossing: break
      }
      if next.wall != nil, next.elapsed != nil { break }
    }
    return next
  }
}

extension DueTime {
  func isDue(at moment: Moment) -> Bool { lateness(at: moment).map { $0 >= .zero } ?? false }
}
