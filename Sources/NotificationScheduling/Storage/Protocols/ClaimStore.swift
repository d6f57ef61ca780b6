/// Where schedulers take what is due, and say how it ended.
public protocol ClaimStore: Sendable {
  func nextDue(app: String?) throws(StoreError) -> NextDue

  /// Takes due requests, soonest first, for one owner.
  func claimDue(_ order: ClaimOrder) throws(StoreError) -> [Claim]

  /// What is due and would be claimed; nothing is taken.
  func peekDue(_ order: ClaimOrder) throws(StoreError) -> [Claim]

  /// Records how claims ended. One whose request was replaced or taken back meanwhile leaves the new
  /// one alone.
  func settle(_ settlements: [Settlement]) throws(StoreError)

  /// Marks requests that do not repeat as missed, if they are due longer ago than `grace`.
  /// - Returns: how many.
  func expire(at moment: Moment, grace: Duration, app: String?) throws(StoreError) -> Int

  /// The owners of claims.
  func claimOwners() throws(StoreError) -> [String]

  /// The claims of an owner in the order of their dates.
  func claims(of owner: String) throws(StoreError) -> [Claim]

  /// Takes the claims of an owner that is dead back. Deliveries go one after the other in the order
  /// of their dates, so only the first of them can have begun: its attempt counts, the others' not.
  func recoverClaims(
    of owner: String, maximumAttempts: Int
  ) throws(StoreError) -> ClaimRecovery
}
