/// The clock of the server, as far as a device knows it: its own wall clock may be wrong.
///
/// A time that was read on the server is earlier than the server's time when it reaches the device.
/// So the latest of these times, plus the elapsed time since on the device's monotonic clock, is
/// never ahead of the server.
public struct ServerTime: Sendable, Hashable {
  /// Milliseconds from the start of the elapsed clock to 1970 on the server, or fewer.
  public private(set) var offset: Int64?

  /// A clock with a known offset, or one that is still unknown.
  public init(offset: Int64? = nil) { self.offset = offset }

  /// Takes a time that the server has sent.
  /// - Parameters:
  ///   - time: milliseconds since 1970.
  ///   - elapsed: milliseconds on the device's monotonic clock, when it arrived.
  public mutating func hear(_ time: Int64, at elapsed: Int64) {
    let (offset, overflow) = time.subtractingReportingOverflow(elapsed)
    guard !overflow, time <= Self.latest else { return }
    self.offset = max(self.offset ?? offset, offset)
  }

  /// Milliseconds since 1970; nil while it is unknown.
  /// - Parameter elapsed: as in ``hear(_:at:)``.
  public func now(at elapsed: Int64) -> Int64? { offset.map { $0 + elapsed } }

  /// The end of the year 9999: later times are errors.
  private static let latest: Int64 = 253_402_300_799_999
}
