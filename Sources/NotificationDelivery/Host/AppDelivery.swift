package import AlertPlayback
package import Desktop
package import LinuxProcess
package import NotificationScheduling
package import NotificationStorage
import Synchronization

/// Delivers the notifications of one app while no daemon does: for as long as the app runs, and
/// until what is due is over.
///
/// A daemon that starts wakes this process's scheduler, which then leaves the rest to it. When the
/// daemon ends in any way, the kernel releases its lock, which this process waits for. The locks let
/// only one of them deliver for the app at a time.
package final class AppDelivery: Sendable {
  /// The time between two schedulers; a daemon that is restarted is back sooner.
  private static let pause = Duration.milliseconds(100)
  /// The maximum time for what is due when the app has ended. The longest sound has 30 s; others may
  /// play before it.
  private static let timeAtEnd = Duration.seconds(40)
  private static let interval = Duration.milliseconds(20)

  private let app: String
  private let folder: StoreFolder
  private let schedule: NotificationSchedule
  private let policy: LatePolicy
  private let host: DeliveryHost
  private let executor: QueueExecutor
  /// The right to deliver for the app.
  private let right: Mutex<FileLock?>

  /// - Parameters:
  ///   - app: the identifier of the app.
  ///   - presenter: shows the banners; nil is the desktop.
  ///   - opener: opens the sound device; nil opens the configured one.
  /// - Returns: nil where another process does this for the app.
  /// - Throws: `StoreError` where the store cannot be written.
  package init?(
    for app: String, _ schedule: NotificationSchedule, in folder: StoreFolder,
    configuration: HostConfiguration, policy: LatePolicy = .standard,
    presenter: (any BannerPresenter)? = nil, opener: Player.Opener? = nil,
    on executor: QueueExecutor = .shared, log: @escaping @Sendable (DeliveryEvent) -> Void
  ) throws {
    guard let right = try AppHelper.take(app, in: folder) else { return nil }
    self.app = app
    self.folder = folder
    self.schedule = schedule
    self.policy = policy
    self.executor = executor
    self.right = Mutex(right)
    host = DeliveryHost(
      schedule, folder: folder, scope: .app(app), configuration: configuration,
      presenter: presenter, opener: opener, log: log)
  }

  /// Delivers, and returns when the app has ended and what was due is over.
  package func run() async {
    let listening = Task(executorPreference: executor) { [host] in await host.delivery.run() }
    repeat {
      let delivering = Task(executorPreference: executor) { await self.deliver() }
      // It reads the store, which may wait.
      let isOver = await withTaskExecutorPreference(schedule.store.writer.executor) {
        await end()
      }
      delivering.cancel()
      await delivering.value
      await host.delivery.finish()
      right.withLock { $0 = nil }
      // What came until now had no reason to start another process.
      guard isOver, hasWork || isAppThere else { break }
      let again = (try? AppHelper.take(app, in: folder)) ?? nil
      right.withLock { $0 = again }
    } while right.withLock({ $0 != nil })
    await host.delivery.stop()
    listening.cancel()
  }

  private var hasDaemon: Bool { SchedulerLock.owner(of: .everyApp, in: folder) != nil }

  private var isAppThere: Bool { AppPresence.current(of: app, in: folder) != .absent }

  /// Whether a request is due that no other process delivers.
  private var hasWork: Bool { !hasDaemon && schedule.hasDue(app: app) }

  /// Returns when the app has ended and nothing is due any more.
  /// - Returns: false where something stays due that cannot be delivered.
  private func end() async -> Bool {
    let clock = SystemDeliveryClock()
    while true {
      await AppPresence.waitUntilAbsent(app, in: folder)
      let limit = clock.now + Self.timeAtEnd
      while hasWork, !isAppThere {
        guard clock.now < limit else { return false }
        try? await clock.sleep(until: clock.now + Self.interval)
      }
      await host.delivery.finish()
      if !isAppThere, !hasWork { return true }
    }
  }

  /// Delivers until the task is cancelled.
  private func deliver() async {
    let clock = SystemDeliveryClock()
    while !Task.isCancelled {
      if hasDaemon {
        await SchedulerLock.waitUntilFree(.everyApp, in: folder)
      } else {
        await turn()
      }
      try? await clock.sleep(until: clock.now + Self.pause)
    }
  }

  /// Delivers until a daemon runs, or the task is cancelled.
  private func turn() async {
    let end = Mutex<(@Sendable () -> Void)?>(nil)
    let yield: @Sendable () -> Void = { [self] in
      if hasDaemon { end.withLock { $0 }?() }
    }
    let scheduler = host.scheduler(
      policy: policy, onChange: yield, onDelivery: { _ in yield() })
    end.withLock { end in
      end = { [executor] in Task(executorPreference: executor) { await scheduler.stop() } }
    }
    let ready = Task(executorPreference: executor) { [host] in
      for await state in scheduler.states where state != .starting && state != .stopped {
        host.begin()
        // A daemon may have started, and woken the running schedulers, just before this one
        // started.
        yield()
        break
      }
    }
    defer {
      ready.cancel()
      host.rest()
    }
    do {
      try await scheduler.run()
    } catch SchedulerError.owned {
      // A command of the user's may deliver for the app.
      await SchedulerLock.waitUntilFree(.app(app), in: folder)
    } catch {
      let clock = SystemDeliveryClock()
      try? await clock.sleep(until: clock.now + .seconds(5))
    }
  }
}
