import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import Triggers

/// A request that waits, as the page shows it.
struct PendingRecord: Encodable {
  private static let dateCount = 5

  let app: String
  let identifier: String
  let title: String
  let body: String
  /// The next dates; empty where it waits for a place or a server.
  let dates: [Date]
  let repeats: Bool
  let trigger: String
  /// Whether its delivery has begun.
  let isBegun: Bool

  init(
    _ item: ScheduledRequest, _ schedule: NotificationSchedule, _ begun: BegunDeliveries,
    _ texts: AppTexts
  ) {
    let request = item.request
    app = request.app
    identifier = request.identifier
    let content = texts.localized(request.content, of: request.app)
    title = content.title
    body = content.body
    dates =
      (try? schedule.nextDates(of: item, count: Self.dateCount)) ?? item.due.date.map { [$0] } ?? []
    repeats = request.trigger.repeats
    trigger =
      switch request.trigger {
      case .immediate: "immediate"
      case .timeInterval: "interval"
      case .calendar: "calendar"
      case .region: "region"
      case .push: "push"
      }
    isBegun = begun.attempts(of: request) > 0
  }
}

/// A delivery that did not happen, as the page shows it.
struct MissedRecord: Encodable {
  let app: String
  let identifier: String
  let due: Date?
  let date: Date
  let reason: String
  let count: Int

  init(_ item: MissedNotification) {
    app = item.app
    identifier = item.identifier
    due = item.dueDate
    date = item.date
    count = item.count
    reason =
      switch item.reason {
      case .tooLate: "Nothing ran when it was due, and it was too late afterwards."
      case .failed: "The delivery failed."
      case .unreadable: "What is stored cannot be read."
      case .limit: "Taken out: the app had as many requests as the limit allows."
      }
  }
}
