import Foundation
import LinuxProcess
import NotificationStorage
import NotificationTypes
import Synchronization

/// Calls the app's handlers for its entries in the store.
final class HandlerCalls: Sendable {
  private struct State {
    var given: NotificationHandlers?
    var fallback: NotificationHandlers?
    var handlers: NotificationHandlers? { given ?? fallback }
    var silence: (limit: Duration, note: @Sendable () -> Void)?
    var isTaking = false
    /// Whether there may be more than when the store was last read.
    var hasMore = false
    /// The numbers of responses that were handed over, and could not be removed from the store.
    var taken: Set<Int64> = []
    var answering: Set<Int64> = []
  }

  private let app: String
  private let schedule: NotificationSchedule
  private let executor: QueueExecutor
  private let state = Mutex(State())

  init(app: String, schedule: NotificationSchedule, on executor: QueueExecutor) {
    self.executor = executor
    self.app = app
    self.schedule = schedule
  }

  func set(_ handlers: NotificationHandlers?) { state.withLock { $0.given = handlers } }

  func setFallback(_ handlers: NotificationHandlers?) {
    state.withLock { $0.fallback = handlers }
  }

  var canPresent: Bool { state.withLock { $0.handlers?.willPresent != nil } }

  /// - Parameter body: called when the app has not answered within `limit`.
  func onSilence(after limit: Duration, _ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.silence = (limit, body) }
  }

  /// The parts that the app wants to have shown; none without a handler, as on Apple's systems.
  func options(for notification: DeliveredNotification) async -> PresentationOptions {
    let (ask, silence) = state.withLock { ($0.handlers?.willPresent, $0.silence) }
    guard let ask else { return [] }
    let watch = silence.map { silence in
      Task(executorPreference: executor) {
        let clock = SystemDeliveryClock()
        if (try? await clock.sleep(until: clock.now + silence.limit)) != nil { silence.note() }
      }
    }
    defer { watch?.cancel() }
    return await ask(notification)
  }

  /// Answers the questions of other processes.
  func answerQuestions() {
    guard let questions = try? schedule.store.fetch(.questions(app: app)) else { return }
    for question in questions {
      let isNew = state.withLock { $0.answering.insert(question.number).inserted }
      guard isNew else { continue }
      // The app's own code, so it runs on the threads that all its tasks share.
      Task {
        let options = await options(for: question.notification)
        _ = try? schedule.store.apply(
          .answered(question: question.number, options: options.rawValue))
        schedule.store.waker.wake(.inbox)
        state.withLock { _ = $0.answering.remove(question.number) }
      }
    }
  }

  /// Hands the waiting responses to the app, one after the other; each leaves the store when the
  /// handler has returned.
  func takeResponses() {
    let handlers = state.withLock { state -> NotificationHandlers? in
      state.hasMore = true
      guard !state.isTaking, let handlers = state.handlers, handlers.didReceive != nil else {
        return nil
      }
      state.isTaking = true
      return handlers
    }
    guard let handlers, let first = next() else { return }
    Task {
      var item = first
      while true {
        do {
          try await call(handlers, with: item.response)
        } catch {
          return state.withLock { $0.isTaking = false }
        }
        if (try? schedule.store.apply(.received([item.number]))) == nil {
          state.withLock { _ = $0.taken.insert(item.number) }
        }
        guard let following = next() else { return }
        item = following
      }
    }
  }

  /// The next response. After the last one, the next call of ``takeResponses()`` starts again.
  private func next() -> StoredResponse? {
    while true {
      // Outside of the lock, which the question about what to show needs.
      state.withLock { $0.hasMore = false }
      let waiting = (try? schedule.store.fetch(.responses(app: app))) ?? []
      let (next, looksAgain) = state.withLock { state in
        let next = waiting.first { !state.taken.contains($0.number) }
        if next == nil, !state.hasMore { state.isTaking = false }
        return (next, state.hasMore)
      }
      if next != nil || !looksAgain { return next }
    }
  }

  private func call(
    _ handlers: NotificationHandlers, with response: NotificationResponse
  ) async throws {
    if response.actionIdentifier == NotificationAction.settingsIdentifier,
      let open = handlers.openSettings
    {
      return await open(response.notification)
    }
    try await handlers.didReceive?(response)
  }
}
