import NotificationTypes

/// What the user lets the app know of the place of the device; the numbers are Apple's.
public enum CLAuthorizationStatus: Int32, Sendable {
  /// The user has not been asked.
  case notDetermined = 0
  /// Nobody may use it; Tocsin does not know this state.
  case restricted = 1
  case denied = 2
  /// At any time.
  case authorizedAlways = 3
  /// While the app is used; its notifications may wait for a region.
  case authorizedWhenInUse = 4

  /// The Mac's name for ``authorizedAlways``.
  public static let authorized = CLAuthorizationStatus.authorizedAlways

  init(_ access: LocationAccess) {
    switch access {
    case .notDetermined: self = .notDetermined
    case .denied: self = .denied
    case .whenInUse: self = .authorizedWhenInUse
    case .always: self = .authorizedAlways
    }
  }
}
