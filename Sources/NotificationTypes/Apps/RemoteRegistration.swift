/// What an app that wants notifications from servers has come to: it asks, and has a token or a refusal.
///
/// The token is the gateway's to give; an app hands it to those who may send to it.
public struct RemoteRegistration: Codable, Sendable, Hashable {
  /// By what name servers know the app: its identifier.
  public var topic: String
  /// 64 hexadecimal digits; nil as long as nobody has given it.
  public var token: String?
  /// Why it gets none, for people; nil where nobody has refused.
  public var error: String?

  /// An app that asks, or what it has come to.
  public init(topic: String, token: String? = nil, error: String? = nil) {
    self.topic = topic
    self.token = token
    self.error = error
  }

  /// Whether nobody has answered yet.
  public var isOpen: Bool { token == nil && error == nil }
}
