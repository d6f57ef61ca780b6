import Glibc
import Synchronization

/// Makes the schedulers of a store look at it again.
///
/// A wake-up carries no data, because the store has it. A scheduler that does not run needs none.
final class SchedulerWaker: Sendable {
  /// Nil for a store in memory, whose schedulers are in this process.
  private let folder: StoreFolder?
  private let timers = Mutex<[ObjectIdentifier: any SchedulerTimer]>([:])

  init(folder: StoreFolder?) { self.folder = folder }

  /// Wakes a scheduler of this process, too, until ``disconnect(_:)``.
  func connect(_ timer: any SchedulerTimer) {
    guard folder == nil else { return }
    timers.withLock { $0[ObjectIdentifier(timer)] = timer }
  }

  func disconnect(_ timer: any SchedulerTimer) {
    timers.withLock { $0[ObjectIdentifier(timer)] = nil }
  }

  /// Sends an empty message to the socket of each scheduler that holds a lock in the store's
  /// folder.
  func wake() {
    for timer in timers.withLock({ $0.values.map(\.self) }) { timer.post(.changed) }
    guard let folder else { return }
    let sockets = SchedulerLock.owners(in: folder).compactMap(\.socket)
    for path in sockets { Self.send(to: path) }
  }

  /// - Returns: whether a process listens there.
  @discardableResult
  static func send(to path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var isSent = false
    try? SocketAddress.withAddress(path) { address, size in
      // A full queue is as good: the scheduler has yet to read the first message.
      let sent = sendto(descriptor, [0 as UInt8], 1, Int32(MSG_NOSIGNAL), address, size)
      isSent = sent == 1 || errno == EAGAIN
    }
    return isSent
  }
}
