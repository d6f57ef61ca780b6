import Foundation
import NotificationTypes
import Synchronization

/// Holds a centre's delegate and passes the engine's calls to it. It calls on the main actor, as
/// Apple's systems do, because many delegates are isolated to it.
final class DelegateRelay: Sendable {
  private struct Reference {
    weak var object: (any UNUserNotificationCenterDelegate)?
  }

  private let reference = Mutex(Sent(Reference()))

  /// The value in the mutex; the delegate is only called on the main actor.
  private struct Sent<Value>: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  var delegate: (any UNUserNotificationCenterDelegate)? {
    get { reference.withLock { Sent($0.value.object) }.value }
    set {
      let new = Sent(newValue)
      reference.withLock { $0.value.object = new.value }
    }
  }

  /// The handlers that the engine calls while there is a delegate.
  func handlers(for center: UNUserNotificationCenter) -> NotificationHandlers {
    NotificationHandlers(
      willPresent: { [self] in await present($0, center) },
      didReceive: { [self] in try await receive($0, center) },
      openSettings: { [self] notification in
        await MainActor.run {
          delegate?.userNotificationCenter(
            center, openSettingsFor: notification.map { UNNotification($0) })
        }
      })
  }

  private func present(
    _ delivered: DeliveredNotification, _ center: UNUserNotificationCenter
  ) async -> PresentationOptions {
    let options = await withCheckedContinuation { continuation in
      let answer = OnceAnswer<UNNotificationPresentationOptions>(otherwise: []) {
        continuation.resume(returning: $0)
      }
      Task { @MainActor in
        delegate?.userNotificationCenter(
          center, willPresent: UNNotification(delivered), withCompletionHandler: { answer($0) })
      }
    }
    return PresentationOptions(options)
  }

  private func receive(
    _ response: NotificationResponse, _ center: UNUserNotificationCenter
  ) async throws {
    let isTaken = await withCheckedContinuation { continuation in
      let done = OnceAnswer<Bool>(otherwise: true) { continuation.resume(returning: $0) }
      Task { @MainActor in
        guard let delegate else { return done(false) }
        delegate.userNotificationCenter(
          center, didReceive: UNNotificationResponse.apple(response),
          withCompletionHandler: { done(true) })
      }
    }
    if !isTaken { throw NotificationHandlers.NobodyThere() }
  }
}

extension PresentationOptions {
  init(_ options: UNNotificationPresentationOptions) {
    self.init(rawValue: Int(options.rawValue))
    remove(PresentationOptions(rawValue: Int(UNNotificationPresentationOptions.alert.rawValue)))
    if options.contains(.alert) { formUnion([.list, .banner]) }
  }
}
