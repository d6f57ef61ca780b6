import Foundation
import NotificationStorage
package import NotificationTypes
import Triggers

/// The engine for the modules with Apple's names. `UserNotifications` has this declaration without
/// a body; the linker connects the two.
@_silgen_name("tocsin_notification_engine")
package func linkedEngine() -> any NotificationEngine { LinkedEngine() }

private struct LinkedEngine: NotificationEngine {
  var shared: any NotificationBackend { NotificationClient.shared }
  var bundle: String { AppIdentity.current.bundle }

  func nextTriggerDate(of trigger: NotificationTrigger, after date: Date) -> Date? {
    (try? trigger.nextTriggerDate(after: date, timeZones: TimeZoneDatabase.system)) ?? nil
  }
}

extension NotificationClient: NotificationBackend {
  package var identifier: String { app.identifier }
}

extension ClientError: NumberedError {
  package var number: Int? {
    switch self {
    case .notAllowed: 1
    case .attachmentInvalidURL: 100
    case .attachmentUnrecognizedType: 101
    case .attachmentInvalidFileSize: 102
    case .attachmentNotInDataStore: 103
    case .attachmentMoveFailed: 104
    case .attachmentCorrupt: 105
    case .noDate: 1400
    case .noContent: 1401
    case .badgeInputInvalid: 1600
    case .store: nil
    }
  }
}
