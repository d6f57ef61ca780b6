public import FoundationEssentials
import LinuxProcess
public import NotificationTypes

extension NotificationStore {
  /// Adds requests in order; one with the identifier of another one of its app replaces it.
  /// - Throws: `StoreError` where it cannot be written: nothing is changed then.
  public func add(
    _ requests: [ScheduledRequest], limit: PendingLimit
  ) throws(StoreError) -> [Addition] {
    // Encoded before the transaction begins, because other processes wait for it.
    let bodies: [StoredBody]
    do {
      bodies = try requests.map { try StoredBody($0.request) }
    } catch {
      throw .other("the request cannot be encoded: \(error)")
    }
    return try write { database in
      try zip(requests, bodies).map { try $0.add($1, limit, to: database) }
    }
  }

  /// Makes all changes or none. Changes that no caller waits for go through the ``writer`` instead.
  /// - Returns: the number of requests, notifications or messages that there were to change.
  /// - Throws: `StoreError` where it cannot be written: nothing is changed then.
  @discardableResult
  package func apply(_ changes: StoreChange...) throws(StoreError) -> Int {
    defer { if changes.contains(where: \.isOfProfile) { profiles.forget() } }
    return try write { database in
      try changes.reduce(0) { try $0 + $1.apply(to: database) }
    }
  }

  /// Changes the profile of an app, an empty one for a new app.
  /// - Returns: what `body` returns.
  /// - Throws: `StoreError` where it cannot be written: nothing is changed then.
  @discardableResult
  public func change<Result>(
    _ app: String, _ body: (inout AppProfile) -> Result
  ) throws(StoreError) -> Result {
    defer { profiles.forget() }
    return try write { database in
      let old = try AppProfile(of: app, in: database)
      var new = old
      let result = body(&new)
      try new.write(over: old, of: app, to: database)
      return result
    }
  }

  /// Asks an app which parts of a notification to show. Questions that were asked over a minute
  /// before or after `date` are forgotten.
  /// - Returns: the question's number, which no other question gets.
  /// - Throws: `StoreError` where it cannot be written: nothing is changed then.
  public func ask(
    about notification: DeliveredNotification, at date: Date
  ) throws(StoreError) -> Int64 {
    try write { database in
      try database.execute(
        "DELETE FROM inbox WHERE kind = ? AND abs(date - ?) > ?",
        [
          InboxKind.question.rawValue, date.microseconds,
          Int64(PresentationQuestion.lifetime * 1e6),
        ])
      return try InboxItem(
        .question, notification, app: notification.request.app, date: date
      ).put(into: database)
    }
  }

  /// Forgets notifications that were delivered or missed before `date`, and returns their space to
  /// the disk, and memory that is not needed.
  /// - Throws: `StoreError` where it cannot be written: nothing is changed then.
  public func prune(before date: Date) throws(StoreError) {
    try apply(.outdated(before: date))
    try shrink()
  }
}
