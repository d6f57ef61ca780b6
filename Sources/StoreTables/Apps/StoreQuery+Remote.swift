public import NotificationTypes

/// A message that waits for its app, by a number that no other one gets.
public struct StoredMessage: Sendable, Hashable {
  /// The number by which a `StoreChange` removes the message.
  public let number: Int64
  /// The message as the server has sent it.
  public let message: RemoteMessage
}

extension StoreQuery where Element == StoredMessage {
  /// The messages that wait for apps, oldest first; nil means every app.
  public static func remoteMessages(app: String? = nil) -> StoreQuery {
    var filter = StoreFilter("remote_message", app: app)
    filter.add("kind = 0")
    return StoreQuery("remote_message", where: filter, by: "sequence") { row in
      row.value(RemoteMessage.self).map { StoredMessage(number: row.sequence, message: $0) }
    }
  }
}
