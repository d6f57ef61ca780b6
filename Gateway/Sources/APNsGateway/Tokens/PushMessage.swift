package import Crypto
import Foundation
import NIOCore

/// A push as the engine gets it: subject, headers, payload.
package struct PushMessage: Sendable {
  /// `push.<device>.<app>.<class>`; the message code is over this one.
  let storedSubject: String
  /// `live.<device>.<app>.<class>`: where the engine republishes it, and where a push that is not
  /// stored goes at once.
  let liveSubject: String
  let headers: [(name: String, value: String)]
  let payload: ByteBuffer
  /// Whether there is one try alone: `apns-expiration: 0`.
  let isTransient: Bool

  /// - Parameters:
  ///   - received: when the gateway got it, in milliseconds since 1970.
  ///   - withLifetime: whether the engine knows `Nats-TTL`.
  package init(
    _ push: PushRequest, received: Int64, deviceKey: SymmetricKey, withLifetime: Bool
  ) {
    storedSubject = push.address.subject("push", push.type)
    liveSubject = push.address.subject("live", push.type)
    payload = push.payload
    isTransient = push.expiration == 0
    let covered: [(name: String, value: String?)] = [
      ("apns-id", push.identifier),
      ("apns-topic", push.topic),
      ("apns-push-type", push.type.rawValue),
      ("apns-priority", String(push.priority)),
      ("apns-expiration", push.expiration.map(String.init)),
      ("apns-collapse-id", push.collapseIdentifier),
      ("tocsin-received", String(received)),
    ]
    let code = Self.code(storedSubject, covered, push.payload, key: deviceKey)
    var headers = covered.compactMap { name, value in value.map { (name, $0) } }
    headers.append(("tocsin-mac", code))
    if !isTransient {
      headers.append(("Nats-Msg-Id", Self.duplicateKey(push)))
      if withLifetime, let seconds = Self.lifetime(push, received: received) {
        headers.append(("Nats-TTL", "\(seconds)s"))
      }
    }
    self.headers = headers
  }

  /// A provider may send one identifier to many devices, and the engine finds repeats in its whole
  /// stream: the address belongs to the key.
  private static func duplicateKey(_ push: PushRequest) -> String {
    "\(push.identifier)/\(Hex.text(push.address.device))/\(Hex.text(push.address.app))"
  }

  /// 1 second to 30 days.
  private static func lifetime(_ push: PushRequest, received: Int64) -> Int64? {
    push.expiration.map { min(max($0 - received / 1_000, 1), 30 * 86_400) }
  }

  /// HMAC-SHA256 of the subject, a line for each header, and the payload; lowercase hexadecimal.
  private static func code(
    _ subject: String, _ headers: [(name: String, value: String?)], _ payload: ByteBuffer,
    key: SymmetricKey
  ) -> String {
    var hash = HMAC<SHA256>(key: key)
    var text = subject + "\n"
    for (name, value) in headers { text += "\(name):\(value ?? "")\n" }
    text.withUTF8 { hash.update(data: UnsafeRawBufferPointer($0)) }
    payload.withUnsafeReadableBytes { hash.update(data: $0) }
    return hash.finalize().withUnsafeBytes { Hex.text($0) }
  }
}
