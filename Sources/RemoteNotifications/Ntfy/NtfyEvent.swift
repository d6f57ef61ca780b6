import FoundationEssentials
package import NotificationTypes

/// A line of the stream that an ntfy server sends to subscribers: a JSON object (docs.ntfy.sh,
/// "Subscribe via API").
package struct NtfyEvent: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case open, keepalive, message
    /// The user has read a message elsewhere, or its sender has deleted it.
    case withdrawal
    /// An unknown event, which is ignored.
    case other
  }

  package let kind: Kind
  package let id: String
  /// Seconds since 1970, by the server's clock.
  package let time: Int64
  /// The topic of a message; other events may have several, separated by commas.
  package let topic: String
  /// The whole object.
  package let values: [String: UserInfoValue]

  /// Nil if the line is not an event.
  package init?(parsing line: [UInt8]) {
    guard let values = (try? PlainJSON.parse(line))?.dictionary, let kind = values["event"]?.text,
      let id = values["id"]?.text, !id.isEmpty, id.utf8.count <= Self.longestName,
      let time = values["time"]?.integer, (0..<Self.latest).contains(time),
      let topic = values["topic"]?.text
    else { return nil }
    switch kind {
    case "open": self.kind = .open
    case "keepalive": self.kind = .keepalive
    case "message": self.kind = .message
    case "message_clear", "message_delete": self.kind = .withdrawal
    default: self.kind = .other
    }
    self.id = id
    self.time = Int64(time)
    self.topic = topic
    self.values = values
  }

  private static let longestName = 256
  /// The year 9999.
  private static let latest = 253_402_300_800

  /// The identifier of the message's request, by which it replaces or withdraws an earlier one: the
  /// server's name for the series of updates, or else the message's own.
  package var requestIdentifier: String {
    guard let name = values["sequence_id"]?.text, !name.isEmpty,
      name.utf8.count <= Self.longestName
    else { return id }
    return name
  }

  /// 1 to 5; 3 if the sender has not set it.
  package var priority: Int {
    values["priority"]?.integer.flatMap { (1...5).contains($0) ? $0 : nil } ?? 3
  }

  /// Whether the message has expired: the server would no longer keep it, or it is older than the
  /// subscription's maximum age.
  /// - Parameter serverTime: seconds since 1970.
  package func isExpired(at serverTime: Int64, maximumAge: Int64?) -> Bool {
    if let maximumAge, serverTime - time > maximumAge { return true }
    // On a server that does not keep messages, they expire at the moment they are sent.
    guard let end = values["expires"]?.integer, end > time else { return false }
    return serverTime >= end
  }
}
