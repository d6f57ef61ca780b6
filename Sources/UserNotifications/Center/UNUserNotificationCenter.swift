import Dispatch
public import Foundation
import NotificationTypes

/// The notifications of this app.
///
/// It may be used from any thread. Requests are served one after another in their order. Only the
/// question to the user, which may take long, does not delay later requests.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
  let backend: any NotificationBackend
  private let relay = DelegateRelay()

  init(backend: any NotificationBackend) { self.backend = backend }

  private static let shared = UNUserNotificationCenter(backend: engine.shared)

  /// Tests have centres of their own.
  @TaskLocal static var replaced: UNUserNotificationCenter?

  /// The centre of this app; always the same object.
  open class func current() -> UNUserNotificationCenter { replaced ?? shared }

  /// The delegate of the app. Assign it before the app has finished launching: waiting responses
  /// come at once.
  public weak var delegate: (any UNUserNotificationCenterDelegate)? {
    get { relay.delegate }
    set {
      relay.delegate = newValue
      backend.setHandlers(newValue == nil ? nil : relay.handlers(for: self))
    }
  }

  /// Whether an app's own interface can replace that of a notification: as long as `tocsin-center`
  /// runs, which shows such interfaces.
  open var supportsContentExtensions: Bool { backend.supportsContentExtensions }

  // MARK: Order

  /// The calls of completion handlers, in the order in which their requests were served.
  let answers = DispatchQueue(label: "tocsin.answers")

  /// Serves a request after all earlier ones.
  func serve(_ work: @escaping @Sendable (any NotificationBackend) async -> Void) {
    let backend = backend
    backend.inOrder { await work(backend) }
  }

  /// Serves a request after all earlier ones, and passes the answer to an app's handler.
  func serve<Answer: Sendable>(
    _ work: @escaping @Sendable (any NotificationBackend) async -> Answer,
    _ handler: @escaping @Sendable (Answer) -> Void
  ) {
    serve { [answers] backend in
      let answer = await work(backend)
      answers.async { handler(answer) }
    }
  }

  /// Serves a request, and all earlier ones, before it returns, because the program may end then.
  func serveNow(_ work: @escaping @Sendable (any NotificationBackend) async -> Void) {
    let isServed = DispatchSemaphore(value: 0)
    serve { backend in
      await work(backend)
      isServed.signal()
    }
    isServed.wait()
  }

  /// Serves a request after all earlier ones, for a caller that waits for the answer.
  func served<Answer: Sendable>(
    _ work: @escaping @Sendable (any NotificationBackend) async -> Answer
  ) async -> Answer {
    await withCheckedContinuation { continuation in
      serve { continuation.resume(returning: await work($0)) }
    }
  }

  /// Serves a request that can fail after all earlier ones.
  func served<Answer: Sendable>(
    throwing work: @escaping @Sendable (any NotificationBackend) async throws -> Answer
  ) async throws -> Answer {
    let result: Result<Answer, any Error> = await served { backend in
      do { return .success(try await work(backend)) } catch {
        return .failure(UNError.apple(error))
      }
    }
    return try result.get()
  }

  // MARK: Without an answer

  /// Sets all categories of the app at once; they are kept when this returns.
  open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
    let values = categories.map(\.value).sorted { $0.identifier < $1.identifier }
    serveNow { try? await $0.setCategories(values) }
  }

  /// Cancels the requests with these identifiers; unknown ones are ignored.
  open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    serveNow { await $0.removePending(identifiers: identifiers) }
  }

  /// Cancels all requests of the app.
  open func removeAllPendingNotificationRequests() {
    serveNow { await $0.removeAllPending() }
  }

  /// Removes notifications from the list, and their banners from the screen.
  open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
    serveNow { await $0.removeDelivered(identifiers: identifiers) }
  }

  /// Removes all notifications of the app from the list, and their banners from the screen.
  open func removeAllDeliveredNotifications() { serveNow { await $0.removeAllDelivered() } }
}
