public import LinuxProcess
package import NotificationStorage
public import Triggers

/// The reasons for which a scheduler looks at its store again.
public struct SchedulerEvents: OptionSet, Sendable, Hashable {
  /// The options as a mask of bits.
  public let rawValue: Int

  /// Something is due.
  public static let due = SchedulerEvents(rawValue: 1)
  /// Anything in the store may have changed.
  public static let changed = SchedulerEvents.changed(.everything)
  /// The wall clock was set.
  public static let clockSet = SchedulerEvents(rawValue: 4)
  /// The device is in another zone, or the rules of zones have changed.
  public static let zonesChanged = SchedulerEvents(rawValue: 8)

  /// Takes the options of a mask; bits without a name are kept.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The place of the parts among the bits.
  private static let shift = 8

  /// These parts of the store have changed.
  package static func changed(_ parts: StoreParts) -> SchedulerEvents {
    SchedulerEvents(rawValue: Int(parts.rawValue) << shift)
  }

  /// The parts of the store that have changed.
  package var parts: StoreParts {
    StoreParts(rawValue: UInt8(truncatingIfNeeded: rawValue >> Self.shift))
  }
}

/// A timer that waits for a scheduler's events; it costs nothing between two events.
public protocol SchedulerTimer: AnyObject, Sendable {
  /// Sets the next due times; nil is never. An earlier setting is forgotten.
  /// - Throws: `SchedulerError.system(_:)` where the kernel refuses the timer.
  func arm(_ next: NextDue) throws

  /// The events since the last call; waits for the first one. Empty when it was stopped or the task
  /// was cancelled.
  func next() async -> SchedulerEvents

  /// If the next date is less than 2 ms away, waits for it on the caller's thread and returns true;
  /// otherwise returns false at once. Avoids the latency of a wake-up by the kernel.
  func linger(until next: NextDue, from moment: Moment) -> Bool

  /// Adds an event from this process.
  func post(_ events: SchedulerEvents)

  /// Ends the waiting for good.
  func stop()
}

extension SchedulerTimer {
  /// A timer without this ability never waits on the caller's thread.
  public func linger(until next: NextDue, from moment: Moment) -> Bool { false }
}
