import Desktop
import Dispatch
import FoundationEssentials
import LinuxProcess
package import NotificationStorage
import NotificationTypes
import Synchronization

/// Hands responses to apps. A running app is told to look at the store. Another app is started for
/// each response, by its command, or by the session bus where its desktop file allows it.
///
/// A response leaves the store when the command has succeeded, the bus has forwarded it, or the app
/// has taken it. A response that could not be handed over is tried again with the next response,
/// and when the service starts. Those from before the app had a command wait for the app itself.
package final class ResponseHandover: Sendable {
  private let store: NotificationStore
  private let consultation: AppConsultation
  private let folder: StoreFolder?
  private let counters: DeliveryCounters
  private let log: @Sendable (DeliveryEvent) -> Void
  /// The commands of an app run one after the other; a command that hangs does not block other
  /// apps.
  private let queues = Mutex<[String: DispatchQueue]>([:])
  private let limit = Mutex(Duration.seconds(30))
  /// The activation token of the last response to each app that is still to be handed over.
  private let tokens = Mutex<[String: String]>([:])

  /// - Parameters:
  ///   - folder: the folder in which running apps are found; nil where there is none.
  ///   - log: takes events; it must return quickly.
  package init(
    store: NotificationStore, folder: StoreFolder?, consultation: AppConsultation,
    counters: DeliveryCounters, log: @escaping @Sendable (DeliveryEvent) -> Void
  ) {
    self.store = store
    self.folder = folder
    self.consultation = consultation
    self.counters = counters
    self.log = log
  }

  /// Sets the maximum time of one command.
  package func setLimit(_ duration: Duration) { limit.withLock { $0 = duration } }

  /// Keeps the activation token with which an app may come to the front when it gets its responses.
  package func keep(_ token: String, for app: String) { tokens.withLock { $0[app] = token } }

  /// Hands over what waits in the store for an app, later and one after the other.
  package func handOver(to app: String) {
    let token = tokens.withLock { $0.removeValue(forKey: app) }
    if consultation.wake(app) { return }
    let queue = queues.withLock { queues in
      let queue = queues[app] ?? DispatchQueue(label: "tocsin.command")
      queues[app] = queue
      return queue
    }
    queue.async { [self] in start(app, token) }
  }

  /// Starts an app for each waiting response, until it runs and takes them itself.
  private func start(_ app: String, _ token: String?) {
    do {
      let registration = try store.profile(of: app).registration
      let command = registration?.command ?? []
      let start: (NotificationResponse) -> CommandRun.End
      if !command.isEmpty {
        start = { self.run(command, $0, token) }
      } else if DesktopFile.find(app)?.isBusActivatable == true {
        start = { self.activate($0, token) }
      } else {
        return
      }
      let begin = registration?.commandDate ?? .distantPast
      for item in try store.fetch(.responses(app: app)) where item.response.date >= begin {
        if consultation.wake(app) { return }
        let end = start(item.response)
        counters.add { $0.commands[end.isGood ? "done" : "failed", default: 0] += 1 }
        guard end.isGood else {
          log(
            DeliveryEvent(
              .warning, "the command does not take the response: \(end)",
              ["app": app, "identifier": item.response.requestIdentifier]))
          // A command that refuses one response may take the next; one that does not start takes none.
          if case .notStarted = end { return }
          continue
        }
        if end == .done { try store.apply(.received([item.number])) }
      }
      try wake(app, by: command)
    } catch {
      log(DeliveryEvent(.error, "\(error)", ["app": app]))
    }
  }

  /// Starts the command with the messages for the app. Each message has one try: after a failure
  /// the app can ask the server for its contents.
  private func wake(_ app: String, by command: [String]) throws {
    guard !command.isEmpty else { return }
    for item in try store.fetch(.remoteMessages(app: app)) {
      if consultation.wake(app) { return }
      let run = CommandRun(command, message: item.message, limit: limit.withLock { $0 })
      let (end, complaint) = run.perform { consultation.presence(of: app) != .absent }
      tell(complaint, of: app)
      counters.add { $0.commands[end.isGood ? "done" : "failed", default: 0] += 1 }
      if !end.isGood {
        log(
          DeliveryEvent(
            .warning, "the command does not take the message: \(end)",
            ["app": app, "push": item.message.identifier]))
      }
      if end != .listens { try store.apply(.received([item.number])) }
    }
  }

  private func tell(_ complaint: String, of app: String) {
    guard !complaint.isEmpty else { return }
    log(DeliveryEvent(.info, "the command says: \(complaint)", ["app": app]))
  }

  private func run(
    _ command: [String], _ response: NotificationResponse, _ token: String?
  ) -> CommandRun.End {
    let (end, complaint) = CommandRun(
      command, response: response, activationToken: token, limit: limit.withLock { $0 }
    ).perform { consultation.presence(of: response.app) != .absent }
    tell(complaint, of: response.app)
    return end
  }

  private func activate(_ response: NotificationResponse, _ token: String?) -> CommandRun.End {
    let isDefault = response.actionIdentifier == NotificationAction.defaultIdentifier
    let action = ApplicationActivation.Action(
      name: response.actionIdentifier, text: response.text)
    let activation = ApplicationActivation(
      app: response.app, action: isDefault ? nil : action, token: token)
    if let failure = activation.perform(timeout: limit.withLock { $0 }) {
      return .notStarted(failure.description)
    }
    // An app that runs takes its response from the store; another one gets it with the call.
    return consultation.presence(of: response.app) == .absent ? .done : .listens
  }
}

extension CommandRun.End {
  fileprivate var isGood: Bool { self == .done || self == .listens }
}
