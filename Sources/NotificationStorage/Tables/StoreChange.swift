package import FoundationEssentials
package import LinuxProcess
package import NotificationTypes
package import Triggers

/// A change of a store's contents. Changes that are made together are one transaction.
package enum StoreChange: Sendable {
  // MARK: Requests

  /// Requests are cancelled. Nil identifiers mean all of the app; a nil app means every app.
  case cancelled(app: String?, identifiers: [String]?, at: Date)
  /// The requests of an app that wait for this crossing are due.
  case crossed(RegionCrossing, at: Moment)
  /// Due times on the elapsed clock are adapted to a moment: those of an earlier start of the
  /// machine by their estimated date, and the estimates of all others by the wall clock.
  case anchored(at: Moment)
  /// Requests with a calendar trigger get new due times; nil keeps the due time of a request.
  case rescheduled(@Sendable (CalendarTrigger, DueTime) -> DueTime?)
  /// Requests that do not repeat, and were due more than `grace` ago, are missed.
  case expired(at: Moment, grace: Duration, app: String?)

  // MARK: Deliveries

  /// A delivery has ended; `record` is the position of the end in the delivery log.
  case settled(Settlement, record: LogPosition?)
  /// A delivery that has not ended has been heard already, and is listed.
  case listed(WaitingRequest, at: Date, record: DeliveryRecord? = nil)
  /// The sound of a delivery in the store is over.
  case soundEnded(DeliveryID, DeliveryRecord.Fate)
  /// The banner and the sound of a delivery, as far as their ends are not known, are interrupted: their
  /// process has died. The sound may begin again.
  case interrupted(DeliveryID, soundBeginsAgain: Bool)
  /// The user has not answered whether an app may send notifications: those that wait for the answer
  /// are listed.
  case notHeld(app: String)
  /// Delivered notifications are dealt with. Nil identifiers mean all of the app; a nil app means
  /// every app.
  case removed(app: String?, identifiers: [String]?, at: Date)

  // MARK: Apps

  /// An app's registration is forgotten.
  case unregistered(app: String)
  /// The number on an app's icon; 0 is none.
  case badge(Int, app: String)
  /// A user has answered; the response waits for the app.
  case responded(NotificationResponse)
  /// The answer of an app to a question, as Apple's numbers; a question that was taken out stays out.
  case answered(question: Int64, options: Int)
  /// The items of the inbox with these numbers are dealt with: they were received, or are not needed
  /// any more.
  case received([Int64])

  /// A note that outlives the process.
  case noted(String, String)
  /// Notifications that were delivered or missed before `date` are forgotten.
  case outdated(before: Date)

  /// A change of tables that belong to one room alone, which makes it; it returns what
  /// ``apply(to:)`` does.
  case own(ofProfile: Bool = false, @Sendable (Database) throws -> Int)
}

extension StoreChange {
  /// - Returns: the number of requests, notifications or messages that there were to change.
  @discardableResult
  package func apply(to database: Database) throws -> Int {
    switch self {
    case .cancelled(let app, let identifiers, let date):
      try Self.withdraw(app, identifiers, at: date, in: database)
      return try Self.delete(from: "request", app, identifiers, in: database)
    case .crossed(let crossing, let moment): return try Self.cross(crossing, at: moment, database)
    case .anchored(let moment): try Self.anchor(at: moment, database)
    case .rescheduled(let newDue): return try Self.reschedule(newDue, database)
    case .expired(let moment, let grace, let app):
      return try Self.expire(at: moment, grace, app, database)
    case .settled(let settlement, let record):
      try Self.settle(settlement, in: database)
      if let record { try Self.note(record.key, "\(record.number)", in: database) }
    case .listed(let waiting, let date, let record):
      try Self.put(waiting, at: date, .open, record, in: database)
    case .soundEnded(let id, let outcome): try Self.endSound(of: id, outcome, in: database)
    case .interrupted(let id, let soundBeginsAgain):
      try Self.interrupt(id, soundBeginsAgain: soundBeginsAgain, in: database)
    case .notHeld(let app): try Self.listHeld(of: app, in: database)
    case .removed(let app, let identifiers, let date):
      try Self.withdraw(app, identifiers, at: date, in: database)
      return try Self.close(app, identifiers, at: date, in: database)
    case .unregistered(let app):
      return try Self.delete(from: "registration", app, nil, in: database)
    case .badge(let count, let app): try Self.setBadge(count, app, in: database)
    case .responded(let response): try Self.keep(response, in: database)
    case .answered(let question, let options):
      return try Self.answer(question, options, in: database)
    case .received(let numbers):
      return try numbers.reduce(0) { try $0 + Self.remove($1, in: database) }
    case .noted(let key, let value): try Self.note(key, value, in: database)
    case .outdated(let date): return try Self.forget(before: date, in: database)
    case .own(_, let change): return try change(database)
    }
    return database.changesCount
  }

  /// Whether it changes no more than the outcome of a sound, which the delivery log has, too.
  package var isOfRecord: Bool { if case .soundEnded = self { true } else { false } }

  /// Whether it changes a part of an ``AppProfile``.
  package var isOfProfile: Bool {
    switch self {
    case .badge, .unregistered: true
    case .own(let isOfProfile, _): isOfProfile
    default: false
    }
  }

  private static func delete(
    from table: String, _ app: String?, _ identifiers: [String]?, in database: Database
  ) throws -> Int {
    guard let identifiers else {
      let filter = StoreFilter(table, app: app)
      try database.execute(
        "DELETE FROM \(table)\(filter.clause)", filter.arguments)
      return database.changesCount
    }
    let statement = "DELETE FROM \(table) WHERE (?1 IS NULL OR app = ?1) AND identifier = ?2"
    return try identifiers.reduce(0) { count, identifier in
      try database.execute(statement, [app, identifier])
      return count + database.changesCount
    }
  }
}
