/// The numbers of things in a store.
public struct StoreCounts: Sendable, Hashable {
  /// Requests that wait for their dates.
  public var pending = 0
  /// Notifications in the list of delivered ones.
  public var delivered = 0
  /// Dates that passed without a delivery.
  public var missed = 0
  /// Responses that wait for their apps.
  public var responses = 0

  /// Counts; what is left out is 0.
  public init(pending: Int = 0, delivered: Int = 0, missed: Int = 0, responses: Int = 0) {
    self.pending = pending
    self.delivered = delivered
    self.missed = missed
    self.responses = responses
  }

  /// Decodes nothing; a nil app means every app.
  package init(app: String?, in database: Database) throws {
    self.init(
      pending: try Self.pending(app: app, in: database),
      delivered: try Self.count("delivery", StoreFilter(.open, app: app), database),
      missed: try Self.count("missed", StoreFilter("missed", app: app), database),
      responses: try Self.count(.response, app: app, in: database))
  }

  /// The number that the database keeps itself, so that nothing is counted.
  package static func pending(app: String?, in database: Database) throws -> Int {
    let filter = StoreFilter("request_count", app: app)
    return try database.count(
      "SELECT sum(count) FROM request_count\(filter.clause)", filter.arguments)
  }

  /// The number of items of one kind in the inbox.
  package static func count(
    _ kind: InboxKind, app: String?, in database: Database
  ) throws -> Int {
    try count("inbox", StoreFilter(inbox: kind, app: app), database)
  }

  private static func count(
    _ table: String, _ filter: StoreFilter, _ database: Database
  ) throws -> Int {
    try database.count("SELECT count(*) FROM \(table)\(filter.clause)", filter.arguments)
  }
}
