import Foundation
import NotificationScheduling
import NotificationTypes
import Synchronization

/// Tells the app its token, and hands it what servers have sent to it.
final class RemoteCalls: Sendable {
  private struct State {
    var handlers: RemoteHandlers?
    /// The app has asked, and nobody has answered.
    var isAnswerExpected = false
    /// The token that the app knows, or had when it was started: another one is news.
    var token: String?
    var isTaking = false
    var hasMore = false
  }

  private let app: String
  private let store: NotificationStore
  private let executor: QueueExecutor
  private let clock: any DeliveryClock
  private let line: WorkLine
  /// Of its own: a message may take long.
  private let messages: WorkLine
  private let state: Mutex<State>

  /// How long the app may take with a message (Apple, "Pushing background updates to your App").
  static let limit = Duration.seconds(30)

  init(
    app: String, store: NotificationStore, on executor: QueueExecutor,
    clock: any DeliveryClock = SystemDeliveryClock()
  ) {
    self.app = app
    self.store = store
    self.executor = executor
    self.clock = clock
    line = WorkLine(on: executor)
    messages = WorkLine(on: executor)
    let profile = try? store.profile(of: app)
    state = Mutex(State(token: profile?.remote?.token))
  }

  func set(_ handlers: RemoteHandlers?) { state.withLock { $0.handlers = handlers } }

  // MARK: The token

  func expectAnswer() { state.withLock { $0.isAnswerExpected = true } }

  func refuse(_ reason: String) {
    let handlers = state.withLock { state in
      state.isAnswerExpected = false
      return state.handlers
    }
    guard let didFail = handlers?.didFail else { return }
    line.append { await didFail(reason) }
  }

  /// Tells the app what the store has for it, if that is an answer or news.
  func announce() {
    guard state.withLock({ $0.handlers != nil }),
      let remote = try? store.profile(of: app).remote
    else { return }
    if let token = remote.token {
      let didRegister = state.withLock { state -> (@Sendable (String) async -> Void)? in
        guard state.isAnswerExpected || state.token != token else { return nil }
        state.isAnswerExpected = false
        state.token = token
        return state.handlers?.didRegister
      }
      if let didRegister { line.append { await didRegister(token) } }
    } else if let reason = remote.error, state.withLock(\.isAnswerExpected) {
      refuse(reason)
    }
  }

  // MARK: Messages

  /// Hands the messages that wait to the app, one after the other; each leaves the store when the
  /// handler has returned, or its time is over.
  func takeMessages() {
    let didReceive = state.withLock { state -> (@Sendable (RemoteMessage) async -> Void)? in
      guard let didReceive = state.handlers?.didReceive else { return nil }
      state.hasMore = true
      guard !state.isTaking else { return nil }
      state.isTaking = true
      return didReceive
    }
    guard let didReceive else { return }
    messages.append { [self] in
      while state.withLock({ state in
        defer { state.hasMore = false }
        state.isTaking = state.hasMore
        return state.isTaking
      }) {
        for item in (try? store.fetch(.remoteMessages(app: app))) ?? [] {
          await call(didReceive, with: item.message)
          _ = try? store.apply(.takenOver(message: item.number))
        }
      }
    }
  }

  private func call(
    _ didReceive: @escaping @Sendable (RemoteMessage) async -> Void, with message: RemoteMessage
  ) async {
    let isOver = OneShot<Bool>()
    let limit = clock.now + Self.limit
    let timer = Task(executorPreference: executor) { [clock] in
      if (try? await clock.sleep(until: limit)) != nil { isOver.give(true) }
    }
    // The app's own code: on the threads that all its tasks share.
    Task {
      await didReceive(message)
      isOver.give(true)
    }
    _ = await isOver.value
    timer.cancel()
  }
}
