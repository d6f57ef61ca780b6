import Foundation
import NotificationTypes

extension Scheduler {
  /// So many claims at a time: who falls due meanwhile waits for no more deliveries than these.
  private static let batchSize = 64

  /// Delivers everything that is due.
  func work() async {
    recoverStore()
    await deliverRetries()
    while !isStopping, !Task.isCancelled {
      let claims = claim()
      guard !claims.isEmpty else { break }
      for claim in claims {
        if isStopping || Task.isCancelled {
          record(Settlement(claim: claim, outcome: .released))
        } else {
          await deliver(claim)
        }
      }
    }
    handlerCall.rest()
    flushRecords()
  }

  /// What is on time goes before what is late: a backlog makes nothing else late.
  private func claim() -> [Claim] {
    if case .degraded = state { return peek() }
    do {
      let fresh = try schedule.store.claimDue(order(noLaterThan: policy.tolerance))
      return fresh.isEmpty ? try schedule.store.claimDue(order()) : fresh
    } catch {
      guard fail(error) else { return [] }
      return peek()
    }
  }

  private func order(noLaterThan bound: Duration? = nil, extra: Int = 0) -> ClaimOrder {
    ClaimOrder(
      moment: schedule.clock.now, noLaterThan: bound, limit: Self.batchSize + extra,
      app: scope.app, owner: owner.text)
  }

  /// What is due in a store that cannot be written: it is delivered, and recorded later. What has
  /// been delivered, or is tried again, stays first in the store.
  private func peek() -> [Claim] {
    let begun = unrecorded.map(\.claim) + retries.map(\.claim)
    let known = Set(begun.map(DeliveryKey.init))
    let claims = (try? schedule.store.peekDue(order(extra: begun.count))) ?? []
    return claims.filter { !known.contains(DeliveryKey($0)) }
  }

  private struct DeliveryKey: Hashable {
    let sequence: Int64
    let due: DueTime

    init(_ claim: Claim) {
      sequence = claim.token.sequence
      due = claim.due
    }
  }

  // MARK: One delivery

  private func deliver(_ claim: Claim, failures: Int = 0) async {
    let moment = schedule.clock.now
    guard let request = try? claim.request() else {
      return miss(claim, .unreadable, at: moment)
    }
    // A zone that the database has lost gives no further dates; this one still counts.
    let occurrences = try? Occurrences(
      of: request.trigger, since: claim.due, at: moment, timeZones: schedule.timeZones)
    let due = occurrences?.latest ?? claim.due
    let lateness = due.lateness(at: moment) ?? .zero
    let isLate = lateness > policy.tolerance
    if lateness > policy.grace || (isLate && occurrences != nil && policy.repeats == .skip) {
      return miss(claim, .tooLate, at: moment, occurrences)
    }
    if claim.attempt > policy.maximumCrashes {
      return miss(claim, .failed, at: moment, occurrences)
    }
    let notification = DueNotification(
      request: request, dueDate: due.date ?? moment.wall, lateness: lateness, isLate: isLate,
      attempt: max(claim.attempt, 1) + failures, coalescedCount: occurrences?.count ?? 1)
    let outcome = await handlerCall.run(notification)
    if outcome == .hung { handlerCall.abandon() }
    end(claim, outcome, failures: failures, occurrences)
  }

  private func end(
    _ claim: Claim, _ outcome: HandlerCall.Outcome, failures: Int, _ occurrences: Occurrences?
  ) {
    let moment = schedule.clock.now
    switch outcome {
    case .done:
      let outcome = Settlement.Outcome.delivered(at: moment.wall, next: occurrences?.next)
      record(Settlement(claim: claim, outcome: outcome))
    case .failed where failures + 1 < policy.maximumAttempts:
      let delay = policy.retryDelay * (failures + 1)
      retries.append(
        Retry(claim: claim, failures: failures + 1, elapsed: moment.elapsed + delay))
    case .failed, .hung: miss(claim, .failed, at: moment, occurrences)
    }
  }

  private func miss(
    _ claim: Claim, _ reason: MissedNotification.Reason, at moment: Moment,
    _ occurrences: Occurrences? = nil
  ) {
    record(
      Settlement(
        claim: claim,
        outcome: .missed(
          reason, at: moment.wall, count: occurrences?.count ?? 1, next: occurrences?.next)))
  }

  private func deliverRetries() async {
    let now = schedule.clock.now.elapsed
    let due = retries.filter { $0.elapsed <= now }
    retries.removeAll { $0.elapsed <= now }
    for retry in due { await deliver(retry.claim, failures: retry.failures) }
  }

  /// Claims that are tried again later stay claimed: the next scheduler takes them back, and knows
  /// that they were begun.
  func handBack() {
    retries = []
    if !unrecorded.isEmpty { recoverStore(isForced: true) }
  }
}
