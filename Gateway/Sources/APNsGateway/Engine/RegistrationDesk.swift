import CNats
package import Foundation
import RemoteNotifications

/// Answers `reg.<device>.<app>` with a device token. Each gateway has one; the engine sends each
/// request to only one of them.
package final class RegistrationDesk: @unchecked Sendable {
  private let connection: EngineConnection
  private let service: PushService
  private var subscription: OpaquePointer?

  /// - Throws: ``GatewayError`` if libnats does not accept the subscription.
  package init(_ connection: EngineConnection, service: PushService) throws(GatewayError) {
    self.connection = connection
    self.service = service
    try EngineConnection.check(
      natsConnection_QueueSubscribe(
        &subscription, connection.handle, "reg.*.*", "desk", registrationArrived,
        Unmanaged.passRetained(self).toOpaque()),
      "The subscription of reg.*.*")
  }

  /// On a thread of libnats.
  fileprivate func answer(_ message: OpaquePointer) {
    guard let reply = natsMsg_GetReply(message), let subject = natsMsg_GetSubject(message) else {
      return
    }
    let length = Int(natsMsg_GetDataLength(message))
    let body = natsMsg_GetData(message).map {
      Data(UnsafeRawBufferPointer(start: $0, count: length))
    }
    let answer = Self.answer(
      subject: String(cString: subject), body: body ?? Data(), rules: service.currentRules)
    if case .token = answer { service.metrics.registered() }
    natsConnection_PublishString(connection.handle, String(cString: reply), answer.json)
  }

  /// The answer to a device.
  package enum Answer: Equatable, Sendable {
    case token(String)
    /// The error, as a sentence.
    case error(String)

    /// The JSON with the time, in milliseconds since 1970: a box that was off uses it to decide
    /// which pushes have expired.
    package var json: String {
      var reply = TokenReply(time: WallClock.milliseconds())
      switch self {
      case .token(let token): reply.token = token
      case .error(let sentence): reply.error = sentence
      }
      let data = (try? JSONEncoder().encode(reply)) ?? Data()
      return String(decoding: data, as: UTF8.self)
    }
  }

  /// The token of an app on a device, or the reason why there is none.
  package static func answer(subject: String, body: Data, rules: PushRules) -> Answer {
    let parts = subject.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().map { Hexadecimal.number($0, takesCapitals: true) }
    guard parts.count == 3, let device = numbers[0], let app = numbers[1] else {
      return .error("The subject of a registration is reg, 16 digits and 16 digits.")
    }
    guard let topic = try? JSONDecoder().decode(TokenRequest.self, from: body).topic,
      Topic.isValid(topic)
    else {
      return .error("A registration must name its topic, like org.example.kitchen.")
    }
    guard PushSubject.appNumber(ofTopic: topic) == app else {
      return .error("The subject of the registration is another topic's.")
    }
    if rules.revocations.since(device: device) != nil {
      return .error("This device is revoked. Enrol it again.")
    }
    return .token(rules.seal.seal(DeviceAddress(device: device, app: app)))
  }
}

private nonisolated func registrationArrived(
  _: OpaquePointer?, _: OpaquePointer?, _ message: OpaquePointer?,
  _ closure: UnsafeMutableRawPointer?
) {
  guard let message, let closure else { return }
  defer { natsMsg_Destroy(message) }
  Unmanaged<RegistrationDesk>.fromOpaque(closure).takeUnretainedValue().answer(message)
}
