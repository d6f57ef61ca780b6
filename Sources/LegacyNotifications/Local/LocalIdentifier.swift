import AppNotifications
import Foundation
import LogOutput
import NotificationTypes

/// The identifiers of requests from an API without identifiers, or with optional ones.
enum LocalIdentifier {
  /// The identifier of a request for the first date of a repeating notification.
  private static let companion = "/first"

  /// The identifiers of new requests; the last one is the notification's own.
  static func new(count: Int, _ given: String? = nil) -> [String] {
    let own = given ?? UUID().uuidString
    return count < 2 ? [own] : [own + companion, own]
  }

  static func isCompanion(_ identifier: String) -> Bool { identifier.hasSuffix(companion) }

  static func own(of identifier: String) -> String {
    isCompanion(identifier) ? String(identifier.dropLast(companion.count)) : identifier
  }

  static func withCompanion(_ own: String) -> [String] { [own, own + companion] }
}

extension NotificationClient {
  /// Adds a request for each trigger; the first failure is reported on standard error.
  func add(
    _ content: NotificationContent, due triggers: [NotificationTrigger], as identifiers: [String]
  ) async {
    var failure: (any Error)?
    for (identifier, trigger) in zip(identifiers, triggers) {
      let request = NotificationRequest(
        identifier: identifier, app: app.identifier, content: content, trigger: trigger)
      do { try await add(request) } catch { failure = failure ?? error }
    }
    if let failure { Complaint.write("\(failure)") }
  }
}

enum Complaint {
  static func write(_ reason: String) {
    StandardErrorLog.write("tocsin: the notification is not scheduled: \(reason)")
  }
}
