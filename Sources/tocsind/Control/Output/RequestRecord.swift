import Foundation
import NotificationStorage
import NotificationTypes
import Triggers

/// A request that waits, as JSON.
struct RequestRecord: Encodable {
  let request: NotificationRequest
  /// The next date, as text in the request's zone.
  let nextDate: String?
  /// Seconds from now; negative where it is overdue.
  let countdown: Double?
  let added: Date
  /// `pending`, or `begun` while it is being delivered, or was when its process died.
  let state: String
  /// The number of times that its delivery was begun; 0 while it waits.
  let attempts: Int

  /// - Parameter attempts: how often its delivery was begun.
  init(_ scheduled: ScheduledRequest, attempts: Int = 0, now: Date) {
    request = scheduled.request
    let zone = DateText.zone(of: request.trigger)
    nextDate = scheduled.due.date.map { date in
      let words = DateText.full(date, in: zone).split(separator: " ")
      return words[0] + "T" + words[1] + words[2]
    }
    countdown = scheduled.due.date.map { ($0.timeIntervalSince(now) * 1e3).rounded() / 1e3 }
    added = scheduled.added
    self.attempts = attempts
    state = attempts == 0 ? "pending" : "begun"
  }
}

/// A list of records as a document with a version.
struct Listing<Record: Encodable>: Encodable {
  let version = 1
  let items: [Record]
}
