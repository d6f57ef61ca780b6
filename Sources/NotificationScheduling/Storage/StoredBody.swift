import Foundation
import NotificationTypes

/// A request's content and trigger as they are stored. They are decoded only when needed, so that
/// reading ten thousand takes milliseconds.
struct StoredBody: Sendable, Hashable {
  var content: Data
  var trigger: Data

  func decoded() throws -> (content: NotificationContent, trigger: NotificationTrigger) {
    (try JSONDecoder().decode(NotificationContent.self, from: content), try decodedTrigger())
  }

  func decodedTrigger() throws -> NotificationTrigger {
    try JSONDecoder().decode(NotificationTrigger.self, from: trigger)
  }
}

extension StoredBody {
  init(_ request: NotificationRequest) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    content = try encoder.encode(request.content)
    trigger = try encoder.encode(request.trigger)
  }
}
