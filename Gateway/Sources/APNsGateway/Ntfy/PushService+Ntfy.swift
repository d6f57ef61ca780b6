import NIOHTTP2
import NtfyPublishing
import RemoteNotifications

extension PushService {
  /// Publishes the message of one of ntfy's calls; the engine's acknowledgements go to `answers`,
  /// and from there to the returned exchange.
  /// - Parameter stream: identifies the call in its connection.
  func publish(
    _ call: NtfyCall, _ stream: HTTP2StreamID, _ answers: EngineAnswers
  ) -> NtfyExchange {
    do throws(NtfyError) {
      if isDraining { throw .unavailable }
      let (message, pushes) = try pushes(of: call, now: WallClock.milliseconds())
      for push in pushes {
        let ticket = PushTicket(stream: stream, identifier: message.id)
        do throws(Refusal) {
          try outbox.publish(push, ticket, answers)
        } catch {
          answers.add(ticket, isStored: false)
        }
      }
      return NtfyExchange(message, pushes: pushes.count, metrics)
    } catch {
      return NtfyExchange(error, metrics)
    }
  }

  private func pushes(
    of call: NtfyCall, now: Int64
  ) throws(NtfyError) -> (NtfyMessage, [PushMessage]) {
    guard let route = NtfyRoute(method: call.method, path: call.path) else { throw .notFound }
    let name: String
    var draft: NtfyDraft?
    switch route {
    case .topic(let topic): name = topic
    case .json:
      // The message is read before the authorization is checked, because it contains the topic.
      let json = try NtfyDraft(call)
      (name, draft) = (json.topic, json)
    }
    let rules = currentRules
    let topic = try authorizedTopic(name, call.token, rules)
    let message = try NtfyMessage(
      call, topic: name, draft: draft, id: Self.identifier(), time: now / 1_000)
    let push = try NtfyPush(message, sound: topic.sound)
    let addresses = topic.addresses.filter { rules.revocations.since($0) == nil }
    if addresses.isEmpty { throw .revoked }
    for address in addresses {
      guard limit.allows(address, now: now) else { throw .limited }
    }
    // One identifier for all boxes: the engine distinguishes them by the address.
    let identifier = MessageIdentifier.random()
    return (
      message,
      addresses.map {
        pushMessage(push, to: $0, topic: topic, identifier: identifier, rules, now: now)
      }
    )
  }

  private func authorizedTopic(
    _ name: String, _ token: String?, _ rules: PushRules
  ) throws(NtfyError) -> NtfyTopic {
    guard let token else { throw .forbidden }
    let digest = NtfyToken.digest(token)
    if let topic = rules.topics[name], topic.token == digest { return topic }
    throw rules.topics.values.contains { $0.token == digest } ? .forbidden : .unauthorized
  }

  private func pushMessage(
    _ push: NtfyPush, to address: DeviceAddress, topic: NtfyTopic, identifier: String,
    _ rules: PushRules, now: Int64
  ) -> PushMessage {
    let subject = PushSubject(device: address.device, app: address.app, pushClass: .alert)
    let envelope = PushEnvelope(
      subject: subject, id: identifier, topic: topic.app, priority: push.priority,
      expiration: push.expiration, collapseIdentifier: push.collapseIdentifier, received: now,
      payload: push.payload)
    return PushMessage(
      envelope, deviceKey: deviceKeys.key(address.device, of: rules.seal),
      withLifetime: outbox.engineKnowsLifetimes)
  }

  /// An identifier of twelve letters and digits, like ntfy's own.
  private static func identifier() -> String {
    .random(12, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
  }
}
