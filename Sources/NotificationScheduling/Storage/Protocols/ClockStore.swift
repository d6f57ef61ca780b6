public import NotificationTypes

/// What the clocks, the zones and the places of a device do to the requests that wait.
public protocol ClockStore: Sendable {
  /// Sets due times on the elapsed clock against `moment`: those of an earlier start of the machine
  /// by their estimated date, and the estimates of all others by the clock on the wall.
  func reanchor(at moment: Moment) throws(StoreError)

  /// Gives each pending request with a calendar trigger a new due time; nil leaves it as it is.
  func reschedule(
    _ newDue: (CalendarTrigger, DueTime) -> DueTime?
  ) throws(StoreError) -> Int

  /// Makes the requests due that wait for this crossing.
  /// - Returns: how many.
  func cross(_ crossing: RegionCrossing, at moment: Moment) throws(StoreError) -> Int
}
