import Foundation
import NotificationTypes
import Synchronization

extension MemoryStore {
  public func nextDue(app: String?) throws(StoreError) -> NextDue {
    state.withLock { state in
      func isMine(_ entry: DueIndex.Entry) -> Bool {
        app == nil || state.records[entry.sequence]?.key.app == app
      }
      let wall = state.wall.entries.first(where: isMine)?.due
      let elapsed = state.elapsed.entries.first(where: isMine)?.due
      return NextDue(
        wall: wall.map(Date.init(microseconds:)), elapsed: elapsed.map { .microseconds($0) })
    }
  }

  public func claimDue(_ order: ClaimOrder) throws(StoreError) -> [Claim] {
    state.withLock { state in
      state.lastClaim += 1
      let number = state.lastClaim
      let claims = state.due(order).compactMap { sequence in
        state.update(sequence) { record in
          record.scheduled.state = .claimed
          record.scheduled.attempts += 1
          record.owner = order.owner
          record.claim = number
        }
        return state.records[sequence].map(Self.claim)
      }
      return Claim.inOrder(claims)
    }
  }

  public func peekDue(_ order: ClaimOrder) throws(StoreError) -> [Claim] {
    state.withLock { state in
      Claim.inOrder(state.due(order).compactMap { state.records[$0].map(Self.claim) })
    }
  }

  private static func claim(_ record: MemoryState.Record) -> Claim {
    let request = record.scheduled.request
    return Claim(
      token: .init(sequence: record.sequence, number: record.claim ?? 0), app: request.app,
      identifier: request.identifier, due: record.scheduled.due,
      attempt: record.scheduled.attempts, body: .values(request.content, request.trigger))
  }

  public func settle(_ settlements: [Settlement]) throws(StoreError) {
    state.withLock { state in
      for settlement in settlements { Self.settle(settlement, in: &state) }
    }
  }

  private static func settle(_ settlement: Settlement, in state: inout MemoryState) {
    let claim = settlement.claim
    switch settlement.outcome {
    case .delivered(let date, let next):
      if let request = try? claim.request() {
        state.deliver(.init(request: request, dueDate: claim.due.date, date: date))
      }
      finish(claim, next, in: &state)
    case .missed(let reason, let date, let count, let next):
      state.missed.append(
        .init(
          app: claim.app, identifier: claim.identifier, dueDate: claim.due.date, date: date,
          reason: reason, count: count))
      finish(claim, next, in: &state)
    case .released:
      guard state.records[claim.token.sequence]?.isHeld(by: claim) ?? false else { return }
      state.update(claim.token.sequence) { $0.release(isBegun: false) }
    }
  }

  private static func finish(
    _ claim: Claim, _ next: DueTime?, in state: inout MemoryState
  ) {
    let sequence = claim.token.sequence
    guard let record = state.records[sequence], record.isHeld(by: claim) else { return }
    guard let next else {
      state.remove(sequence)
      return
    }
    state.update(sequence) { record in
      record.release(isBegun: true)
      record.scheduled.due = next
      record.scheduled.attempts = 0
    }
  }

  public func expire(
    at moment: Moment, grace: Duration, app: String?
  ) throws(StoreError) -> Int {
    state.withLock { state in
      let late = state.records.values.filter { record in
        record.scheduled.state == .pending && !record.scheduled.request.trigger.repeats
          && (app == nil || record.key.app == app)
          && record.scheduled.due.lateness(at: moment).map { $0 > grace } ?? false
      }
      for record in late {
        state.remove(record.sequence)
        state.missed.append(
          .init(
            app: record.key.app, identifier: record.key.identifier,
            dueDate: record.scheduled.due.date, date: moment.wall, reason: .tooLate, count: 1))
      }
      return late.count
    }
  }

  public func claimOwners() throws(StoreError) -> [String] {
    state.withLock { Set($0.records.values.compactMap(\.owner)).sorted() }
  }

  public func claims(of owner: String) throws(StoreError) -> [Claim] {
    state.withLock { Self.claims(of: owner, in: $0) }
  }

  private static func claims(of owner: String, in state: MemoryState) -> [Claim] {
    Claim.inOrder(state.records(app: nil).filter { $0.owner == owner }.map(claim))
  }

  public func recoverClaims(
    of owner: String, maximumAttempts: Int
  ) throws(StoreError) -> ClaimRecovery {
    state.withLock { state in
      let claims = Self.claims(of: owner, in: state)
      var exhausted: [Claim] = []
      for (index, claim) in claims.enumerated() {
        if index == 0, claim.attempt >= maximumAttempts {
          exhausted.append(claim)
          continue
        }
        state.update(claim.token.sequence) { $0.release(isBegun: index == 0) }
      }
      return ClaimRecovery(
        releasedCount: claims.count - exhausted.count, exhausted: exhausted)
    }
  }
}

extension MemoryState.Record {
  /// Whether it is still the request that the claim is about; one that was looked at without being
  /// claimed must not have been claimed or changed since.
  fileprivate func isHeld(by claim: Claim) -> Bool {
    guard claim.isTaken else {
      return self.claim == nil && scheduled.due == claim.due && key.identifier == claim.identifier
    }
    return self.claim == claim.token.number
  }

  /// Makes it pending; an attempt counts only where the delivery was begun.
  fileprivate mutating func release(isBegun: Bool) {
    scheduled.state = .pending
    if !isBegun { scheduled.attempts -= 1 }
    owner = nil
    claim = nil
  }
}

extension Claim {
  /// False for one that was only looked at, for the store could not record that it is taken.
  var isTaken: Bool { token.number != 0 }

  /// The claims in the order of delivery. By short keys: claims are large, and sorting moves them
  /// again and again.
  static func inOrder(_ claims: [Claim]) -> [Claim] {
    let keys = claims.enumerated().map { index, claim in
      (claim.due.date?.microseconds ?? .max, claim.token.sequence, index)
    }
    return keys.sorted(by: <).map { claims[$0.2] }
  }
}
