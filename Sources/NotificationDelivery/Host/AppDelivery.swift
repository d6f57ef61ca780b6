package import AlertPlayback
package import Desktop
package import LinuxProcess
package import NotificationScheduling
package import NotificationStorage
import Synchronization

/// Delivers the notifications of one app while no daemon does: for as long as the app runs, a request
/// of it waits, or a question about it is on the screen.
///
/// A daemon that starts wakes this process's scheduler, which then leaves the rest to it. When the
/// daemon ends in any way, the kernel releases its lock, which this process waits for. The locks let
/// only one of them deliver for the app at a time.
package final class AppDelivery: Sendable {
  /// The time between two schedulers; a daemon that is restarted is back sooner.
  private static let pause = Duration.milliseconds(100)
  private let app: String
  private let folder: StoreFolder
  private let schedule: NotificationSchedule
  private let policy: LatePolicy
  private let host: DeliveryHost
  private let executor: QueueExecutor
  /// The time between two looks whether there is still work: a net for wake-ups that were lost.
  private let interval: Duration
  /// The right to deliver for the app.
  private let right: Mutex<FileLock?>
  /// Something has changed that may end the work.
  private let changes: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation

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
    on executor: QueueExecutor = .shared, lookingEach interval: Duration = .seconds(60),
    log: @escaping @Sendable (DeliveryEvent) -> Void
  ) throws {
    guard let right = try AppHelper.take(app, in: folder) else { return nil }
    self.app = app
    self.folder = folder
    self.schedule = schedule
    self.policy = policy
    self.executor = executor
    self.interval = interval
    self.right = Mutex(right)
    (changes, change) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    host = DeliveryHost(
      schedule, folder: folder, scope: .app(app), configuration: configuration,
      presenter: presenter, opener: opener, log: log)
  }

  /// Delivers, and returns when the app has ended and nothing waits, or the task is cancelled.
  /// - Parameter onAlone: called when the app has ended and this process goes on without it.
  package func run(onAlone: @escaping @Sendable () -> Void = {}) async {
    let change = change
    host.delivery.onAnswer.withLock { $0 = { change.yield() } }
    // A delivery that has ended is in the store after it.
    let listener = schedule.store.writer.listen { _ in change.yield() }
    defer { schedule.store.writer.ignore(listener) }
    let clock = SystemDeliveryClock()
    let ticking = Task(executorPreference: executor) { [interval] in
      while (try? await clock.sleep(until: clock.now + interval)) != nil { change.yield() }
    }
    let listening = Task(executorPreference: executor) { [host] in await host.delivery.run() }
    repeat {
      let delivering = Task(executorPreference: executor) { await self.deliver() }
      // It reads the store, which may wait.
      await withTaskExecutorPreference(schedule.store.writer.executor) { await end(onAlone) }
      delivering.cancel()
      await delivering.value
      if !Task.isCancelled { await host.delivery.finish() }
      right.withLock { $0 = nil }
      // What came until now had no reason to start another process.
      guard !Task.isCancelled, isThere, hasWork || isAppThere else { break }
      let again = (try? AppHelper.take(app, in: folder)) ?? nil
      right.withLock { $0 = again }
    } while right.withLock({ $0 != nil })
    await host.delivery.stop()
    listening.cancel()
    ticking.cancel()
  }

  private var hasDaemon: Bool { SchedulerLock.owner(of: .everyApp, in: folder) != nil }

  private var isAppThere: Bool { AppPresence.current(of: app, in: folder) != .absent }

  /// Whether the store is where it was: one that was removed has no requests.
  private var isThere: Bool { right.withLock { $0?.isNamed ?? true } }

  /// Whether a request waits that no other process delivers, or the user has not answered.
  private var hasWork: Bool {
    host.delivery.isAsking || !hasDaemon && schedule.hasWork(app: app)
  }

  /// Returns when the app has ended and nothing waits, or the task is cancelled.
  private func end(_ onAlone: @Sendable () -> Void) async {
    var changes = changes.makeAsyncIterator()
    while !Task.isCancelled {
      await AppPresence.waitUntilAbsent(app, in: folder)
      guard !Task.isCancelled else { return }
      await host.delivery.finish()
      if isAppThere { continue }
      guard isThere, hasWork else { return }
      onAlone()
      guard await changes.next() != nil else { return }
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
      change.yield()
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
