import Dispatch
import Foundation
import NotificationScheduling
import Synchronization

/// Has the sounds of what is due next in memory before it is due.
final class Warming: Sendable {
  private enum State { case idle, working, wanted }

  private static let horizon = 24 * 3_600.0
  private static let limit = 128

  private let schedule: NotificationSchedule
  private let delivery: DeliveryService
  private let executor = QueueExecutor(label: "tocsin.warming")
  private let state = Mutex(State.idle)

  init(schedule: NotificationSchedule, delivery: DeliveryService) {
    self.schedule = schedule
    self.delivery = delivery
  }

  /// Begins; where it is under way, it goes round once more.
  func begin() {
    let isIdle = state.withLock { state in
      defer { state = state == .idle ? .working : .wanted }
      return state == .idle
    }
    guard isIdle else { return }
    Task(executorPreference: executor) { [self] in
      repeat { await read() } while isWanted()
    }
  }

  private func isWanted() -> Bool {
    state.withLock { state in
      defer { state = state == .wanted ? .working : .idle }
      return state == .wanted
    }
  }

  private func read() async {
    var moment = schedule.clock.now
    moment.wall += Self.horizon
    moment.elapsed += .seconds(Self.horizon)
    let query = WaitingQuery(moment: moment, until: .zero, app: delivery.app, limit: Self.limit)
    let lists = (try? schedule.store.waiting(query)) ?? []
    await delivery.warm(lists.flatMap(\.requests).compactMap { try? $0.request() })
  }
}
