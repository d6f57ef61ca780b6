public import Foundation
import LogOutput
package import NotificationTypes
import Synchronization

/// Hears of changes of the permission to use the place of the device.
public protocol CLLocationManagerDelegate: NSObjectProtocol {
  /// Called once for each manager, and after each change of its `authorizationStatus`.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)

  /// The same with the status, as before iOS 14; called where the newer method is not there.
  func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)
}

extension CLLocationManagerDelegate {
  /// Calls the older method.
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    locationManager(manager, didChangeAuthorization: manager.authorizationStatus)
  }

  /// Does nothing.
  public func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {}
}

/// Asks the user to let the app use the place of the device, and tells what the answer was.
///
/// It tells no positions: regions are watched by whoever delivers the app's notifications. The
/// delegate is called on the main queue.
open class CLLocationManager: NSObject, @unchecked Sendable {
  private struct State: @unchecked Sendable {
    weak var delegate: (any CLLocationManagerDelegate)?
    var end: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  private let backend: any LocationBackend
  private let bundle: String

  /// A manager for this process.
  public override convenience init() {
    self.init(engine.shared, bundle: engine.bundle)
  }

  package init(_ backend: any LocationBackend, bundle: String) {
    self.backend = backend
    self.bundle = bundle
    super.init()
    let end = backend.onLocationAccess { [weak self] _ in self?.tell() }
    state.withLock { $0.end = end }
  }

  deinit { state.withLock(\.end)?() }

  /// Hears of changes. A new one is told of the present status at once.
  open weak var delegate: (any CLLocationManagerDelegate)? {
    get { state.withLock(\.delegate) }
    set {
      state.withLock { $0.delegate = newValue }
      if newValue != nil { tell() }
    }
  }

  private func tell() {
    DispatchQueue.main.async { [self] in delegate?.locationManagerDidChangeAuthorization(self) }
  }

  /// What the user lets the app know.
  open var authorizationStatus: CLAuthorizationStatus {
    CLAuthorizationStatus(backend.locationAccess)
  }

  /// What the user lets the app know, as before iOS 14.
  open class func authorizationStatus() -> CLAuthorizationStatus {
    CLAuthorizationStatus(engine.shared.locationAccess)
  }

  /// True: a host may report the position at any time.
  open class func locationServicesEnabled() -> Bool { true }

  /// Asks the user, once, for the use of the place while the app is used. Without a reason in the
  /// app's `Info.plist` (`NSLocationWhenInUseUsageDescription`) nobody is asked.
  open func requestWhenInUseAuthorization() {
    request(.whenInUse, ["NSLocationWhenInUseUsageDescription"])
  }

  /// Asks the user, once, for the use of the place at any time. Without a reason in the app's
  /// `Info.plist` (`NSLocationAlwaysAndWhenInUseUsageDescription`) nobody is asked.
  open func requestAlwaysAuthorization() {
    request(
      .always, ["NSLocationAlwaysAndWhenInUseUsageDescription", "NSLocationAlwaysUsageDescription"])
  }

  private func request(_ wanted: LocationAccess, _ keys: [String]) {
    guard let purpose = UsageDescription.text(keys, in: bundle) else {
      let text =
        "tocsin: the use of the place is not asked for: \(bundle)/Info.plist has no \(keys[0])"
      return StandardErrorLog.write(text)
    }
    let backend = backend
    Task { _ = try? await backend.requestLocationAccess(wanted, purpose: purpose) }
  }
}
