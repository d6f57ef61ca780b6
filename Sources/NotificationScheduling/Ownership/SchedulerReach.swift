import Glibc

extension SchedulerLock.Owner {
  /// Wakes it; false where its socket has gone, or belongs to nobody.
  public func isReached() -> Bool { socket.map { SocketWaker.send(to: $0) } ?? false }
}

extension Scheduler {
  /// Looks at the store again, and makes the socket again where it has gone: somebody has removed the
  /// runtime folder, say. A daemon does it once a minute.
  public func lookAgain() {
    // One that is there brings the word, and with it the look.
    if let socket = timer?.socket, SocketWaker.send(to: socket) { return }
    (timer as? KernelTimer)?.receiver?.restore()
    timer?.post(.changed)
  }
}

extension WakeSocket {
  /// Makes it again under its name, behind the descriptor that it had.
  func restore() {
    guard let new = try? Self.bound(to: path) else { return }
    let old = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
    dup2(new.number, descriptor.number)
    _ = fcntl(descriptor.number, F_SETFD, FD_CLOEXEC)
    // Whoever waits for the old one is woken, and waits for the new one then.
    shutdown(old, Int32(SHUT_RDWR))
    close(old)
  }
}
