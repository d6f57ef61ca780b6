import Glibc

extension SchedulerLock.Owner {
  /// Wakes the owner; returns false where its socket is gone, or has no process.
  public func isReached() -> Bool { socket.map { SchedulerWaker.send(to: $0) } ?? false }
}

extension Scheduler {
  /// Looks at the store again, and restores the socket where it is gone, for example because the
  /// runtime folder was removed. A daemon calls this once a minute.
  public func lookAgain() {
    // An existing socket delivers the wake-up, so the scheduler looks at the store.
    guard let timer = timer as? KernelTimer else { return }
    if let socket = timer.receiver?.path, SchedulerWaker.send(to: socket) { return }
    timer.restoreSocket()
  }
}

extension KernelTimer {
  fileprivate func restoreSocket() {
    receiver?.restore()
    // The thread still waits for the old socket.
    nudge()
  }
}

extension WakeSocket {
  /// Creates the socket again under its name; its descriptor keeps the number.
  func restore() {
    guard let new = try? Self.bound(to: path) else { return }
    dup2(new.number, descriptor.number)
    _ = fcntl(descriptor.number, F_SETFD, FD_CLOEXEC)
  }
}
