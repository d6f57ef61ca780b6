public import FoundationEssentials

/// A device's request to its gateway for the token of an app.
public struct TokenRequest: Codable, Sendable, Hashable {
  /// The app.
  public var topic: String
  /// Whether the app gives its token back instead; nil is false.
  public var unregisters: Bool?

  /// A request for the token of this app, or its return.
  public init(topic: String, unregisters: Bool? = nil) {
    self.topic = topic
    self.unregisters = unregisters
  }

  /// The subject to send it to.
  public static func subject(device: String, topic: String) -> String {
    "reg.\(device).\(PushSubject.app(ofTopic: topic))"
  }

  /// The message's body.
  public var body: Data { (try? JSONEncoder().encode(self)) ?? Data() }
}

/// The gateway's reply.
public struct TokenReply: Codable, Sendable, Hashable {
  /// 64 hexadecimal digits; nil where the app is refused.
  public var token: String?
  /// The reason of a refusal, for people.
  public var error: String?
  /// The time of the reply, in milliseconds since 1970 by the gateway's clock; nil if it is not
  /// stated.
  public var time: Int64?

  /// A reply: a token, or the reason of a refusal.
  public init(token: String? = nil, error: String? = nil, time: Int64? = nil) {
    self.token = token
    self.error = error
    self.time = time
  }

  /// Reads a reply; nil if it is not valid, or its token is not 64 hexadecimal digits.
  public init?(parsing data: Data) {
    guard let reply = try? JSONDecoder().decode(Self.self, from: data) else { return nil }
    if let token = reply.token {
      guard token.utf8.count == 64, Hexadecimal.bytes(token) != nil else { return nil }
    } else if reply.error == nil {
      return nil
    }
    self = reply
  }
}
