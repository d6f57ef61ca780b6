import Dispatch
import Glibc
import Synchronization

/// Brings the database's log to the disk, beside the work that writes it.
final class LogSyncer: Sendable {
  private enum State { case idle, working, wanted }

  private let path: String
  private let queue = DispatchQueue(label: "tocsin.sync")
  private let state = Mutex(State.idle)

  init(_ path: String) { self.path = path }

  /// What is in the log now will be on the disk soon. Many requests are one call.
  func request() {
    let isIdle = state.withLock { state in
      defer { state = state == .idle ? .working : .wanted }
      return state == .idle
    }
    if isIdle { queue.async { [self] in work() } }
  }

  /// While the work goes on, one sync follows the other after a pause: each holds up what is
  /// written beside it.
  private static let pause = DispatchTimeInterval.milliseconds(20)

  private func work() {
    synchronize()
    let isWanted = state.withLock { state in
      let isWanted = state == .wanted
      state = isWanted ? .working : .idle
      return isWanted
    }
    if isWanted { queue.asyncAfter(deadline: .now() + Self.pause) { [self] in work() } }
  }

  /// An error is not reported here: the next commit that syncs meets it, too.
  private func synchronize() {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fdatasync(descriptor)
    close(descriptor)
  }
}
