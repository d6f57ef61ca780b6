import Glibc
import Synchronization

/// Tells the schedulers of a store to look again.
///
/// It carries no data: the store has them. Who is not there does not need to be told.
public protocol SchedulerWaker: Sendable {
  func wake()
}

/// Sends an empty word to the socket of each scheduler that holds a lock in the store's folder.
public struct SocketWaker: SchedulerWaker {
  private let folder: StoreFolder

  public init(folder: StoreFolder) { self.folder = folder }

  public func wake() {
    let sockets = SchedulerLock.owners(in: folder).compactMap(\.socket)
    for path in sockets { Self.send(to: path) }
  }

  /// - Returns: whether somebody listens there.
  @discardableResult
  static func send(to path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var isSent = false
    try? SocketAddress.withAddress(path) { address, size in
      // A full queue is as good: the first word has not been looked at yet.
      let sent = sendto(descriptor, [0 as UInt8], 1, Int32(MSG_NOSIGNAL), address, size)
      isSent = sent == 1 || errno == EAGAIN
    }
    return isSent
  }
}

/// Wakes the schedulers of its own process, which announce themselves: for a store in memory.
public final class RelayWaker: SchedulerWaker {
  private let timers = Mutex<[any SchedulerTimer]>([])

  public init() {}

  func connect(_ timer: any SchedulerTimer) { timers.withLock { $0.append(timer) } }

  public func wake() {
    for timer in timers.withLock({ $0 }) { timer.post(.changed) }
  }
}
