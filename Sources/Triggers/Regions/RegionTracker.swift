import FoundationEssentials

/// Decides, fix by fix, which regions the device has entered and left.
///
/// A value without clock, source and store. A side counts when several fixes in a row prove it, so no
/// single bad one moves the device. The first side of a region is no crossing.
public struct RegionTracker: Sendable {
  /// How much it takes to believe a side.
  public struct Confirmation: Sendable, Hashable {
    /// The number of fixes in a row, at least 1.
    public let count: Int
    /// Seconds from the first of them to the last.
    public let span: Double

    /// A rule of `count` fixes within at least `span` seconds.
    public init(count: Int, span: Double) {
      self.count = max(1, count)
      self.span = span
    }

    /// For a receiver, whose fixes come once a second: reflections are over sooner than in 4 s.
    public static let receiver = Confirmation(count: 3, span: 4)
    /// For a host, which has judged its own fixes.
    public static let host = Confirmation(count: 1, span: 0)
  }

  /// A region to watch.
  public struct Region: Sendable, Hashable {
    /// The caller's number for it.
    public let number: Int64
    /// Its border.
    public let circle: RegionCircle
    /// The side that is known; nil where none is.
    public let side: RegionSide?

    /// A region by the caller's number, with the known side.
    public init(number: Int64, circle: RegionCircle, side: RegionSide?) {
      self.number = number
      self.circle = circle
      self.side = side
    }
  }

  /// A region whose side has become known, or has changed.
  public struct Move: Sendable, Hashable {
    /// The caller's number of the region.
    public let number: Int64
    /// The side before; nil where none was known, so that nothing was crossed.
    public let from: RegionSide?
    /// The side from now on.
    public let to: RegionSide
  }

  private struct Entry {
    let circle: RegionCircle
    let number: Int64
    var side: RegionSide?
    /// The other side, as far as it is proven: since when, and by how many fixes.
    var candidate: RegionSide?
    var count = 0
    var since = 0.0

    mutating func forgetCandidate() {
      candidate = nil
      count = 0
    }
  }

  private let confirmation: Confirmation
  private var entries: [Entry] = []
  private var last: Double?

  /// A tracker without regions.
  public init(_ confirmation: Confirmation = .receiver) { self.confirmation = confirmation }

  /// Whether it watches nothing.
  public var isEmpty: Bool { entries.isEmpty }

  /// Watches these regions from now on. What the last fixes have shown of a region that stays is kept.
  public mutating func follow(_ regions: [Region]) {
    let old = Dictionary(entries.map { ($0.number, $0) }) { first, _ in first }
    entries = regions.map { region in
      if let known = old[region.number], known.side == region.side, known.circle == region.circle {
        return known
      }
      return Entry(circle: region.circle, number: region.number, side: region.side)
    }
  }

  /// Seconds. A time that is further back than this is that of a clock that was set.
  private static let clockStep = 10.0

  /// Takes a fix.
  ///
  /// A fix whose time is not after the last one's says nothing: a stuck receiver repeats itself.
  /// - Returns: the regions whose side is known or changed because of it.
  public mutating func take(_ fix: PositionFix) -> [Move] {
    let time = fix.time.timeIntervalSinceReferenceDate
    if let last, time <= last {
      guard last - time > Self.clockStep else { return [] }
      for index in entries.indices { entries[index].forgetCandidate() }
    }
    last = time
    let (point, error) = (GroundPoint(fix.coordinate), fix.error)
    var moves: [Move] = []
    for index in entries.indices {
      let side = entries[index].circle.side(of: point, error: error)
      // The usual case, for which nothing is written.
      if side == entries[index].side, entries[index].candidate == nil { continue }
      if let move = Self.note(side, at: time, confirmation, &entries[index]) { moves.append(move) }
    }
    return moves
  }

  private static func note(
    _ side: RegionSide?, at time: Double, _ confirmation: Confirmation, _ entry: inout Entry
  ) -> Move? {
    guard let side, side != entry.side else {
      entry.forgetCandidate()
      return nil
    }
    if entry.candidate != side {
      entry.candidate = side
      entry.count = 0
      entry.since = time
    }
    entry.count = min(entry.count + 1, confirmation.count)
    guard entry.count >= confirmation.count, time - entry.since >= confirmation.span else {
      return nil
    }
    defer {
      entry.side = side
      entry.forgetCandidate()
    }
    return Move(number: entry.number, from: entry.side, to: side)
  }
}
