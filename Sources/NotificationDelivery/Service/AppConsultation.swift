import Foundation
import NotificationScheduling
import NotificationTypes
import Synchronization

/// What a service knows of the app of its own process.
struct LocalApp: Sendable {
  let app: String
  /// Whether this process is the one that answers for the app.
  let isAttending: @Sendable () -> Bool
  let isForeground: @Sendable () -> Bool
  let willPresent: @Sendable (DeliveredNotification) async -> PresentationOptions?
  /// Has it look for responses in the store.
  let wake: @Sendable () -> Void
}

/// Asks apps in the foreground what is to be shown of a notification: one of this process directly,
/// others through the store.
final class AppConsultation: Sendable {
  private typealias Answer = OneShot<PresentationOptions?>

  private let store: NotificationStore
  private let folder: StoreFolder?
  /// So long an app may think; then nothing is shown, as where it has no delegate.
  private let patience: Duration
  private let clock: any DeliveryClock
  private let executor: QueueExecutor
  private let local = Mutex<LocalApp?>(nil)
  private let open = Mutex<[Int64: Answer]>([:])

  /// - Parameter executor: where the app's patience is measured.
  init(
    store: NotificationStore, folder: StoreFolder?, patience: Duration, on executor: QueueExecutor,
    clock: any DeliveryClock = SystemDeliveryClock()
  ) {
    self.executor = executor
    self.store = store
    self.folder = folder
    self.patience = patience
    self.clock = clock
  }

  func setLocal(_ app: LocalApp?) { local.withLock { $0 = app } }

  /// The app, if it is this process that answers for it.
  func localApp(_ name: String) -> LocalApp? {
    guard let local = local.withLock({ $0 }), local.app == name, local.isAttending() else {
      return nil
    }
    return local
  }

  /// Whether an app runs, and has the user's eyes.
  func presence(of app: String) -> AppPresence {
    if let local = localApp(app) { return local.isForeground() ? .foreground : .background }
    return folder.map { AppPresence.current(of: app, in: $0) } ?? .absent
  }

  /// Has a running app look into the store.
  /// - Returns: false where it does not run.
  @discardableResult
  func wake(_ app: String) -> Bool {
    if let local = localApp(app) {
      local.wake()
      return true
    }
    return folder.map { AppPresence.wake(app, in: $0) } ?? false
  }

  /// What the app wants; nil where it does not say so in time.
  func options(for notification: DeliveredNotification) async -> PresentationOptions? {
    let answer = Answer()
    if let local = localApp(notification.request.app) {
      // The app's own code: on the threads that all its tasks share.
      Task { answer.give(await local.willPresent(notification)) }
      return await first(answer)
    }
    // A store that makes its callers wait must hold up neither banners nor sounds.
    let waiting = store.writer.executor
    return await withTaskExecutorPreference(waiting) { [self] in
      guard let number = try? store.ask(about: notification, at: Date()) else { return nil }
      open.withLock { $0[number] = answer }
      if !wake(notification.request.app) { answer.give(nil) }
      let options = await first(answer)
      open.withLock { $0[number] = nil }
      let late = options == nil ? try? store.fetch(.answer(to: number)).first : nil
      _ = try? store.apply(.forgotten(question: number))
      return options ?? late.map(PresentationOptions.init(rawValue:))
    }
  }

  private func first(_ answer: Answer) async -> PresentationOptions? {
    let limit = clock.now + patience
    let clock = clock
    let timer = Task(executorPreference: executor) {
      if (try? await clock.sleep(until: limit)) != nil { answer.give(nil) }
    }
    defer { timer.cancel() }
    return await answer.value
  }

  /// Takes the answers that have come into the store.
  func lookForAnswers() {
    for (number, answer) in open.withLock({ $0 }) {
      guard let options = try? store.fetch(.answer(to: number)).first else { continue }
      answer.give(PresentationOptions(rawValue: options))
    }
  }
}

extension DueNotification {
  /// As the app sees it.
  var notification: DeliveredNotification {
    DeliveredNotification(request: request, dueDate: dueDate, date: Date())
  }
}
