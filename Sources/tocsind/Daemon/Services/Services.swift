import Glibc
import LinuxProcess
import Logging
import NotificationDelivery
import NotificationScheduling
import ServiceLifecycle
import UnixSignals

/// The scheduler as a service. If the scheduler ends, the daemon ends, too.
struct SchedulerService: Service {
  let scheduler: Scheduler
  let log: Logger
  let executor: QueueExecutor
  /// Is called once, when the store is this daemon's own.
  let onReady: @Sendable () -> Void

  func run() async throws {
    try await withGracefulShutdownHandler {
      async let states: Void = follow()
      try await scheduler.run()
      await states
    } onGracefulShutdown: {
      ServiceManager.stopping()
      let scheduler = scheduler
      Task(executorPreference: executor) { await scheduler.stop() }
    }
  }

  private func follow() async {
    var isReady = false
    for await state in scheduler.states {
      if !isReady, state != .starting, state != .stopped {
        isReady = true
        onReady()
      }
      switch state {
      case .starting: break
      case .running:
        log.notice("ready")
        ServiceManager.status("Waiting for the next notification")
        ServiceManager.ready()
      case .degraded(let error):
        log.error("\(error)")
        ServiceManager.status("Delivering without a record: \(error)")
        ServiceManager.ready()
      case .stopped: if isReady { log.notice("stopped") }
      }
    }
  }
}

/// Handles the users' actions on banners; and, when the daemon ends, fades the playing sounds.
struct ResponseService: Service {
  let delivery: DeliveryService

  func run() async throws {
    await withGracefulShutdownHandler {
      let delivery = delivery
      await cancelWhenGracefulShutdown { await delivery.run() }
    } onGracefulShutdown: {
    }
    await delivery.stop()
  }
}

/// Reads the configuration again on SIGHUP.
struct ReloadService: Service {
  let reload: @Sendable () async -> Void

  func run() async throws {
    let signals = await UnixSignalsSequence(trapping: .sighup)
    await cancelWhenGracefulShutdown {
      for await _ in signals {
        ServiceManager.reloading()
        await reload()
        ServiceManager.ready()
      }
    }
  }
}

/// Looks once a minute whether the daemon can still be reached, and at the store: a net for wake-ups
/// that were lost.
struct ReachService: Service {
  static let interval = Duration.seconds(60)

  let look: @Sendable () async -> Void

  func run() async throws {
    let clock = SystemDeliveryClock()
    await cancelWhenGracefulShutdown {
      while (try? await clock.sleep(until: clock.now + Self.interval)) != nil { await look() }
    }
  }
}

/// Tells the service manager's watchdog that the scheduler still answers.
struct WatchdogService: Service {
  let scheduler: Scheduler
  let limit: Duration

  func run() async throws {
    let clock = SystemDeliveryClock()
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        _ = await scheduler.state
        ServiceManager.alive()
        // Avoids `Task.sleep`: after its first use the process wakes each second.
        try? await clock.sleep(until: clock.now + limit / 3)
      }
    }
  }
}
