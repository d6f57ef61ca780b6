public import Foundation
public import NotificationTypes

/// Where requests wait, and what became of them stays.
///
/// Every call is one transaction: when it returns, what it did survives a crash of the process and
/// of the machine as far as the store promises; when it throws, nothing has happened. Calls may come
/// from any thread, and from other processes at the same time.
public protocol NotificationStore: Sendable {
  // MARK: Requests

  /// Adds requests in order; one with the identifier of another one of its app replaces it.
  func add(_ requests: [NewRequest], limit: PendingLimit) throws(StoreError) -> [Addition]

  /// Takes requests back; nil are all of the app, and an app of nil is every app.
  /// - Returns: how many there were.
  func removeRequests(app: String?, identifiers: [String]?) throws(StoreError) -> Int

  /// The requests, soonest first, those without a date last.
  func requests(app: String?) throws(StoreError) -> [ScheduledRequest]

  func request(app: String, identifier: String) throws(StoreError) -> ScheduledRequest?

  // MARK: Delivery

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

  /// Takes the claims of an owner that is dead back. Deliveries go one after the other in the order
  /// of their dates, so only the first of them can have begun: its attempt counts, the others' not.
  func recoverClaims(
    of owner: String, maximumAttempts: Int
  ) throws(StoreError) -> ClaimRecovery

  // MARK: Clocks and zones

  /// Sets due times on the elapsed clock against `moment`: those of an earlier start of the machine
  /// by their estimated date, and the estimates of all others by the clock on the wall.
  func reanchor(at moment: Moment) throws(StoreError)

  /// Gives each pending request with a calendar trigger a new due time; nil leaves it as it is.
  func reschedule(
    _ newDue: (CalendarTrigger, DueTime) -> DueTime?
  ) throws(StoreError) -> Int

  /// Makes the requests due that wait for this crossing.
  /// - Returns: how many.
  func cross(_ crossing: RegionCrossing, at moment: Moment) throws(StoreError) -> Int

  /// A note that outlives the process.
  func note(_ key: String) throws(StoreError) -> String?
  func setNote(_ key: String, to value: String) throws(StoreError)

  // MARK: What became of them

  /// The delivered notifications, newest first.
  func delivered(app: String?) throws(StoreError) -> [DeliveredNotification]

  /// Nil are all of the app, and an app of nil is every app.
  /// - Returns: how many there were.
  func removeDelivered(app: String?, identifiers: [String]?) throws(StoreError) -> Int

  /// The missed notifications, newest first.
  func missed(app: String?) throws(StoreError) -> [MissedNotification]

  func record(_ response: NotificationResponse) throws(StoreError)

  /// Hands the app its responses, oldest first; they are in the store no more.
  func takeResponses(app: String) throws(StoreError) -> [NotificationResponse]

  /// Forgets what was delivered or missed before `date`.
  func prune(before date: Date) throws(StoreError)

  // MARK: Upkeep

  /// Opens the store anew after a fault of the disk, checks it, and mends what can be mended.
  func recover() throws(StoreError)

  /// Keeps a copy to recover from.
  func backUp() throws(StoreError)

  /// Gives up room that was kept for a full disk; false where there is none.
  func releaseReserve() -> Bool
}
