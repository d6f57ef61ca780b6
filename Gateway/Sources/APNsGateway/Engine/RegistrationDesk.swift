import CNats
package import Foundation
import RemoteNotifications

/// Answers `reg.<device>.<app>` with a device token. Each gateway has one; the engine sends each
/// request to only one of them. An app that gives its token back is revoked until it registers again.
package final class RegistrationDesk: @unchecked Sendable {
  private let connection: EngineConnection
  private let service: PushService
  private let revocations: RevocationTable
  private var subscription: OpaquePointer?

  /// - Throws: ``GatewayError`` if libnats does not accept the subscription.
  package init(
    _ connection: EngineConnection, service: PushService, revocations: RevocationTable
  ) throws(GatewayError) {
    self.connection = connection
    self.revocations = revocations
    self.service = service
    try EngineConnection.check(
      natsConnection_QueueSubscribe(
        &subscription, connection.handle, "reg.*.*", "desk", registrationArrived,
        Unmanaged.passRetained(self).toOpaque()),
      "The subscription of reg.*.*")
  }

  /// On a thread of libnats.
  fileprivate func answer(_ message: OpaquePointer) {
    guard let reply = natsMsg_GetReply(message), let subject = natsMsg_GetSubject(message),
      let inbox = Self.inbox(subject: String(cString: subject), reply: String(cString: reply))
    else { return }
    let length = Int(natsMsg_GetDataLength(message))
    let body = natsMsg_GetData(message).map {
      Data(UnsafeRawBufferPointer(start: $0, count: length))
    }
    var answer = Self.answer(
      subject: String(cString: subject), body: body ?? Data(), rules: service.currentRules)
    do throws(GatewayError) {
      try keep(answer, of: String(cString: subject))
    } catch {
      answer = .error(error.description)
    }
    if case .token = answer { service.metrics.registered() }
    natsConnection_PublishString(connection.handle, inbox.subject, answer.json)
  }

  /// The inbox of the device that registers; nil for a request that is not answered.
  package static func inbox(subject: String, reply: String) -> DeviceInbox? {
    let parts = subject.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "reg", PushSubject.isName(parts[1]) else { return nil }
    return DeviceInbox(reply, of: parts[1])
  }

  /// Writes down that an app has given its token back, or has it again.
  private func keep(_ answer: Answer, of subject: String) throws(GatewayError) {
    guard let address = Self.address(in: subject) else { return }
    let key = "\(Hexadecimal.text(address.device)).\(Hexadecimal.text(address.app))"
    let isRevoked = service.currentRules.revocations.since(only: address) != nil
    switch answer {
    case .token where isRevoked:
      try revocations.remove(key)
      service.changeRules { $0.revocations.set(key, since: nil) }
    case .returned where !isRevoked:
      let now = WallClock.milliseconds()
      try revocations.put(key, since: now)
      service.changeRules { $0.revocations.set(key, since: now) }
    default: break
    }
  }

  /// The maximum number of apps of a device that are revoked: a box must not fill the table.
  private static let maximumReturned = 1_000

  private static func address(in subject: String) -> DeviceAddress? {
    let parts = subject.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().map { Hexadecimal.number($0, takesCapitals: true) }
    guard parts.count == 3, let device = numbers[0], let app = numbers[1] else { return nil }
    return DeviceAddress(device: device, app: app)
  }

  /// The answer to a device.
  package enum Answer: Equatable, Sendable {
    case token(String)
    /// The app has given its token back.
    case returned
    /// The error, as a sentence.
    case error(String)

    /// The JSON with the time, in milliseconds since 1970: a box that was off uses it to decide
    /// which pushes have expired.
    package var json: String {
      var reply = TokenReply(time: WallClock.milliseconds())
      switch self {
      case .token(let token): reply.token = token
      case .returned: reply.error = "The token is not valid any more."
      case .error(let sentence): reply.error = sentence
      }
      let data = (try? JSONEncoder().encode(reply)) ?? Data()
      return String(decoding: data, as: UTF8.self)
    }
  }

  /// The token of an app on a device, or the reason why there is none.
  package static func answer(subject: String, body: Data, rules: PushRules) -> Answer {
    guard let address = address(in: subject) else {
      return .error("The subject of a registration is reg, 16 digits and 16 digits.")
    }
    guard let request = try? JSONDecoder().decode(TokenRequest.self, from: body),
      Topic.isValid(request.topic)
    else {
      return .error("A registration must name its topic, like org.example.kitchen.")
    }
    guard PushSubject.appNumber(ofTopic: request.topic) == address.app else {
      return .error("The subject of the registration is another topic's.")
    }
    if rules.revocations.since(device: address.device) != nil {
      return .error("This device is revoked. Enrol it again.")
    }
    guard request.unregisters == true else { return .token(rules.seal.seal(address)) }
    guard rules.revocations.count(of: address.device) < maximumReturned else {
      return .error("This device has given back too many tokens.")
    }
    return .returned
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
