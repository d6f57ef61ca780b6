import NotificationStorage

extension Scheduler {
  /// Looks at the store again, and restores the socket where it is gone, for example because the
  /// runtime folder was removed. A daemon calls this once a minute.
  public func lookAgain() {
    // An existing socket delivers the wake-up, so the scheduler looks at the store.
    if let socket = receiver?.path, SchedulerWaker.send(to: socket) { return }
    restoreSocket()
  }

  /// The socket on which other processes wake this scheduler.
  private var receiver: WakeSocket? { (timer as? KernelTimer)?.receiver }

  /// Makes the socket where it is missing. Only the holder of the lock does, because another
  /// process's socket would be replaced.
  func restoreSocket() {
    guard let receiver, ownership?.isHeld == true else { return }
    receiver.restore()
    // The thread still waits for the old socket.
    (timer as? KernelTimer)?.nudge()
  }

  /// Whether the lock, the log and the socket are there; what is missing is tried each second.
  var isWhole: Bool { ownership?.isWhole != false && receiver?.isBound != false }

  /// Takes the lock again where its file was removed, and makes what could not be made before.
  func checkOwnership() throws {
    let isNew = try ownership?.check() == true
    if receiver?.isBound == false { restoreSocket() }
    guard isNew else { return }
    reserveLog()
    // A store that cannot be written reports itself.
    if schedule.store.writer.failure == nil { recovered() }
  }
}
