import FoundationEssentials
import NotificationRequests
import NotificationTypes
import RemoteNotifications
import Synchronization

/// The server's time, by which pushes expire.
extension PushReceiver {
  /// - Returns: whether the push has expired; nil if that is not known.
  func isExpired(_ envelope: PushEnvelope, at moment: Moment) -> Bool? {
    if let time = state.withLock(\.serverTime).now(at: moment.elapsed.milliseconds) {
      return envelope.isExpired(at: time)
    }
    let wall = Int64(moment.wall.timeIntervalSince1970 * 1_000)
    let isExpired = envelope.isExpired(at: wall)
    return isExpired && !schedule.clock.isSynchronized ? nil : isExpired
  }

  func hear(_ time: Int64, at elapsed: Int64) {
    state.withLock { $0.serverTime.hear(time, at: elapsed) }
  }

  private static let timeNote = "remote-time"

  /// The server's time that an earlier run has recorded since the machine's start.
  func recalledTime() -> ServerTime {
    let note =
      ((try? schedule.store.read(.note(Self.timeNote))) ?? nil)?.split(separator: " ") ?? []
    guard note.count == 2, note[0] == schedule.clock.now.boot else { return ServerTime() }
    return ServerTime(offset: Int64(note[1]))
  }

  func noteTime() {
    guard let offset = state.withLock(\.serverTime.offset) else { return }
    _ = try? schedule.store.apply(.noted(Self.timeNote, "\(schedule.clock.now.boot) \(offset)"))
  }
}
