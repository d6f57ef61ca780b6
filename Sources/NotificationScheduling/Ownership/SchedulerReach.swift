import Glibc

extension SchedulerLock.Owner {
  /// Wakes it; false where its socket has gone, or belongs to nobody.
  public func isReached() -> Bool { socket.map { SchedulerWaker.send(to: $0) } ?? false }
}

extension Scheduler {
  /// Looks at the store again, and makes the socket again where it has gone: somebody has removed
  /// the runtime folder, say. A daemon does it once a minute.
  public func lookAgain() {
    // One that is there brings the word, and with it the look.
    guard let timer = timer as? KernelTimer else { return }
    if let socket = timer.receiver?.path, SchedulerWaker.send(to: socket) { return }
    timer.restoreSocket()
  }
}

extension KernelTimer {
  fileprivate func restoreSocket() {
    receiver?.restore()
    // The thread waits for the old one still.
    nudge()
  }
}

extension WakeSocket {
  /// Makes it again under its name; its descriptor keeps the number.
  func restore() {
    guard let new = try? Self.bound(to: path) else { return }
    dup2(new.number, descriptor.number)
    _ = fcntl(descriptor.number, F_SETFD, FD_CLOEXEC)
  }
}
