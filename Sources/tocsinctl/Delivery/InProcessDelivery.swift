import ConsoleOutput
import Dispatch
import Foundation
import NotificationDelivery
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import Synchronization

/// Delivers one request in this process: no daemon runs, or the store cannot take the request.
struct InProcessDelivery {
  let schedule: NotificationSchedule
  let folder: StoreFolder
  /// Nil is the configured one.
  let device: String?

  /// Returns when the sound is over.
  func deliver(_ request: NotificationRequest) throws {
    try run(for: request.app) { host in
      // Once, even where the store cannot take that it was.
      while let waiting = try schedule.store.fetch(
        .pending(app: request.app, identifier: request.identifier)
      ).first {
        do {
          try await deliverOnce(waiting.request, by: host)
          break
        } catch SchedulerError.owned {
          // Another command of the same app is at it, or a daemon has just started.
          try await Task.sleep(for: .milliseconds(50))
        }
      }
    }
  }

  /// Delivers a request that the store cannot take; returns when the sound is over.
  func deliverUnrecorded(_ request: NotificationRequest) throws {
    try run(for: request.app) { host in
      try await host.delivery.deliver(DueNotification(unrecorded: request))
    }
  }

  private func run(
    for app: String, _ work: @escaping @Sendable (DeliveryHost) async throws -> Void
  ) throws {
    let end = DispatchSemaphore(value: 0)
    let failure = Mutex<(any Error)?>(nil)
    Task {
      do {
        let host = host(for: app)
        try await work(host)
        await host.delivery.finish()
        await host.delivery.stop()
      } catch {
        failure.withLock { $0 = error }
      }
      end.signal()
    }
    end.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  private func host(for app: String) -> DeliveryHost {
    var configuration = HostConfiguration()
    for problem in configuration.read(environment: ProcessInfo.processInfo.environment) {
      Console.complain("Warning: \(problem)")
    }
    if let device { configuration.setDevices(device) }
    configuration.bannerWait = .zero
    // A user who types the command has thereby allowed the notification.
    configuration.policy.authorization = .allow
    // A script does not wait for a device that is not there.
    configuration.ringing.retryDelays = [.milliseconds(250)]
    configuration.ringing.deviceGrace = .milliseconds(500)
    return DeliveryHost(
      schedule, folder: folder, scope: .app(app), configuration: configuration
    ) { event in
      if event.level == .warning || event.level == .error {
        Console.complain("Warning: \(event.line)")
      }
    }
  }

  /// Until the request was delivered once.
  private func deliverOnce(_ request: NotificationRequest, by host: DeliveryHost) async throws {
    let (delivered, isDelivered) = AsyncStream.makeStream(of: Void.self)
    let scheduler = host.scheduler(onDelivery: { due in
      if due.request.identifier == request.identifier { isDelivered.yield() }
    })
    let running = Task {
      defer { isDelivered.finish() }
      try await scheduler.run()
    }
    for await _ in delivered { break }
    await scheduler.stop()
    try await running.value
  }
}
