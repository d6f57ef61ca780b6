import NIOCore
import Synchronization

/// What becomes of a request: checks, rate, the engine.
package final class PushService: Sendable {
  private let rules: Mutex<PushRules>
  private let limit: RateLimit
  private let outbox: PushOutbox
  package let metrics: Metrics
  private let draining = Atomic(false)
  private let deviceKeys = DeviceKeyCache()

  package init(rules: PushRules, limit: RateLimit, outbox: PushOutbox, metrics: Metrics) {
    self.rules = Mutex(rules)
    self.limit = limit
    self.outbox = outbox
    self.metrics = metrics
  }

  /// The rules of this moment.
  package var currentRules: PushRules { rules.withLock { $0 } }

  package func changeRules(_ change: (inout PushRules) -> Void) {
    rules.withLock { rules in
      var new = rules
      change(&new)
      rules = new
    }
  }

  var isDraining: Bool { draining.load(ordering: .relaxed) }

  /// From now on, what arrives is told to go elsewhere; what is under way gets its answer.
  package func drain() { draining.store(true, ordering: .relaxed) }

  /// Sends a push; what becomes of it is told to `answers`.
  /// - Throws: why it is not sent.
  func accept(
    _ fields: RequestFields, _ ticket: PushTicket, body: ByteBuffer, length: Int,
    from sender: inout Sender, _ answers: EngineAnswers
  ) throws(Refusal) {
    if isDraining { throw Refusal(.shutdown) }
    let message = try message(
      fields, identifier: ticket.identifier, body: body, length: length, from: &sender)
    try outbox.publish(message, ticket, answers)
  }

  /// Counts what the engine has answered.
  func note(_ ticket: PushTicket, isStored: Bool) {
    if isStored {
      metrics.accepted(after: Double((NIODeadline.now() - ticket.begin).nanoseconds) / 1e6)
    } else {
      metrics.refused(.serviceUnavailable)
    }
  }

  private func message(
    _ fields: RequestFields, identifier: String, body: ByteBuffer, length: Int,
    from sender: inout Sender
  ) throws(Refusal) -> PushMessage {
    let now = WallClock.milliseconds()
    let rules = currentRules
    let push = try PushRequest(
      parsing: fields, identifier: identifier, body: body, length: length, from: &sender,
      by: rules, now: now)
    guard limit.allows(push.address, now: now) else { throw Refusal(.tooManyRequests) }
    return PushMessage(
      push, received: now, deviceKey: deviceKeys.key(push.address.device, of: rules.seal),
      withLifetime: outbox.engineKnowsLifetimes)
  }
}
