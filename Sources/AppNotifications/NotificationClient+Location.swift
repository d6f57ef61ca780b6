import LinuxProcess
import NotificationStorage
public import NotificationTypes

extension NotificationClient {
  /// What the app may know of the place of the device: its requests with a region are due only where
  /// that is allowed.
  public var locationAccess: LocationAccess { authorization.location.settings.access }

  /// Asks the user to let the app use the place of the device. The user is asked once; a later call
  /// returns the answer.
  ///
  /// The process that delivers asks: this one or the daemon. Where there is no desktop, the policy
  /// answers.
  /// - Parameters:
  ///   - wanted: when-in-use or always; for regions they are the same.
  ///   - purpose: the reason, for the user to read.
  /// - Throws: ``ClientError/store(_:)`` where the question cannot be kept, `CancellationError` where
  ///   the task is cancelled while the user thinks.
  @discardableResult
  public func requestLocationAccess(
    _ wanted: LocationAccess, purpose: String
  ) async throws -> LocationAccess {
    let isAsked = try await perform { [self] in
      try introduce()
      return try schedule.store.change(app.identifier) {
        $0.settings.location.request(wanted, purpose: purpose)
      }
    }
    guard isAsked else { return locationAccess }
    schedule.store.waker.wake(.profiles)
    // The user is asked when a process delivers.
    guard await background.isDelivered() else { return locationAccess }
    // The answer wakes the registered process of the app; another process of it must look itself.
    let clock = SystemDeliveryClock()
    while authorization.location.settings.requested != nil {
      try await clock.sleep(until: clock.now + .milliseconds(500))
      try Task.checkCancellation()
    }
    authorization.location.look()
    return locationAccess
  }
}

extension NotificationClient: LocationBackend {
  package func onLocationAccess(
    _ body: @escaping @Sendable (LocationAccess) -> Void
  ) -> @Sendable () -> Void {
    let location = authorization.location
    let listener = location.listen(body)
    return { location.ignore(listener) }
  }
}

/// The engine for the module with Apple's names for regions, as ``linkedEngine()`` is for
/// notifications.
@_silgen_name("tocsin_location_engine")
package func linkedLocationEngine() -> any LocationEngine { LinkedLocationEngine() }

private struct LinkedLocationEngine: LocationEngine {
  var shared: any LocationBackend { NotificationClient.shared }
  var bundle: String { AppIdentity.current.bundle }
}
