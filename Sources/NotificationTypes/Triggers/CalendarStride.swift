/// The interval between the dates of a repeating trigger that counts from its first one.
public struct CalendarStride: Codable, Sendable, Hashable {
  /// The unit of the interval.
  ///
  /// Days and more are counted on the wall clock, whose time of day stays; hours and less are
  /// elapsed time.
  public enum Unit: String, Codable, Sendable, Hashable {
    case minute, hour, day, week, month, year
  }

  /// The unit of the interval.
  public var unit: Unit
  /// 1...9999.
  public var count: Int

  /// A stride; ``CalendarTrigger`` refuses one outside the range.
  public init(_ unit: Unit, count: Int = 1) {
    self.unit = unit
    self.count = count
  }

  func check(_ start: CalendarComponents, repeats: Bool) throws(TriggerError) {
    guard (1...9999).contains(count) else {
      throw .componentOutOfRange("count", count, 1...9999)
    }
    guard repeats, start.year != nil, start.month != nil, start.day != nil else {
      throw .strideWithoutStart
    }
  }
}
