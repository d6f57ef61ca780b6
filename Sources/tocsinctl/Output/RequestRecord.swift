import Foundation
import NotificationScheduling
import NotificationTypes

/// A request that waits, as JSON.
struct RequestRecord: Encodable {
  let request: NotificationRequest
  /// The next date, as text in the request's zone.
  let nextDate: String?
  /// Seconds from now; negative where it is overdue.
  let countdown: Double?
  let added: Date

  init(_ scheduled: ScheduledRequest, now: Date) {
    request = scheduled.request
    let zone = DateText.zone(of: request.trigger)
    nextDate = scheduled.due.date.map { date in
      let words = DateText.full(date, in: zone).split(separator: " ")
      return words[0] + "T" + words[1] + words[2]
    }
    countdown = scheduled.due.date.map { ($0.timeIntervalSince(now) * 1e3).rounded() / 1e3 }
    added = scheduled.added
  }
}

/// A list of records as a document with a version.
struct Listing<Record: Encodable>: Encodable {
  let version = 1
  let items: [Record]
}
