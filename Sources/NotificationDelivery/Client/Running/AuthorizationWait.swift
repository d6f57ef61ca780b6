import NotificationScheduling
import NotificationTypes
import Synchronization

/// Requests for authorization that wait for the user.
final class AuthorizationWait: Sendable {
  private struct Request {
    let options: AuthorizationOptions
    /// Nil is a request that nobody waits for any more.
    let answer: OneShot<Bool?>
  }

  /// The app is woken by the answer; a process beside the one that is, looks so often.
  private static let interval = Duration.seconds(1)

  private let app: String
  private let store: NotificationStore
  private let executor: QueueExecutor
  private let requests = Mutex<[Int: Request]>([:])
  private let count = Mutex(0)

  init(app: String, store: NotificationStore, on executor: QueueExecutor) {
    self.executor = executor
    self.app = app
    self.store = store
  }

  /// Whether everything in `options` is allowed, when the user has said so.
  func answer(to options: AuthorizationOptions) async throws -> Bool {
    let answer = OneShot<Bool?>()
    let number = count.withLock { count in
      count += 1
      return count
    }
    requests.withLock { $0[number] = Request(options: options, answer: answer) }
    let clock = SystemDeliveryClock()
    let looking = Task(executorPreference: executor) { [self] in
      while !Task.isCancelled {
        look()
        try? await clock.sleep(until: clock.now + Self.interval)
      }
    }
    let isGranted = await withTaskCancellationHandler {
      await answer.value
    } onCancel: {
      answer.give(nil)
    }
    looking.cancel()
    requests.withLock { $0[number] = nil }
    guard let isGranted else { throw CancellationError() }
    return isGranted
  }

  /// Tells those who wait what the user has answered, if he has.
  func look() {
    let waiting = requests.withLock { Array($0.values) }
    guard !waiting.isEmpty, let settings = try? store.profile(of: app).settings else { return }
    for request in waiting {
      var asked = settings
      if case .answered(let granted) = asked.request(request.options) {
        request.answer.give(granted)
      } else if settings.requested.isEmpty {
        // The prompt has gone without an answer.
        request.answer.give(false)
      }
    }
  }
}
