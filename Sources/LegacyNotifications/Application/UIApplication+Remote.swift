import AppNotifications
import Foundation
import NotificationTypes
import UserNotifications

extension UIApplication {
  /// Asks for the token by which servers send to this app on this box; the delegate gets it, at once
  /// where it is known. As long as the gateway cannot be reached, the delegate is not called. Apps call
  /// it at each launch.
  public func registerForRemoteNotifications() {
    let client = client
    client.inOrder {
      do {
        try await client.registerForRemoteNotifications()
      } catch {
        // The main actor may be waiting for a later call.
        Task { await self.fail(error) }
      }
    }
  }

  /// Ends the app's registration with servers.
  public func unregisterForRemoteNotifications() {
    let client = client
    client.inOrder { try? await client.unregisterForRemoteNotifications() }
  }

  /// Whether the app has a token.
  public var isRegisteredForRemoteNotifications: Bool { client.isRegisteredForRemoteNotifications }

  // MARK: What the engine calls

  var remoteHandlers: RemoteHandlers {
    RemoteHandlers(
      didRegister: { [weak self] in await self?.take(token: $0) },
      didFail: { [weak self] in await self?.fail(RegistrationError(description: $0)) },
      didReceive: { [weak self] in await self?.receive(UserInfo.apple($0.userInfo)) })
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

  /// Returns when the delegate has handled a message from a server.
  func receive(_ userInfo: sending [AnyHashable: Any]) async {
    let userInfo = userInfo
    await withCheckedContinuation { continuation in
      let done = OnceAnswer<Void>(otherwise: ()) { continuation.resume() }
      guard let delegate else { return done(()) }
      delegate.application(
        self, didReceiveRemoteNotification: userInfo, fetchCompletionHandler: { _ in done(()) })
    }
  }
}

/// The reason why an app gets no token.
struct RegistrationError: LocalizedError, CustomStringConvertible {
  let description: String
  var errorDescription: String? { description }
}
