package import FoundationEssentials
package import NotificationTypes

/// A request's content and trigger as they are stored. They are decoded only when needed, so that
/// reading ten thousand takes milliseconds.
package struct StoredBody: Sendable, Hashable {
  package var content: Data
  package var trigger: Data

  package init(content: Data, trigger: Data) {
    self.content = content
    self.trigger = trigger
  }

  package func decoded() throws -> (content: NotificationContent, trigger: NotificationTrigger) {
    (try JSONDecoder().decode(NotificationContent.self, from: content), try decodedTrigger())
  }

  func decodedTrigger() throws -> NotificationTrigger {
    try JSONDecoder().decode(NotificationTrigger.self, from: trigger)
  }
}

extension StoredBody {
  package init(_ request: NotificationRequest) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    content = try encoder.encode(request.content)
    trigger = try encoder.encode(request.trigger)
  }
}
