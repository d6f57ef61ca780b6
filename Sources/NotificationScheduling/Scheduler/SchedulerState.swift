public import NotificationStorage

/// The state of a scheduler.
public enum SchedulerState: Sendable, Equatable {
  case starting
  /// Waits for the next date.
  case running
  /// The store cannot be written. Due requests are delivered as far as they can be read, and
  /// recorded when the store can be written again. Adding requests is refused meanwhile.
  case degraded(StoreError)
  case stopped
}
