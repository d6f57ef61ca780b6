import Foundation
import NotificationScheduling
import NotificationTypes

extension NotificationClient {
  /// Says who is told of the app's token, and takes what servers send to it; nil is nobody.
  public func setRemoteHandlers(_ handlers: RemoteHandlers?) {
    remote.set(handlers)
    background.look()
  }

  /// Asks for the token by which servers send to this app on this box.
  ///
  /// One of the handlers is called: at once where the token is known, or none can be had; else when the
  /// gateway has answered. As long as it cannot be reached, none of them is.
  /// - Throws: ``ClientError/store(_:)`` where the wish cannot be kept.
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

  /// Wants nothing from servers any more; what they send to the app is dropped.
  /// - Throws: ``ClientError/store(_:)`` where that cannot be kept.
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
