import Foundation
import NotificationStorage
import NotificationTypes

extension NotificationClient {
  /// Sets the handlers for the app's token and for messages from servers; nil removes them.
  public func setRemoteHandlers(_ handlers: RemoteHandlers?) {
    remote.set(handlers)
    background.look()
  }

  /// Asks for the token by which servers send to this app on this box.
  ///
  /// One of the handlers is called: at once where the token is known or cannot be had, otherwise
  /// when the gateway has answered. While the gateway cannot be reached, none is called.
  /// - Throws: ``ClientError/store(_:)`` where the registration cannot be stored.
  public func registerForRemoteNotifications() async throws {
    try await perform { [self] in
      try introduce()
      try schedule.store.change(app.identifier) { profile in
        if profile.remote?.token == nil {
          profile.remote = RemoteRegistration(topic: app.identifier)
        }
      }
    }
    remote.expectAnswer()
    let isEnrolled = schedule.store.folder.map {
      FileManager.default.fileExists(atPath: $0.enrolment)
    }
    guard isEnrolled == true, let folder = schedule.store.folder else {
      return remote.refuse("the box is not enrolled with a gateway: tocsinctl remote enrol")
    }
    RemoteReceiver.wake(in: folder)
    background.look()
  }

  /// Ends the app's registration with servers; what they send to the app is dropped.
  /// - Throws: ``ClientError/store(_:)`` where that cannot be stored.
  public func unregisterForRemoteNotifications() async throws {
    try await perform { [self] in
      try schedule.store.change(app.identifier) { $0.remote = nil }
    }
    if let folder = schedule.store.folder { RemoteReceiver.wake(in: folder) }
  }

  /// Whether the app has a token.
  public var isRegisteredForRemoteNotifications: Bool {
    (try? schedule.store.profile(of: app.identifier).remote?.token) != nil
  }
}
