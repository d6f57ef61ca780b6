import FoundationEssentials
import LinuxProcess
import NotificationStorage
import Triggers

/// The soonest requests of the store, in memory.
struct Window {
  /// On time, or to come; soonest first.
  private var fresh: ArraySlice<Entry> = []
  /// Late by more than the tolerance when they were read; oldest first.
  private var late: ArraySlice<Entry> = []
  /// Whether the store contains no more than was read.
  private var isFreshComplete = false
  private var isLateComplete = false
  /// The store may have changed since it was read.
  var isStale = true

  private struct Entry {
    let waiting: WaitingRequest
    /// The due time on the elapsed clock, computed from the clocks at the time of reading; used to
    /// sort.
    let key: Duration

    init(_ waiting: WaitingRequest, at moment: Moment) {
      self.waiting = waiting
      key = moment.elapsed - (waiting.due.lateness(at: moment) ?? .zero)
    }
  }

  init() {}

  /// Merges the lists of the clocks, up to where the first list that is not complete ends.
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

  /// Whether it must be read again before the next date is known.
  var needsReading: Bool {
    isStale || (fresh.isEmpty && !isFreshComplete) || (late.isEmpty && !isLateComplete)
  }

  /// Removes and returns the next due request. Requests that are on time go before late ones, so
  /// that a backlog does not delay them.
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
