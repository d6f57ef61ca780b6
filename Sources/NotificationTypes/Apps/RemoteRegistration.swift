/// The state of an app's registration for notifications from servers: requested, granted with a
/// token, or refused.
///
/// The gateway issues the token; the app hands it to the servers that may send to it.
public struct RemoteRegistration: Codable, Sendable, Hashable {
  /// The name by which servers know the app: its identifier.
  public var topic: String
  /// 64 hexadecimal digits; nil until the gateway has issued it.
  public var token: String?
  /// The reason of a refusal, for people; nil if it was not refused.
  public var error: String?

  /// A registration; without a token and an error it is a request.
  public init(topic: String, token: String? = nil, error: String? = nil) {
    self.topic = topic
    self.token = token
    self.error = error
  }

  /// Whether the gateway has not answered yet.
  public var isOpen: Bool { token == nil && error == nil }
}
