import Foundation
package import NotificationStorage
package import RemoteNotifications
import Synchronization

/// Subscribes to topics of ntfy servers and puts their messages into the store.
///
/// All topics of a server with the same credentials share a connection. All work is done on one
/// thread, one thing after the other: while the store makes it wait, the servers wait too.
package final class NtfyReceiver: Sendable {
  struct State {
    /// Nil for no change.
    var wanted: [NtfySubscription]?
    var isOver = false
    var waker: HTTPStreams.Waker?
    var counts = ReceiverCounts()
  }

  let schedule: NotificationSchedule
  let log: ReceiverLog
  let patience: Duration
  let limits: NtfyBudget.Limits
  let hasWorked: @Sendable () -> Void
  private let state = Mutex(State())
  private let hasEnded = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - schedule: the box's notifications.
  ///   - patience: the maximum silence of a server, which sends a sign of life every 45 s.
  ///   - hasWorked: called after each piece of work; it must return quickly.
  ///   - log: called with each line of the log; it must return quickly.
  package convenience init(
    schedule: NotificationSchedule, patience: Duration = .seconds(150),
    hasWorked: @escaping @Sendable () -> Void = {},
    log: @escaping @Sendable (ReceiverEvent) -> Void
  ) {
    self.init(
      schedule: schedule, patience: patience, limits: NtfyBudget.Limits(), hasWorked: hasWorked,
      log: log)
  }

  init(
    schedule: NotificationSchedule, patience: Duration = .seconds(150),
    limits: NtfyBudget.Limits, hasWorked: @escaping @Sendable () -> Void = {},
    log: @escaping @Sendable (ReceiverEvent) -> Void
  ) {
    self.limits = limits
    self.schedule = schedule
    self.patience = patience
    self.hasWorked = hasWorked
    self.log = ReceiverLog(log)
    let thread = Thread { [self] in
      run()
      hasEnded.signal()
    }
    thread.name = "tocsin.ntfy"
    // Swift's own needs are small; the library resolves names on threads of its own.
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// The counts of its work so far.
  package var counts: ReceiverCounts { state.withLock(\.counts) }

  /// Subscribes to exactly these topics.
  package func set(_ subscriptions: [NtfySubscription]) {
    state.withLock { state in
      state.wanted = subscriptions
      state.waker?.wake()
    }
  }

  /// Stops after the current work.
  package func stop() {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      state.waker?.wake()
      return !state.isOver
    }
    if isFirst { hasEnded.wait() }
  }

  func count(_ path: WritableKeyPath<ReceiverCounts, Int>) {
    state.withLock { $0.counts[keyPath: path] += 1 }
  }

  // MARK: The thread

  private func run() {
    guard let streams = HTTPStreams() else {
      return log.note(.error, "topics of ntfy need libcurl.so.4: apt install libcurl4")
    }
    state.withLock { $0.waker = streams.waker }
    let desk = NtfyDesk(self, streams)
    while true {
      let (isOver, wanted) = state.withLock { state in
        defer { state.wanted = nil }
        return (state.isOver, state.wanted)
      }
      if isOver { break }
      if let wanted { desk.set(wanted) }
      let pause = desk.work()
      streams.wait(milliseconds: Int32(max(0, min(pause, 3_600_000))))
    }
    desk.set([])
    state.withLock { $0.waker = nil }
    withExtendedLifetime(streams) {}
  }
}
