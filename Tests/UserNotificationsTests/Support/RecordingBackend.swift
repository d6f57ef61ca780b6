import AppNotifications
import Foundation
import LinuxProcess
import NotificationScheduling
import NotificationTypes
import Synchronization

@testable import UserNotifications

/// An engine that keeps what it is given, in memory, and does nothing with it.
final class RecordingBackend: NotificationBackend {
  struct State: Sendable {
    var options: [AuthorizationOptions] = []
    var settings = AppSettings()
    var isGranted = true
    /// Returns when the user has answered.
    var question: @Sendable () async -> Void = {}
    var categories: [NotificationCategory] = []
    var pending: [NotificationRequest] = []
    var delivered: [DeliveredNotification] = []
    var badge: Int?
    var showsPages = false
    var failure: ClientError?
    var handlers: NotificationHandlers?
    /// The names of the calls, in the order in which they were served.
    var calls: [String] = []
  }

  let identifier = "org.example.kitchen"
  private let state: Mutex<State>
  private let work: AsyncStream<@Sendable () async -> Void>.Continuation
  private let runner: Task<Void, Never>

  init(_ change: (inout State) -> Void = { _ in }) {
    var state = State()
    change(&state)
    self.state = Mutex(state)
    let (stream, continuation) = AsyncStream.makeStream(of: (@Sendable () async -> Void).self)
    work = continuation
    // None of the threads that all tasks share: callers may wait on all of those.
    runner = Task(executorPreference: QueueExecutor(label: "recording")) {
      for await work in stream { await work() }
    }
  }

  deinit { work.finish() }

  var current: State { state.withLock { $0 } }
  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  private func serve(_ name: String, _ body: (inout State) -> Void = { _ in }) throws {
    try state.withLock { state in
      state.calls.append(name)
      if let failure = state.failure { throw failure }
      body(&state)
    }
  }

  func inOrder(_ work: @escaping @Sendable () async -> Void) { self.work.yield(work) }

  func requestAuthorization(_ options: AuthorizationOptions) async throws -> Bool {
    await current.question()
    try serve("authorize") { $0.options.append(options) }
    return current.isGranted
  }

  func appSettings() async -> AppSettings { current.settings }

  var supportsContentExtensions: Bool { current.showsPages }

  func setCategories(_ categories: [NotificationCategory]) async throws {
    try serve("categories") { $0.categories = categories }
  }

  func categories() async -> [NotificationCategory] { current.categories }

  /// Takes its time, so that work that is not in order would overtake it.
  func add(_ request: NotificationRequest) async throws {
    try? await Task.sleep(for: .milliseconds(2))
    try serve("add \(request.identifier)") { state in
      state.pending.removeAll { $0.identifier == request.identifier }
      state.pending.append(request)
    }
  }

  func pending() async -> [NotificationRequest] { current.pending }

  func removePending(identifiers: [String]) {
    try? serve("remove \(identifiers.joined(separator: ","))") { state in
      state.pending.removeAll { identifiers.contains($0.identifier) }
    }
  }

  func removeAllPending() { try? serve("remove all") { $0.pending = [] } }

  func delivered() async -> [DeliveredNotification] { current.delivered }

  func removeDelivered(identifiers: [String]) {
    try? serve("take down \(identifiers.joined(separator: ","))") { state in
      state.delivered.removeAll { identifiers.contains($0.request.identifier) }
    }
  }

  func removeAllDelivered() { try? serve("take down all") { $0.delivered = [] } }

  func setBadgeCount(_ count: Int) async throws { try serve("badge") { $0.badge = count } }

  func setHandlers(_ handlers: NotificationHandlers?) {
    try? serve(handlers == nil ? "no handlers" : "handlers") { $0.handlers = handlers }
  }
}

extension DeliveredNotification {
  /// One that was delivered a moment ago.
  static func sample(
    _ identifier: String, _ content: NotificationContent = .init(title: "Tea"),
    app: String = "org.example.kitchen"
  ) -> DeliveredNotification {
    DeliveredNotification(
      request: NotificationRequest(identifier: identifier, app: app, content: content),
      dueDate: nil, date: Date(timeIntervalSince1970: 1_780_000_000))
  }
}
