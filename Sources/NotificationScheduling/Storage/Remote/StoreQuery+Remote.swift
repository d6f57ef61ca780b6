import GRDB
public import NotificationTypes

/// A message that waits for its app, by a number that no other one gets.
public struct StoredMessage: Sendable, Hashable {
  /// For ``StoreChange``: the message is taken out by it.
  public let number: Int64
  /// What a server has sent.
  public let message: RemoteMessage
}

extension StoreQuery where Element == StoredMessage {
  /// The messages that apps are to be woken with, oldest first; an app of nil is every app.
  public static func remoteMessages(app: String? = nil) -> StoreQuery {
    var filter = StoreFilter("remote_message", app: app)
    filter.add("kind = 0")
    return StoreQuery("remote_message", where: filter, by: "sequence") { row in
      row.value(RemoteMessage.self).map { StoredMessage(number: row.sequence, message: $0) }
    }
  }
}
