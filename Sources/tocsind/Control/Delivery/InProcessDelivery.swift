import ConsoleOutput
import Dispatch
import FoundationEssentials
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

  /// Adds a request to the user's store. One that is due at once does not need the store: where it
  /// cannot be added, it is delivered here.
  /// - Parameters:
  ///   - device: the sound device of a delivery here; nil is the configured one.
  ///   - report: prints a request that is added or delivered.
  /// - Returns: nil where it was delivered, and its sound is over.
  static func add(
    _ request: NotificationRequest, limit: PendingLimit = .unlimited,
    in folder: StoreFolder = .standard(), device: String? = nil,
    report: (ScheduledRequest) throws -> Void
  ) throws -> NotificationSchedule? {
    var opened: NotificationSchedule?
    do {
      let schedule = try NotificationSchedule.ofUser(limit: limit)
      opened = schedule
      let scheduled = try schedule.scheduled(request)
      try ScheduleCommand.report(
        try scheduled.map { try schedule.add([$0])[0] } ?? .refusedAsNeverDue, of: request)
      Warnings.tell(about: request, in: schedule)
      try scheduled.map(report)
      return schedule
    } catch let error as StoreError where request.trigger == .immediate {
      Console.complain("Warning: it is delivered and not recorded: \(error)")
      let schedule = opened ?? .inMemory()
      try schedule.scheduled(request).map(report)
      try Self(schedule: schedule, folder: folder, device: device).deliverUnrecorded(request)
      return nil
    }
  }

  /// Returns when the sound is over.
  /// - Throws: `Failure` where it was neither heard nor shown.
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
    let reasons = Reasons()
    Task {
      do {
        let host = host(for: app, reasons)
        try await work(host)
        await host.delivery.finish()
        await host.delivery.stop()
        let counts = host.delivery.counts
        // A daemon that has just started may have delivered it.
        if counts.delivered > 0, !counts.haveReachedUser { throw reasons.failure }
      } catch {
        failure.withLock { $0 = error }
      }
      end.signal()
    }
    end.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  /// The reasons why a notification was not heard or shown, besides those that were warned of.
  private final class Reasons: Sendable {
    private let lines = Mutex<[String]>([])

    func take(_ event: DeliveryEvent) {
      if event.level == .warning || event.level == .error {
        Console.complain("Warning: \(event.line)")
      } else if let line = event.fields["reason"] == nil ? event.lineForApp : event.line {
        lines.withLock { $0.append(line) }
      }
    }

    var failure: Failure {
      Failure(
        (["it was neither heard nor shown"] + lines.withLock(\.self)).joined(separator: "; "))
    }
  }

  private func host(for app: String, _ reasons: Reasons) -> DeliveryHost {
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
    ) { reasons.take($0) }
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
