/// Where requests wait.
public protocol RequestStore: Sendable {
  /// Adds requests in order; one with the identifier of another one of its app replaces it.
  func add(_ requests: [NewRequest], limit: PendingLimit) throws(StoreError) -> [Addition]

  /// Takes requests back; nil are all of the app, and an app of nil is every app.
  /// - Returns: how many there were.
  func removeRequests(app: String?, identifiers: [String]?) throws(StoreError) -> Int

  /// The requests, soonest first, those without a date last.
  func requests(app: String?) throws(StoreError) -> [ScheduledRequest]

  func request(app: String, identifier: String) throws(StoreError) -> ScheduledRequest?
}
