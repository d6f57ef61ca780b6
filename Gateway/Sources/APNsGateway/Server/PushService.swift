import NIOCore
import Synchronization

/// Handles requests: the checks, the rate limit, the engine.
package final class PushService: Sendable {
  private let rules: Mutex<PushRules>
  let limit: RateLimit
  let outbox: PushOutbox
  package let metrics: Metrics
  private let draining = Atomic(false)
  let deviceKeys = DeviceKeyCache()

  package init(rules: PushRules, limit: RateLimit, outbox: PushOutbox, metrics: Metrics) {
    self.rules = Mutex(rules)
    self.limit = limit
    self.outbox = outbox
    self.metrics = metrics
  }

  /// The current rules.
  package var currentRules: PushRules { rules.withLock { $0 } }

  package func changeRules(_ change: (inout PushRules) -> Void) {
    rules.withLock { rules in
      var new = rules
      change(&new)
      rules = new
    }
  }

  var isDraining: Bool { draining.load(ordering: .relaxed) }

  /// From now on, new requests are refused and sent elsewhere; pending ones get their answer.
  package func drain() { draining.store(true, ordering: .relaxed) }

  /// Sends a push; its result goes to `answers`.
  /// - Throws: the reason why it is not sent.
  func accept(
    _ fields: RequestFields, _ ticket: PushTicket, body: ByteBuffer, length: Int,
    from sender: inout Sender, _ answers: EngineAnswers
  ) throws(Refusal) {
    if isDraining { throw Refusal(.shutdown) }
    let message = try message(
      fields, identifier: ticket.identifier, body: body, length: length, from: &sender)
    try outbox.publish(message, ticket, answers)
  }

  /// Counts an answer of the engine.
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
