import FoundationEssentials
package import LinuxProcess
package import NotificationScheduling
package import NotificationStorage
package import NotificationTypes
import Synchronization

/// Asks apps in the foreground, through the store, which parts of a notification to show.
package final class AppConsultation: Sendable {
  private typealias Answer = OneShot<PresentationOptions?>

  private let store: NotificationStore
  private let folder: StoreFolder?
  /// The timeout of an app's answer; after it nothing is shown, as for an app without a delegate.
  private let timeout: Duration
  private let clock: any DeliveryClock
  private let executor: QueueExecutor
  private let open = Mutex<[Int64: Answer]>([:])

  /// - Parameter executor: the executor on which the timeout is measured.
  package init(
    store: NotificationStore, folder: StoreFolder?, timeout: Duration, on executor: QueueExecutor,
    clock: any DeliveryClock = SystemDeliveryClock()
  ) {
    self.executor = executor
    self.store = store
    self.folder = folder
    self.timeout = timeout
    self.clock = clock
  }

  /// Whether an app runs, and whether it is in front of the user.
  package func presence(of app: String) -> AppPresence {
    folder.map { AppPresence.current(of: app, in: $0) } ?? .absent
  }

  /// Makes a running app look at the store.
  /// - Returns: false where it does not run.
  @discardableResult
  package func wake(_ app: String) -> Bool {
    folder.map { AppPresence.wake(app, in: $0) } ?? false
  }

  /// The parts that the app wants to be shown; nil if it does not answer in time. A store that cannot be
  /// written does not make the wait longer.
  package func options(for notification: DeliveredNotification) async -> PresentationOptions? {
    let answer = Answer()
    // A store that blocks its callers must delay neither this notification nor others.
    store.writer.perform { [self] in ask(about: notification, answer) }
    let limit = clock.now + timeout
    let timer = Task(executorPreference: executor) { [self] in
      guard (try? await clock.sleep(until: limit)) != nil else { return }
      // It may have answered, and its wake-up was lost.
      store.writer.perform { [self] in
        lookForAnswers()
        answer.give(nil)
      }
      if (try? await clock.sleep(until: limit + Self.lastRead)) != nil { answer.give(nil) }
    }
    defer { timer.cancel() }
    return await answer.value
  }

  /// The time for the last look into the store, after the timeout.
  private static let lastRead = Duration.milliseconds(100)

  private func ask(about notification: DeliveredNotification, _ answer: Answer) {
    guard let number = try? store.ask(about: notification, at: Date()) else {
      return answer.give(nil)
    }
    open.withLock { $0[number] = answer }
    answer.then { [self] _ in
      open.withLock { $0[number] = nil }
      store.writer.append(.received([number]))
    }
    if !wake(notification.request.app) { answer.give(nil) }
  }

  /// Reads the answers in the store.
  package func lookForAnswers() {
    for (number, answer) in open.withLock({ $0 }) {
      guard let options = try? store.fetch(.answer(to: number)).first else { continue }
      answer.give(PresentationOptions(rawValue: options))
    }
  }
}

extension DueNotification {
  /// The notification as the app sees it.
  package var notification: DeliveredNotification {
    DeliveredNotification(request: request, dueDate: dueDate, date: Date())
  }
}
