import Glibc
import LinuxProcess
import Synchronization

/// Makes the schedulers of a store look at it again.
///
/// A wake-up says which parts have changed; the store has the rest. A scheduler that does not run
/// needs none.
package final class SchedulerWaker: Sendable {
  /// Nil for a store in memory, whose schedulers are in this process.
  private let folder: StoreFolder?
  private let listeners = Mutex<[ObjectIdentifier: @Sendable (StoreParts) -> Void]>([:])

  package init(folder: StoreFolder?) { self.folder = folder }

  /// Calls `body` for a scheduler of this process, too, until ``disconnect(_:)``.
  package func connect(_ owner: AnyObject, _ body: @escaping @Sendable (StoreParts) -> Void) {
    guard folder == nil else { return }
    listeners.withLock { $0[ObjectIdentifier(owner)] = body }
  }

  package func disconnect(_ owner: AnyObject) {
    listeners.withLock { $0[ObjectIdentifier(owner)] = nil }
  }

  /// Sends a message to the socket of each scheduler that holds a lock in the store's folder.
  /// - Parameter apps: the apps that it is about; nil means any app, for which the folder has to be
  ///   listed.
  package func wake(_ parts: StoreParts, of apps: Set<String>? = nil) {
    for body in listeners.withLock({ $0.values.map(\.self) }) { body(parts) }
    guard let folder else { return }
    let owners = apps.map { SchedulerLock.owners(of: $0, in: folder) }
    for owner in owners ?? SchedulerLock.owners(in: folder) {
      if let path = owner.socket { Self.send(parts, to: path) }
    }
  }

  /// - Returns: whether a process listens there.
  @discardableResult
  package static func send(_ parts: StoreParts = .everything, to path: String) -> Bool {
    reach(path) { descriptor in
      // A full queue is as good: who reads it takes it for a change of everything.
      Glibc.send(descriptor, [parts.rawValue], 1, Int32(MSG_NOSIGNAL)) == 1 || errno == EAGAIN
    }
  }

  /// - Returns: false where no process listens at `path`; else what `body` returns for a socket that
  ///   is connected with it.
  fileprivate static func reach(_ path: String, _ body: (Int32) -> Bool = { _ in true }) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return SocketAddress.connect(descriptor, to: path) && body(descriptor)
  }
}

extension SchedulerLock.Owner {
  /// Whether wake-ups reach the owner; false where its socket is gone, or has no process.
  public var isReachable: Bool { socket.map { SchedulerWaker.reach($0) } ?? false }
}
