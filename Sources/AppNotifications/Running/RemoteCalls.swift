import Foundation
import LinuxProcess
import NotificationStorage
import NotificationTypes
import Synchronization

/// Gives the app its token, and the messages that servers have sent to it.
final class RemoteCalls: Sendable {
  private struct State {
    var handlers: RemoteHandlers?
    /// Whether the app has asked and there was no answer yet.
    var isAnswerExpected = false
    /// The last token that the app has seen, or the one at its start; another one is announced.
    var token: String?
    var isTaking = false
    var hasMore = false
  }

  private let app: String
  private let store: NotificationStore
  private let executor: QueueExecutor
  private let clock: any DeliveryClock
  private let line: WorkLine
  /// A line of its own, because a message may take long.
  private let messages: WorkLine
  private let state: Mutex<State>

  /// The maximum time of an app for a message (Apple, "Pushing background updates to your App").
  static let limit = Duration.seconds(30)

  init(
    app: String, store: NotificationStore, on executor: QueueExecutor,
    lookingOn looking: QueueExecutor,
    clock: any DeliveryClock = SystemDeliveryClock()
  ) {
    self.app = app
    self.store = store
    self.executor = executor
    self.clock = clock
    line = WorkLine(on: executor)
    messages = WorkLine(on: looking)
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
    tell { await didFail(reason) }
  }

  /// Announces the token or the failure in the store, if it is an answer or new.
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
      if let didRegister { tell { await didRegister(token) } }
    } else if let reason = remote.error, state.withLock(\.isAnswerExpected) {
      refuse(reason)
    }
  }

  /// The app's own code, so it runs on the threads that all its tasks share.
  private func tell(_ body: @escaping @Sendable () async -> Void) {
    line.append { await Task { await body() }.value }
  }

  // MARK: Messages

  /// Hands the waiting messages to the app, one after the other; each leaves the store when the
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
          _ = try? store.apply(.received([item.number]))
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
    // The app's own code, so it runs on the threads that all its tasks share.
    Task {
      await didReceive(message)
      isOver.give(true)
    }
    _ = await isOver.value
    timer.cancel()
  }
}
