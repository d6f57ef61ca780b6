package import FoundationEssentials
import LinuxProcess

/// The kinds of items in the inbox: what waits for an app, or for a process that works for it.
///
/// `state` and `identifier` are columns of the table; where a kind does not name them, they are null.
package enum InboxKind: Int, Sendable {
  /// A user's response, for the app.
  case response
  /// A question to an app in the foreground. `state` is the answer, as Apple's numbers.
  case question
  /// A message that wakes the app. The app then looks at everything there is, so a newer message
  /// replaces the older one: all have the same `identifier`.
  case message
  /// A notification that the service extension of its app may change; a later one with its
  /// `identifier` replaces it. `state` counts the starts of the extension.
  case extensible
}

extension StoreFilter {
  /// The items of one kind for an app; nil means every app.
  package init(inbox kind: InboxKind, app: String?) {
    self.init("inbox", app: app)
    add("kind = ?", kind.rawValue)
  }
}

extension StoreQuery {
  /// A query of the inbox, oldest first.
  init(inbox filter: StoreFilter, element: @escaping @Sendable (Row) -> Element?) {
    self.init("inbox", where: filter, by: "sequence", element: element)
  }
}

/// An item that is to be put into the inbox.
package struct InboxItem: Sendable {
  private let kind: InboxKind
  private let app: String
  private let identifier: String?
  private let date: Date
  private let state: Int?
  private let body: Data

  /// - Throws: where `value` cannot be encoded.
  package init(
    _ kind: InboxKind, _ value: some Encodable, app: String, identifier: String? = nil, date: Date,
    state: Int? = nil
  ) throws {
    self.kind = kind
    self.app = app
    self.identifier = identifier
    self.date = date
    self.state = state
    body = try JSONEncoder().encode(value)
  }

  /// - Returns: the item's number, which no other item gets.
  @discardableResult
  package func put(into database: Database) throws -> Int64 {
    try database.execute(
      "INSERT INTO inbox (app, kind, date, identifier, state, body) VALUES (?, ?, ?, ?, ?, ?)",
      [app, kind.rawValue, date.microseconds, identifier, state, body])
    return database.lastInsertedRowID
  }
}

extension StoreChange {
  /// - Returns: the number of items that there were.
  package static func remove(_ item: Int64, in database: Database) throws -> Int {
    try database.execute("DELETE FROM inbox WHERE sequence = ?", [item])
    return database.changesCount
  }
}
