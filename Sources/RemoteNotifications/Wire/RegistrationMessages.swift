public import FoundationEssentials

/// What a device asks its gateway: the token of an app.
public struct TokenRequest: Codable, Sendable, Hashable {
  /// The app.
  public var topic: String

  /// A request for the token of this app.
  public init(topic: String) { self.topic = topic }

  /// Where it is sent.
  public static func subject(device: String, topic: String) -> String {
    "reg.\(device).\(PushSubject.app(ofTopic: topic))"
  }

  /// The message's body.
  public var body: Data { (try? JSONEncoder().encode(self)) ?? Data() }
}

/// What the gateway answers.
public struct TokenReply: Codable, Sendable, Hashable {
  /// 64 hexadecimal digits; nil where the app gets none.
  public var token: String?
  /// Why it gets none, for people.
  public var error: String?
  /// When it was answered, in milliseconds since 1970 by the gateway's clock; nil where it does not say.
  public var time: Int64?

  /// An answer: a token, or why there is none.
  public init(token: String? = nil, error: String? = nil, time: Int64? = nil) {
    self.token = token
    self.error = error
    self.time = time
  }

  /// Reads an answer; nil where it is none, or its token is not 64 hexadecimal digits.
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
