import NIOCore
package import RemoteNotifications

/// A push in the form for the engine: subject, headers, payload.
package struct PushMessage: Sendable {
  private let envelope: PushEnvelope
  let headers: [(name: String, value: String)]

  /// - Parameters:
  ///   - received: the time at which the gateway received it, in milliseconds since 1970.
  ///   - withLifetime: whether the engine knows `Nats-TTL`.
  package init(_ push: PushRequest, received: Int64, deviceKey: DeviceKey, withLifetime: Bool) {
    self.init(
      PushEnvelope(
        subject: push.subject, id: push.identifier, topic: push.topic, type: push.type,
        priority: push.priority, expiration: push.expiration,
        collapseIdentifier: push.collapseIdentifier, received: received,
        payload: Array(push.payload.readableBytesView)),
      deviceKey: deviceKey, withLifetime: withLifetime)
  }

  /// - Parameter withLifetime: whether the engine knows `Nats-TTL`.
  init(_ envelope: PushEnvelope, deviceKey: DeviceKey, withLifetime: Bool) {
    self.envelope = envelope
    var headers = envelope.headers(signedWith: deviceKey)
    if withLifetime, !envelope.isTransient, let expiration = envelope.expiration {
      let lifetime = Self.lifetime(until: expiration, envelope.received)
      headers.append(("Nats-TTL", "\(lifetime)s"))
    }
    self.headers = headers
  }

  /// The subject under which the engine stores it; for a transient push, the one under which the
  /// engine would republish it, for devices that are connected now.
  var subject: String { isTransient ? envelope.subject.live : envelope.subject.stored }
  var payload: [UInt8] { envelope.payload }
  /// Whether there is only one attempt.
  var isTransient: Bool { envelope.isTransient }

  /// The lifetime in seconds, from 1 s to 30 days.
  private static func lifetime(until expiration: Int64, _ received: Int64) -> Int64 {
    min(max(expiration - received / 1_000, 1), 30 * 86_400)
  }
}
