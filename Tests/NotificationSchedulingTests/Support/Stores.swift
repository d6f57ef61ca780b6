import Foundation
import NotificationScheduling
import NotificationTypes
import TestSupport
import Testing

/// The kinds of store: what one of them does, the other does too.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case memory, sqlite

  var testDescription: String { rawValue }

  /// An empty store, and the folder that holds it as long as it is needed.
  func make() throws -> (store: NotificationStore, folder: TemporaryFolder) {
    let folder = try TemporaryFolder()
    switch self {
    case .memory: return (NotificationStore(), folder)
    case .sqlite:
      return (try NotificationStore(folder: StoreFolder(path: folder.path("state"))), folder)
    }
  }
}

/// Values for tests.
enum Sample {
  static let moment = ManualClock().now

  static func request(
    _ identifier: String, app: String = "app", trigger: NotificationTrigger = .immediate
  ) -> NotificationRequest {
    NotificationRequest(
      identifier: identifier, app: app, content: .init(title: "Title of \(identifier)"),
      trigger: trigger)
  }

  /// A request that is due so many seconds from the sample's moment.
  static func new(
    _ identifier: String, app: String = "app", due seconds: Double
  ) throws -> NewRequest {
    NewRequest(
      request: request(
        identifier, app: app, trigger: .calendar(try CalendarTrigger(.init(hour: 7)))),
      due: .wall(date: moment.wall + seconds, local: 0), added: moment.wall)
  }

  static func elapsed(_ identifier: String, due seconds: Double) throws -> NewRequest {
    NewRequest(
      request: request(
        identifier, trigger: .timeInterval(try TimeIntervalTrigger(.seconds(100)))),
      due: .elapsed(
        moment.elapsed + .seconds(seconds), boot: moment.boot, estimate: moment.wall + seconds),
      added: moment.wall)
  }

  static func order(
    at moment: Moment = moment, limit: Int = 100, app: String? = nil, owner: String = "scheduler"
  ) -> ClaimOrder {
    ClaimOrder(moment: moment, limit: limit, app: app, owner: owner)
  }
}

extension NotificationStore {
  /// The identifiers of all requests, soonest first.
  func identifiers() throws -> [String] { try requests(app: nil).map(\.request.identifier) }
}
