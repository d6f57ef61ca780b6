import LinuxProcess
import NotificationStorage
import NotificationTypes
import Synchronization

/// Requests for authorization that wait for the user.
final class AuthorizationWait: Sendable {
  private struct Request {
    let options: AuthorizationOptions
    /// The answer; nil for a request that no caller waits for any more.
    let answer: OneShot<Bool?>
  }

  /// The time between two looks at the store. The answer wakes the registered process of the app;
  /// another process of it must look itself.
  private static let interval = Duration.seconds(1)

  private let app: String
  private let store: NotificationStore
  private let executor: QueueExecutor
  private let requests = Mutex<[Int: Request]>([:])
  private let count = Mutex(0)
  /// The same for the place of the device.
  let location: LocationCalls

  init(app: String, store: NotificationStore, on executor: QueueExecutor) {
    self.executor = executor
    self.app = app
    self.store = store
    location = LocationCalls(app: app, store: store)
  }

  /// Whether everything in `options` is allowed, after the user has answered.
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

  /// Passes the user's answer on to the waiting calls, if there is one.
  func look() {
    location.look()
    let waiting = requests.withLock { Array($0.values) }
    guard !waiting.isEmpty, let settings = try? store.profile(of: app).settings else { return }
    for request in waiting {
      var asked = settings
      if case .answered(let granted) = asked.request(request.options) {
        request.answer.give(granted)
      } else if settings.requested.isEmpty {
        // The prompt has disappeared without an answer.
        request.answer.give(false)
      }
    }
  }
}
