import Dispatch
import Foundation
import NotificationScheduling
import NotificationTypes
import Synchronization

/// Brings responses to apps: a running app is told to look, another one's command is run with each.
///
/// A response leaves the store when the command has ended well; one that fails is tried again with
/// the next response, and when the service starts.
final class ResponseHandover: Sendable {
  private let store: any NotificationStore
  private let folder: StoreFolder?
  private let counters: DeliveryCounters
  private let log: @Sendable (DeliveryEvent) -> Void
  /// An app's commands run one after the other; one that hangs holds up no other app's.
  private let queues = Mutex<[String: DispatchQueue]>([:])
  private let limit = Mutex(Duration.seconds(30))

  init(
    store: any NotificationStore, folder: StoreFolder?, counters: DeliveryCounters,
    log: @escaping @Sendable (DeliveryEvent) -> Void
  ) {
    self.store = store
    self.folder = folder
    self.counters = counters
    self.log = log
  }

  func setLimit(_ duration: Duration) { limit.withLock { $0 = duration } }

  /// - Parameter token: lets the app come to the front.
  func handOver(to app: String, token: String? = nil) {
    if let folder, AppPresence.wake(app, in: folder) { return }
    let queue = queues.withLock { queues in
      let queue = queues[app] ?? DispatchQueue(label: "tocsin.command")
      queues[app] = queue
      return queue
    }
    queue.async { [self] in runCommand(of: app, token) }
  }

  private func runCommand(of app: String, _ token: String?) {
    do {
      guard let command = try store.registeredApps(app).first?.command, !command.isEmpty else {
        return
      }
      for item in try store.responses(app: app) {
        let run = CommandRun(
          command, response: item.response, activationToken: token,
          limit: limit.withLock { $0 })
        let end = run.perform()
        counters.add { $0.commands[end == .done ? "done" : "failed", default: 0] += 1 }
        guard end == .done else {
          log(
            DeliveryEvent(
              .warning, "the command does not take the response: \(end)",
              ["app": app, "identifier": item.response.requestIdentifier]))
          return
        }
        try store.removeResponses([item.number])
      }
    } catch {
      log(DeliveryEvent(.error, "\(error)", ["app": app]))
    }
  }
}
