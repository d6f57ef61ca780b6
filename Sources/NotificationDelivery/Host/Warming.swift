import Dispatch
import Foundation
import NotificationScheduling
import Synchronization

/// Has the sounds of what is due next in memory before it is due.
final class Warming: Sendable {
  private static let horizon = 24 * 3_600.0
  private static let limit = 128

  private let schedule: NotificationSchedule
  private let delivery: DeliveryService
  private let executor = QueueExecutor(label: "tocsin.warming")
  private let isUnderWay = Mutex(false)

  init(schedule: NotificationSchedule, delivery: DeliveryService) {
    self.schedule = schedule
    self.delivery = delivery
  }

  /// Begins, unless it is under way: what comes meanwhile is read when it is due.
  func begin() {
    let starts = isUnderWay.withLock { isUnderWay in
      defer { isUnderWay = true }
      return !isUnderWay
    }
    guard starts else { return }
    Task(executorPreference: executor) { [self] in
      var moment = schedule.clock.now
      moment.wall += Self.horizon
      moment.elapsed += .seconds(Self.horizon)
      let order = ClaimOrder(moment: moment, limit: Self.limit, owner: "")
      let claims = (try? schedule.store.peekDue(order)) ?? []
      isUnderWay.withLock { $0 = false }
      await delivery.warm(claims.compactMap { try? $0.request() })
    }
  }
}
