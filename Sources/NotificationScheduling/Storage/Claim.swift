public import Foundation
public import NotificationTypes

/// A due request that one scheduler has taken, so that no other one delivers it.
public struct Claim: Sendable {
  /// Distinguishes this claim from every other, one of the same request included.
  public struct Token: Sendable, Hashable {
    let sequence: Int64
    let number: Int64
  }

  public let token: Token
  public let app: String
  public let identifier: String
  public let due: DueTime
  /// 1 for the first delivery; more where an earlier one did not end.
  public let attempt: Int
  let body: StoredBody

  /// - Throws: where what is stored cannot be read.
  public func request() throws -> NotificationRequest {
    let (content, trigger) = try body.decoded()
    return NotificationRequest(
      identifier: identifier, app: app, content: content, trigger: trigger)
  }
}

/// A request's content and trigger, decoded only when somebody needs them: ten thousand claims at
/// once are a matter of milliseconds.
enum StoredBody: Sendable, Hashable {
  case values(NotificationContent, NotificationTrigger)
  case encoded(content: Data, trigger: Data)

  func decoded() throws -> (content: NotificationContent, trigger: NotificationTrigger) {
    switch self {
    case .values(let content, let trigger): (content, trigger)
    case .encoded(let content, let trigger):
      (
        try JSONDecoder().decode(NotificationContent.self, from: content),
        try JSONDecoder().decode(NotificationTrigger.self, from: trigger)
      )
    }
  }

  func encoded() throws -> (content: Data, trigger: Data) {
    switch self {
    case .encoded(let content, let trigger): return (content, trigger)
    case .values(let content, let trigger):
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return (try encoder.encode(content), try encoder.encode(trigger))
    }
  }
}

/// Which due requests to claim, and for whom.
public struct ClaimOrder: Sendable, Hashable {
  /// What is due by then.
  public var moment: Moment
  /// Not what was due so long before or longer; nil is no bound.
  public var noLaterThan: Duration?
  /// At most so many on each clock, soonest first.
  public var limit: Int
  /// This app's alone; nil is everybody's.
  public var app: String?
  /// Names who claims.
  public var owner: String

  public init(
    moment: Moment, noLaterThan: Duration? = nil, limit: Int, app: String? = nil, owner: String
  ) {
    self.moment = moment
    self.noLaterThan = noLaterThan
    self.limit = limit
    self.app = app
    self.owner = owner
  }
}

/// How a claim ended.
public struct Settlement: Sendable {
  public enum Outcome: Sendable, Hashable {
    /// `next` is the due time of a request that repeats; others leave the store.
    case delivered(at: Date, next: DueTime?)
    case missed(MissedNotification.Reason, at: Date, count: Int, next: DueTime?)
    /// Its delivery was not begun: it is pending again, as if it had not been claimed.
    case released
  }

  public let claim: Claim
  public let outcome: Outcome

  public init(claim: Claim, outcome: Outcome) {
    self.claim = claim
    self.outcome = outcome
  }
}

/// What a dead scheduler's claims became.
public struct ClaimRecovery: Sendable {
  /// So many are pending again.
  public let releasedCount: Int
  /// These have used up their attempts; they are still claimed.
  public let exhausted: [Claim]
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
