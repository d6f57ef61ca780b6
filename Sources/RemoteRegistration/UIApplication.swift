import NotificationDelivery
import NotificationTypes
public import UserNotifications

/// The app, as far as it has to do with servers' notifications.
///
/// Its name and spelling are Apple's; nothing else of UIKit is here, and `canImport(UIKit)` stays false.
/// It belongs to the main actor as Apple's does: what was written before there were actors, in Swift 5,
/// compiles without them.
@preconcurrency @MainActor open class UIApplication: NSObject {
  private let client: NotificationClient

  init(client: NotificationClient) { self.client = client }

  private static let own = UIApplication(client: .shared)

  /// This app.
  open class var shared: UIApplication { own }

  /// Is told of the token, and of what servers send. Assign it before the app has finished launching:
  /// what waits comes at once.
  public weak var delegate: (any UIApplicationDelegate)? {
    didSet { client.setRemoteHandlers(delegate == nil ? nil : handlers) }
  }

  /// Asks for the token by which servers send to this app on this box; the delegate gets it, at once
  /// where it is known. As long as the gateway cannot be reached, the delegate is not called. Apps call
  /// it at each launch.
  open func registerForRemoteNotifications() {
    let client = client
    client.inOrder {
      do {
        try await client.registerForRemoteNotifications()
      } catch {
        await self.fail(error)
      }
    }
  }

  /// Wants nothing from servers any more.
  open func unregisterForRemoteNotifications() {
    let client = client
    client.inOrder { try? await client.unregisterForRemoteNotifications() }
  }

  /// Whether the app has a token.
  open var isRegisteredForRemoteNotifications: Bool { client.isRegisteredForRemoteNotifications }

  // MARK: What the engine calls

  private var handlers: RemoteHandlers {
    RemoteHandlers(
      didRegister: { [weak self] in await self?.take(token: $0) },
      didFail: { [weak self] in await self?.fail(RegistrationError(description: $0)) },
      didReceive: { [weak self] in await self?.receive($0) })
  }

  private func take(token: String) {
    let digits = Array(token.utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
    }
    delegate?.application(self, didRegisterForRemoteNotificationsWithDeviceToken: Data(bytes))
  }

  private func fail(_ error: any Error) {
    delegate?.application(self, didFailToRegisterForRemoteNotificationsWithError: error)
  }

  private func receive(_ message: RemoteMessage) async {
    await withCheckedContinuation { continuation in
      let done = OnceAnswer<Void>(otherwise: ()) { continuation.resume() }
      guard let delegate else { return done(()) }
      delegate.application(
        self, didReceiveRemoteNotification: UserInfo.apple(message.userInfo),
        fetchCompletionHandler: { _ in done(()) })
    }
  }
}

/// Why an app gets no token.
struct RegistrationError: LocalizedError, CustomStringConvertible {
  let description: String
  var errorDescription: String? { description }
}
