import Foundation
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing
import Triggers

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
  ) throws -> ScheduledRequest {
    ScheduledRequest(
      request: request(
        identifier, app: app, trigger: .calendar(try CalendarTrigger(.init(hour: 7)))),
      due: .wall(date: moment.wall + seconds, local: 0), added: moment.wall)
  }

  static func elapsed(_ identifier: String, due seconds: Double) throws -> ScheduledRequest {
    ScheduledRequest(
      request: request(
        identifier, trigger: .timeInterval(try TimeIntervalTrigger(.seconds(100)))),
      due: .elapsed(
        moment.elapsed + .seconds(seconds), boot: moment.boot, estimate: moment.wall + seconds),
      added: moment.wall)
  }

  /// What is due at the sample's moment, soonest first.
  static func due(in store: NotificationStore, app: String? = nil) throws -> [WaitingRequest] {
    let query = WaitingQuery(moment: moment, until: .zero, app: app, limit: 10_000)
    return try store.read(.waiting(query)).flatMap(\.requests)
      .sorted {
        ($0.due.date ?? .distantPast, $0.id.request) < ($1.due.date ?? .distantPast, $1.id.request)
      }
  }

  /// Has everything delivered that is due.
  static func deliver(in store: NotificationStore, at date: Date = moment.wall) throws {
    store.settle(
      try due(in: store).map { Settlement($0, .delivered(at: date)) })
  }
}

extension NotificationStore {
  /// Records how deliveries ended.
  func settle(_ settlements: [Settlement]) {
    for settlement in settlements { writer.append(.settled(settlement, record: nil)) }
    writer.flush()
  }

  /// The identifiers of all requests, soonest first.
  func identifiers() throws -> [String] { try fetch(.pending()).map(\.request.identifier) }
}
