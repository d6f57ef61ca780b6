import FoundationEssentials
import LinuxProcess
import NotificationStorage
import Synchronization

/// Reads the sounds of the next due requests into memory.
final class SoundPrefetch: Sendable {
  private static let horizon = 24 * 3_600.0
  private static let maximumCount = 128

  private let schedule: NotificationSchedule
  private let delivery: DeliveryService
  private let app: String?
  private let runs: Coalescer
  /// The deliveries whose sounds were read; each change of the store costs no more than what is new.
  private let known = Mutex<Set<DeliveryID>>([])

  /// - Parameter app: the only app of the service; nil means all apps.
  init(schedule: NotificationSchedule, delivery: DeliveryService, app: String?) {
    self.schedule = schedule
    self.delivery = delivery
    self.app = app
    runs = Coalescer(schedule.store.writer.executor)
  }

  /// Starts a prefetch. If one is running, another follows for requests that came meanwhile.
  func begin() { runs.run { [self] in await run() } }

  /// Forgets what was read: the next prefetch reads all of it again.
  func forget() { known.withLock { $0 = [] } }

  private func run() async {
    var moment = schedule.clock.now
    moment.wall += Self.horizon
    moment.elapsed += .seconds(Self.horizon)
    let query = WaitingQuery(
      moment: moment, until: .zero, app: app, limit: Self.maximumCount)
    let lists = (try? schedule.store.read(.waiting(query))) ?? []
    let requests = lists.flatMap(\.requests)
    let new = known.withLock { known in
      defer { known = Set(requests.map(\.id)) }
      return requests.filter { !known.contains($0.id) }
    }
    await delivery.warm(new.compactMap { try? $0.request() })
  }
}
