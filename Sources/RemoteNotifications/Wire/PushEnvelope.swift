/// A push on its way from the gateway to a device: what the headers of its message say, and the payload
/// as the provider has sent it.
public struct PushEnvelope: Sendable, Hashable {
  /// Where it goes.
  public var subject: PushSubject
  /// `apns-id`: a UUID, by which its provider knows it.
  public var id: String
  /// `apns-topic`: the app.
  public var topic: String
  /// `apns-push-type`.
  public var type: PushType
  /// `apns-priority`: 10 at once, 5 when it suits the device, 1 when nothing is woken for it.
  public var priority: Int
  /// `apns-expiration`: seconds since 1970 after which nobody wants it; 0 is one try at once, nil the
  /// 30 days of the stream.
  public var expiration: Int64?
  /// `apns-collapse-id`: names what it is about; a later one takes its place.
  public var collapseIdentifier: String?
  /// When the gateway took it, in milliseconds since 1970 by the gateway's clock.
  public var received: Int64
  /// The JSON, byte for byte.
  public var payload: [UInt8]

  /// A push to a device.
  public init(
    subject: PushSubject, id: String, topic: String, type: PushType = .alert, priority: Int = 10,
    expiration: Int64? = nil, collapseIdentifier: String? = nil, received: Int64, payload: [UInt8]
  ) {
    self.subject = subject
    self.id = id
    self.topic = topic
    self.type = type
    self.priority = priority
    self.expiration = expiration
    self.collapseIdentifier = collapseIdentifier
    self.received = received
    self.payload = payload
  }

  /// Names what it is about on the device: the collapse identifier, else its own.
  public var requestIdentifier: String { collapseIdentifier ?? id }

  /// Whether there is one try alone, for those who listen at the moment: the engine does not store it.
  public var isTransient: Bool { expiration == 0 }

  /// Whether nobody wants it any more. One that is tried once does not expire: whoever is there gets
  /// it.
  /// - Parameter serverTime: milliseconds since 1970 on the clock of the server.
  public func isExpired(at serverTime: Int64) -> Bool {
    guard let expiration, !isTransient else { return false }
    return expiration <= serverTime / 1_000
  }
}
