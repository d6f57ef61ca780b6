/// The messages that were taken for an app from a server that gives only names and times. Within a
/// day each name counts once; older messages were taken long ago, or are not wanted.
struct TakenMarks {
  private let app: String
  private let database: Database

  /// Seconds for which names are kept.
  private static let memory: Int64 = 86_400
  /// Seconds by which a server's clock may go back before it counts as having been set.
  private static let slack: Int64 = 60

  init(_ app: String, _ database: Database) {
    self.app = app
    self.database = database
  }

  /// - Returns: false where it was taken before, or is too old.
  func take(_ mark: RemoteArrival.Mark) throws -> Bool {
    guard try !contains(mark.identifier), try mark.time >= floor ?? 0 else { return false }
    try insert(mark.identifier, mark.time)
    if let newest = try newest, let floor = try floor, newest - Self.memory > floor {
      try insert("", newest - Self.memory)
      try database.execute(
        "DELETE FROM remote_taken WHERE app = ? AND date < ?",
        [app, newest - Self.memory])
    }
    return true
  }

  /// Takes the server's time when a connection begins. Messages from before the first connection
  /// are not taken.
  /// - Returns: whether the server's clock has gone back, so that it has to be asked again.
  func begin(at time: Int64) throws -> Bool {
    guard let newest = try newest else {
      try insert("", time)
      return false
    }
    guard newest > time + Self.slack else { return false }
    // What came after the clock was set is older than this connection, and when that was is not known.
    // The names of a day are, so nothing is taken twice.
    try database.execute(
      "UPDATE remote_taken SET date = iif(identifier = '', ?, ?) WHERE app = ? AND date > ?",
      [time - Self.memory, time, app, time])
    return true
  }

  /// The time from which the server is to be asked; nil before the first connection.
  /// - Parameter overlap: seconds within which a server's messages may come in any order.
  func since(overlap: Int64) throws -> Int64? {
    guard let newest = try newest, let floor = try floor else { return nil }
    return max(floor, newest - overlap)
  }

  private var floor: Int64? {
    get throws {
      try database.integer("SELECT date FROM remote_taken WHERE app = ? AND identifier = ''", [app])
    }
  }

  private var newest: Int64? {
    get throws {
      try database.integer(
        "SELECT max(date) FROM remote_taken WHERE app = ?",
        [app])
    }
  }

  private func contains(_ identifier: String) throws -> Bool {
    try database.integer(
      "SELECT 1 FROM remote_taken WHERE app = ? AND identifier = ?",
      [app, identifier]) != nil
  }

  private func insert(_ identifier: String, _ time: Int64) throws {
    try database.execute(
      "INSERT INTO remote_taken (app, date, identifier) VALUES (?, ?, ?)",
      [app, time, identifier])
  }
}

extension StoreReading where Value == Int64? {
  /// The time from which the server of an app is to be asked, in seconds since 1970; nil before the
  /// first connection.
  package static func takenSince(of app: String, overlap: Int64) -> StoreReading {
    StoreReading { try TakenMarks(app, $0).since(overlap: overlap) }
  }
}

extension StoreChange {
  /// A connection for an app begins, by the server's time in seconds since 1970. It counts if the
  /// server's clock has gone back, so that the server has to be asked again.
  package static func began(takingFor app: String, at time: Int64) -> StoreChange {
    .own { try TakenMarks(app, $0).begin(at: time) ? 1 : 0 }
  }

  /// No process listens for an app any more: the messages that were taken for it are forgotten.
  package static func endedTaking(for app: String) -> StoreChange {
    .own { database in
      try database.execute("DELETE FROM remote_taken WHERE app = ?", [app])
      return database.changesCount
    }
  }
}
