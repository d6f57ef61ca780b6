import NIOCore
package import RemoteNotifications

/// A push as the engine gets it: subject, headers, payload.
package struct PushMessage: Sendable {
  private let envelope: PushEnvelope
  let headers: [(name: String, value: String)]

  /// - Parameters:
  ///   - received: when the gateway got it, in milliseconds since 1970.
  ///   - withLifetime: whether the engine knows `Nats-TTL`.
  package init(_ push: PushRequest, received: Int64, deviceKey: DeviceKey, withLifetime: Bool) {
    envelope = PushEnvelope(
      subject: push.subject, id: push.identifier, topic: push.topic, type: push.type,
      priority: push.priority, expiration: push.expiration,
      collapseIdentifier: push.collapseIdentifier, received: received,
      payload: Array(push.payload.readableBytesView))
    var headers = envelope.headers(signedWith: deviceKey)
    if withLifetime, !envelope.isTransient, let expiration = push.expiration {
      headers.append(("Nats-TTL", "\(Self.lifetime(until: expiration, received))s"))
    }
    self.headers = headers
  }

  /// Where the engine stores it; or where it republishes it, for those who listen at this moment.
  var subject: String { isTransient ? envelope.subject.live : envelope.subject.stored }
  var payload: [UInt8] { envelope.payload }
  /// Whether there is one try alone.
  var isTransient: Bool { envelope.isTransient }

  /// 1 second to 30 days.
  private static func lifetime(until expiration: Int64, _ received: Int64) -> Int64 {
    min(max(expiration - received / 1_000, 1), 30 * 86_400)
  }
}
