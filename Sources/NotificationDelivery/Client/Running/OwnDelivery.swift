import NotificationScheduling
import Synchronization

/// Delivers the app's notifications in its own process while no daemon does.
///
/// A daemon that starts wakes this process's scheduler, which then leaves it the rest; when the
/// daemon ends, however that happens, the kernel tells by its lock. In between both may deliver for
/// a moment: each request is claimed by one of them alone.
final class OwnDelivery: Sendable {
  /// Between two schedulers: what starts a daemon again is quicker.
  private static let pause = Duration.milliseconds(100)

  private let app: String
  private let folder: StoreFolder?
  private let schedule: NotificationSchedule
  private let policy: LatePolicy
  private let makeHost: @Sendable () -> DeliveryHost
  private let host = Mutex<(host: DeliveryHost, listening: Task<Void, Never>)?>(nil)
  private let executor: QueueExecutor
  private let onChange: @Sendable () -> Void

  /// - Parameters:
  ///   - makeHost: is called once, when this process delivers for the first time.
  ///   - onChange: is called when somebody says that the store has changed.
  init(
    app: String, folder: StoreFolder?, schedule: NotificationSchedule, policy: LatePolicy,
    onChange: @escaping @Sendable () -> Void, on executor: QueueExecutor,
    makeHost: @escaping @Sendable () -> DeliveryHost
  ) {
    self.executor = executor
    self.app = app
    self.folder = folder
    self.schedule = schedule
    self.policy = policy
    self.onChange = onChange
    self.makeHost = makeHost
  }

  /// Whether a daemon delivers for all apps.
  var hasDaemon: Bool {
    folder.map { SchedulerLock.owner(of: .everyApp, in: $0) != nil } ?? false
  }

  /// Whether something is due that nobody else delivers.
  var hasWork: Bool {
    guard !hasDaemon, let next = try? schedule.store.nextDue(app: app) else { return false }
    let now = schedule.clock.now
    return next.wall.map { $0 <= now.wall } ?? false
      || next.elapsed.map { $0 <= now.elapsed } ?? false
  }

  /// Delivers until the task is cancelled.
  func run() async {
    let clock = SystemDeliveryClock()
    while !Task.isCancelled {
      if hasDaemon, let folder {
        await SchedulerLock.waitUntilFree(.everyApp, in: folder)
      } else {
        await turn()
      }
      try? await clock.sleep(until: clock.now + Self.pause)
    }
  }

  /// Until a daemon runs, or the task is cancelled.
  private func turn() async {
    let host = theHost()
    let end = Mutex<(@Sendable () -> Void)?>(nil)
    let yield: @Sendable () -> Void = { [self] in
      if hasDaemon { end.withLock { $0 }?() }
    }
    let scheduler = host.scheduler(
      policy: policy,
      onChange: { [onChange] in
        onChange()
        yield()
      }, onDelivery: { _ in yield() })
    end.withLock { end in
      end = { [executor] in Task(executorPreference: executor) { await scheduler.stop() } }
    }
    let ready = Task(executorPreference: executor) {
      for await state in scheduler.states where state != .starting && state != .stopped {
        host.begin()
        // A daemon may have started, and woken those that ran, just before this one did.
        yield()
        break
      }
    }
    defer { ready.cancel() }
    do {
      try await scheduler.run()
    } catch SchedulerError.owned {
      // Another process of the app delivers.
      if let folder { await SchedulerLock.waitUntilFree(.app(app), in: folder) }
    } catch {
      let clock = SystemDeliveryClock()
      try? await clock.sleep(until: clock.now + .seconds(5))
    }
  }

  private func theHost() -> DeliveryHost {
    host.withLock { known in
      if let known { return known.host }
      let host = makeHost()
      let listening = Task(executorPreference: executor) { await host.delivery.run() }
      known = (host, listening)
      return host
    }
  }

  /// Returns when nothing more is shown or heard of what was delivered, and all is recorded.
  func finish() async {
    guard let (host, listening) = host.withLock({ $0 }) else { return }
    await host.delivery.finish()
    await host.delivery.stop()
    listening.cancel()
  }
}
