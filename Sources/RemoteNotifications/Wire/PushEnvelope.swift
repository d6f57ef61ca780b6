/// A push on its way from the gateway to a device: the values of its message's headers, and the
/// payload as the provider has sent it.
public struct PushEnvelope: Sendable, Hashable {
  /// The destination.
  public var subject: PushSubject
  /// `apns-id`: a UUID, by which its provider knows it.
  public var id: String
  /// `apns-topic`: the app.
  public var topic: String
  /// `apns-push-type`.
  public var type: PushType
  /// `apns-priority`: 10 is at once, 5 when it suits the device, 1 without waking the device.
  public var priority: Int
  /// `apns-expiration`: seconds since 1970 after which the push is not delivered. 0 is one try at
  /// once, nil the 30 days of the stream.
  public var expiration: Int64?
  /// `apns-collapse-id`: names the subject of the push; a later one of the same name replaces it.
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

  /// The identifier of its request on the device: the collapse identifier, else its own.
  public var requestIdentifier: String { collapseIdentifier ?? id }

  /// Whether it is tried once, for devices that listen at the moment: the engine does not store it.
  public var isTransient: Bool { expiration == 0 }

  /// Whether it is too late for delivery. A push that is tried once does not expire: every device
  /// that listens gets it.
  /// - Parameter serverTime: milliseconds since 1970 on the clock of the server.
  public func isExpired(at serverTime: Int64) -> Bool {
    guard let expiration, !isTransient else { return false }
    return expiration <= serverTime / 1_000
  }
}
