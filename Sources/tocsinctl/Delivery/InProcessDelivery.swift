import AlertPlayback
import AlertSounds
import ConsoleOutput
import DesktopBanners
import Dispatch
import Foundation
import NotificationDelivery
import NotificationScheduling
import NotificationTypes
import Synchronization

/// Delivers one request in this process, for no daemon runs.
struct InProcessDelivery {
  let schedule: NotificationSchedule
  let folder: StoreFolder
  let device: String

  /// Returns when the sound is over.
  func deliver(_ request: NotificationRequest) throws {
    let end = DispatchSemaphore(value: 0)
    let failure = Mutex<(any Error)?>(nil)
    Task {
      do {
        try await work(on: request)
      } catch {
        failure.withLock { $0 = error }
      }
      end.signal()
    }
    end.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  private func work(on request: NotificationRequest) async throws {
    let device = device
    let player = Player { format throws(PlaybackError) in
      if device == "null" { return NullDevice(format) }
      return try ALSADevice(device, format)
    }
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "share/tocsin/sounds").path
    let places = SoundPlaces(environment: ProcessInfo.processInfo.environment, shipped: [own])
    // Who types the command has said that it may be heard.
    var ringing = RingingPolicy()
    // A script does not wait for a device that is not there.
    ringing.retryDelays = [.milliseconds(250)]
    let service = DeliveryService(
      store: schedule.store, folder: folder, policy: DeliveryPolicy(authorization: .allow),
      library: SoundLibrary(SoundResolver(places)), player: player, ringing: ringing,
      presenter: DesktopBannerPresenter()
    ) { event in
      if event.level == .warning || event.level == .error {
        Console.complain("Warning: \(event.line)")
      }
    }
    while try schedule.store.request(app: request.app, identifier: request.identifier) != nil {
      do {
        try await deliverOnce(request, by: service)
      } catch SchedulerError.owned {
        // Another command of the same app is at it, or a daemon has just started.
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    await service.finish()
    await service.stop()
  }

  /// Until the request was delivered once.
  private func deliverOnce(
    _ request: NotificationRequest, by service: DeliveryService
  ) async throws {
    let (delivered, isDelivered) = AsyncStream.makeStream(of: Void.self)
    let scheduler = Scheduler(for: schedule, scope: .app(request.app)) { due in
      try await service.deliver(due)
      if due.request.identifier == request.identifier { isDelivered.yield() }
    }
    let running = Task {
      defer { isDelivered.finish() }
      try await scheduler.run()
    }
    for await _ in delivered { break }
    await scheduler.stop()
    try await running.value
  }
}

extension DeliveryEvent {
  /// As a line for people.
  fileprivate var line: String {
    fields["reason"].map { "\(message): \($0)" } ?? message
  }
}
