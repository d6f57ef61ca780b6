import FoundationEssentials
import LinuxProcess
import NotificationStorage
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
    noteClock()
  }

  /// The error of the box's clock that is worth a report, in milliseconds: more than the time that
  /// an answer of the gateway takes.
  private static let clockTolerance: Int64 = 60_000

  /// Reports, once, that the box's clock is wrong, or that it is right again.
  private func noteClock() {
    let moment = schedule.clock.now
    let elapsed = moment.elapsed.milliseconds
    guard let time = state.withLock(\.serverTime).now(at: elapsed) else { return }
    let error = Int64(moment.wall.timeIntervalSince1970 * 1_000) - time
    let text = abs(error) > Self.clockTolerance ? ClockError.text(milliseconds: error) : nil
    let isNew = state.withLock { state in
      defer { state.clockError = text }
      return state.clockError != text
    }
    guard isNew else { return }
    log.note(text == nil ? .notice : .warning, text ?? "this box's clock is right again")
    schedule.noteReceiver(RemoteReceiver.clockNote, text ?? "")
  }
}

/// The error of a box's clock, for people.
enum ClockError {
  static func text(milliseconds: Int64) -> String {
    let seconds = Int64((Double(milliseconds).magnitude / 1_000).rounded())
    let (unit, length): (String, Int64) =
      switch seconds {
      case ..<7_200: ("minutes", 60)
      case ..<172_800: ("hours", 3_600)
      default: ("days", 86_400)
      }
    let count = (seconds + length / 2) / length
    return "this box's clock is \(count) \(unit) \(milliseconds > 0 ? "ahead of" : "behind") "
      + "the gateway's: set it, or let NTP set it (timedatectl set-ntp true)"
  }
}
