import Foundation
import LogOutput
import Synchronization

/// Delegates whose base class conforms to the protocol in their place.
///
/// Swift calls the methods that the conforming class has, and what overrides them. A method that only
/// a derived class has is not found, where Objective-C looks for it by its name.
enum InheritedDelegate {
  private static let named = Mutex<Set<ObjectIdentifier>>([])

  /// Says once for each class on standard error that the default was called for lack of `method`.
  static func complain(_ delegate: any UNUserNotificationCenterDelegate, lacks method: String) {
    guard let text = complaint(delegate, method),
      named.withLock({ $0.insert(ObjectIdentifier(type(of: delegate))).inserted })
    else { return }
    StandardErrorLog.write("tocsin: \(text)")
  }

  /// - Returns: nil where the delegate's class conforms itself, so that nothing is overlooked.
  static func complaint(
    _ delegate: any UNUserNotificationCenterDelegate, _ method: String
  ) -> String? {
    let parent = Mirror(reflecting: delegate).superclassMirror?.subjectType
    guard let base = parent as? any UNUserNotificationCenterDelegate.Type else { return nil }
    return """
      the delegate \(type(of: delegate)) conforms by its base class \(base), which has no \
      userNotificationCenter(_:\(method):): one that \(type(of: delegate)) adds is not called; \
      declare it in \(base), too, and override it
      """
  }
}
