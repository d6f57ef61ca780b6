import Dispatch
import Foundation
import NotificationScheduling
import Synchronization

/// Has the sounds of what is due next in memory before it is due.
final class SoundPrefetch: Sendable {
  private static let horizon = 24 * 3_600.0
  private static let maximumCount = 128

  private let schedule: NotificationSchedule
  private let delivery: DeliveryService
  private let executor = QueueExecutor(label: "tocsin.prefetch")
  private let state = Mutex((isRunning: false, isWanted: false))

  init(schedule: NotificationSchedule, delivery: DeliveryService) {
    self.schedule = schedule
    self.delivery = delivery
  }

  /// Begins; where one is under way, another follows for what has come meanwhile.
  func begin() {
    let starts = state.withLock { state in
      defer { state = (true, state.isRunning) }
      return !state.isRunning
    }
    guard starts else { return }
    Task(executorPreference: executor) { [self] in
      repeat { await run() } while goesOn()
    }
  }

  private func goesOn() -> Bool {
    state.withLock { state in
      state = (state.isWanted, false)
      return state.isRunning
    }
  }

  private func run() async {
    var moment = schedule.clock.now
    moment.wall += Self.horizon
    moment.elapsed += .seconds(Self.horizon)
    let query = WaitingQuery(
      moment: moment, until: .zero, app: delivery.app, limit: Self.maximumCount)
    let lists = (try? schedule.store.waiting(query)) ?? []
    await delivery.warm(lists.flatMap(\.requests).compactMap { try? $0.request() })
  }
}
