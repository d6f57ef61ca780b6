/// The offsets of a zone's clocks from UTC, for all time.
///
/// An instant is in seconds since 1970 UTC; a local time is what the zone's clock shows, in seconds
/// since its own 1970-01-01 00:00. Leap seconds are not counted in either.
public struct TimeZoneRules: Sendable, Hashable {
  /// Instants at which the offset changes, ascending.
  private let transitions: [Int]
  /// Seconds east of UTC: the one at index i is in force before transition i, the last one after
  /// all of them where there is no `rule`.
  private let offsets: [Int]
  /// The rule after the last transition; nil where there is none.
  private let rule: POSIXTimeZone?

  /// - Precondition: there is one more offset than transitions.
  init(transitions: [Int], offsets: [Int], rule: POSIXTimeZone?) {
    precondition(offsets.count == transitions.count + 1)
    self.transitions = transitions
    self.offsets = offsets
    self.rule = rule
  }

  /// A zone that never changes its clocks.
  /// - Parameter offset: seconds east of UTC.
  public init(fixedOffset offset: Int) {
    self.init(transitions: [], offsets: [offset], rule: nil)
  }

  /// Universal time, which never changes its clocks.
  public static let utc = TimeZoneRules(fixedOffset: 0)

  /// A zone that follows a rule, such as `CET-1CEST,M3.5.0,M10.5.0/3`, for all time.
  init(_ rule: POSIXTimeZone) {
    self.init(transitions: [], offsets: [rule.standardOffset], rule: rule)
  }

  /// The offset in seconds east of UTC.
  public func offset(at instant: Int) -> Int { segment(at: instant).offset }

  /// A hash of the rules that is the same in every process (FNV-1a).
  var fingerprint: UInt64 {
    let text = "\(transitions) \(offsets) \(rule.map(String.init(describing:)) ?? "")"
    return text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// A time between two changes of the clocks.
  struct Segment {
    let start: Int
    let end: Int
    let offset: Int
  }

  func segment(at instant: Int) -> Segment {
    let index = transitions.partitioningIndex { $0 > instant }
    if index == transitions.count, let rule {
      return rule.segment(at: instant, notBefore: transitions.last ?? .min)
    }
    return Segment(
      start: index == 0 ? .min : transitions[index - 1],
      end: index == transitions.count ? .max : transitions[index], offset: offsets[index])
  }
}

extension TimeZoneRules {
  /// The instant at which a zone's clock shows a local time.
  package enum Resolution: Equatable {
    /// At this instant; of two, the first.
    case instant(Int)
    /// Never: the time is in a gap, which ends at the local time `end`; `instant` is used instead.
    case gap(instant: Int, end: Int)
  }

  /// No zone is farther from UTC: the files allow 25:59:59.
  private static let maximumOffset = 26 * 3_600

  /// The first instant at which the clock shows `local`.
  ///
  /// In a gap the time is taken as if the clocks had not changed yet (RFC 5545, 3.3.5), which moves
  /// it by the length of the gap: 02:30 becomes 03:30. A gap that is not a whole number of hours
  /// counts as the next greater one that is, so that the minute of the hour stays.
  package func resolve(_ local: Int) -> Resolution {
    var segment = segment(at: local - Self.maximumOffset)
    while true {
      let instant = local - segment.offset
      if instant < segment.end { return .instant(instant) }
      let next = self.segment(at: segment.end)
      if local - next.offset < next.start {
        let gap = next.offset - segment.offset
        let move = (gap + 3_599) / 3_600 * 3_600
        return .gap(instant: local + move - next.offset, end: next.start + next.offset)
      }
      segment = next
    }
  }

  /// The earliest local time that may stand for an instant from `instant` on: after a gap the
  /// times that were moved over it are earlier than what the clock shows.
  func earliestLocalTime(at instant: Int) -> Int {
    var segment = segment(at: instant)
    var least = segment.offset
    while segment.start > instant - Self.maximumOffset {
      segment = self.segment(at: segment.start - 1)
      least = min(least, segment.offset)
    }
    return instant + least
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies `predicate`, in a collection that is partitioned by
  /// it.
  func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
