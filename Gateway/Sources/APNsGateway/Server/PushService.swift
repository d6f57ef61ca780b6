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

  /// Checks all of a push but its payload.
  /// - Throws: the reason why it is refused.
  func check(
    _ fields: RequestFields, identifier: String, from sender: inout Sender
  ) throws(Refusal) -> PushRequest {
    try PushRequest(
      parsing: fields, identifier: identifier, from: &sender, by: currentRules,
      now: WallClock.milliseconds())
  }

  /// Sends a push that was checked; its result goes to `answers`.
  /// - Throws: the reason why it is not sent.
  func accept(
    _ push: PushRequest, _ ticket: PushTicket, body: ByteBuffer, length: Int,
    _ answers: EngineAnswers
  ) throws(Refusal) {
    if isDraining { throw Refusal(.shutdown) }
    var push = push
    try push.take(body, length: length)
    let now = WallClock.milliseconds()
    guard limit.allows(push.address, now: now) else { throw Refusal(.tooManyRequests) }
    let key = deviceKeys.key(push.address.device, of: currentRules.seal)
    try outbox.publish(
      PushMessage(
        push, received: now, deviceKey: key, withLifetime: outbox.engineKnowsLifetimes),
      ticket, answers)
  }

  /// Counts an answer of the engine.
  func note(_ ticket: PushTicket, isStored: Bool) {
    if isStored {
      metrics.accepted(after: Double((NIODeadline.now() - ticket.begin).nanoseconds) / 1e6)
    } else {
      metrics.refused(.serviceUnavailable)
    }
  }
}
