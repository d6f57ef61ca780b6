/// The engine of the module with Apple's names for regions; see ``NotificationEngine``.
package protocol LocationEngine: Sendable {
  /// The permission of this process.
  var shared: any LocationBackend { get }
  /// The absolute path of the folder with the app's resources.
  var bundle: String { get }
}

/// An app's permission to use the place of the device.
package protocol LocationBackend: Sendable {
  var locationAccess: LocationAccess { get }

  @discardableResult
  func requestLocationAccess(
    _ wanted: LocationAccess, purpose: String
  ) async throws -> LocationAccess

  /// Calls `body` after each change of the access.
  /// - Returns: a function that ends this.
  func onLocationAccess(
    _ body: @escaping @Sendable (LocationAccess) -> Void
  ) -> @Sendable () -> Void
}
