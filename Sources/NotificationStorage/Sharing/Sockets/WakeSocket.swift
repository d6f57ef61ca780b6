import FoundationEssentials
import Glibc
import LinuxProcess
import Synchronization

/// The socket on which other processes wake a scheduler, or an app.
package final class WakeSocket: Sendable {
  package let descriptor: Descriptor
  package let path: String
  private let hasName: Atomic<Bool>

  /// - Precondition: the caller holds the scheduler's lock, so that a socket of this name belongs to
  ///   a dead one.
  package init(_ path: String) throws(SchedulerError) {
    self.path = path
    descriptor = try Self.bound(to: path)
    hasName = Atomic(true)
  }

  /// A socket that nobody can reach before ``restore()``.
  package init(toBind path: String) throws(SchedulerError) {
    self.path = path
    descriptor = try Self.unbound()
    hasName = Atomic(false)
  }

  /// Whether it has had its name at least once, and was not removed.
  package var isBound: Bool { hasName.load(ordering: .relaxed) }

  /// Makes the socket, or makes it again, under its name; its descriptor keeps the number.
  /// - Precondition: as for ``init(_:)``.
  package func restore() {
    guard let new = try? Self.bound(to: path) else { return }
    dup2(new.number, descriptor.number)
    _ = fcntl(descriptor.number, F_SETFD, FD_CLOEXEC)
    hasName.store(true, ordering: .relaxed)
  }

  private static func unbound() throws(SchedulerError) -> Descriptor {
    try Descriptor(
      socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0), "socket")
  }

  private static func bound(to path: String) throws(SchedulerError) -> Descriptor {
    let descriptor = try unbound()
    try SocketAddress.bind(descriptor.number, to: path)
    return descriptor
  }

  /// Removes the socket's file, once: a successor may have its own under this name.
  /// - Precondition: as for ``init(_:)``.
  package func remove() {
    if hasName.exchange(false, ordering: .relaxed) { unlink(path) }
  }

  /// The number of messages from which on the queue may have been full, and others were lost.
  private static let flood = 8

  /// Reads everything that has come; returns what has changed, which is empty where nothing has
  /// come.
  package func drain() -> StoreParts {
    var byte: UInt8 = 0
    var parts: StoreParts = []
    var count = 0
    while recv(descriptor.number, &byte, 1, 0) >= 0 {
      parts.formUnion(StoreParts(message: byte))
      count += 1
      byte = 0
    }
    return count < Self.flood ? parts : .everything
  }

  /// Where the scheduler of a store listens: in the user's runtime folder, under a name that belongs
  /// to the store; without such a folder, beside the store.
  package static func path(of owner: OwnerName, in folder: StoreFolder) -> String {
    // An address through the folder's descriptor has 87 bytes for a name.
    let owner = owner.description
    let name = owner.utf8.count > 60 ? "\(owner.prefix(27))_\(owner.digest)" : owner
    guard let runtime = RuntimeFolder.path, access(runtime, W_OK) == 0
    else { return "\(folder.path)/\(name).socket" }
    return "\(runtime)/tocsin/\(name)-\(folder.path.fingerprint).socket"
  }
}

/// A file descriptor that is closed with its last reference.
package final class Descriptor: Sendable {
  package let number: Int32

  package init(_ number: Int32, _ call: String) throws(SchedulerError) {
    guard number >= 0 else { throw .system("\(call): \(String(cString: strerror(errno)))") }
    self.number = number
  }

  deinit { close(number) }
}
