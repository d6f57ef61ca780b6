/// The clock of the server, as far as a device knows it: its own wall clock may be wrong.
///
/// Each time that was read on the server and has come to the device is earlier than the server's time at
/// that moment. So the latest of them, and what the device's clock that nobody can set has counted
/// since, is never ahead of it.
public struct ServerTime: Sendable, Hashable {
  /// Milliseconds from the start of the elapsed clock to 1970 on the server, or fewer.
  public private(set) var offset: Int64?

  /// A clock of which nothing is known, or what was known before.
  public init(offset: Int64? = nil) { self.offset = offset }

  /// Takes a time that the server has told.
  /// - Parameters:
  ///   - time: milliseconds since 1970.
  ///   - elapsed: milliseconds on the device's clock that nobody can set, when it had come.
  public mutating func hear(_ time: Int64, at elapsed: Int64) {
    let (offset, overflow) = time.subtractingReportingOverflow(elapsed)
    guard !overflow, time <= Self.latest else { return }
    self.offset = max(self.offset ?? offset, offset)
  }

  /// Milliseconds since 1970; nil where nothing is known of it.
  /// - Parameter elapsed: as ``hear(_:at:)`` has it.
  public func now(at elapsed: Int64) -> Int64? { offset.map { $0 + elapsed } }

  /// The end of the year 9999: later times are somebody's mistake.
  private static let latest: Int64 = 253_402_300_799_999
}
