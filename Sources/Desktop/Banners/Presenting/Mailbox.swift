import CLinux
import Glibc
import Synchronization

/// A request to the thread that talks to the bus.
struct BannerJob: Sendable {
  enum Work: Sendable {
    case show(Banner)
    case close(Banner.ID)
    case badge(LauncherEntry)
  }

  let work: Work
  /// On the monotonic clock: by then it must have begun.
  let expiry: Duration
  /// The monotonic time of the timeout. Set when its turn comes, so that earlier jobs in the queue
  /// do not use up its time.
  var deadline: Duration?
  /// Is to be called once, with the reason why the work could not be done, or nil.
  let finish: @Sendable (BannerFailure?) -> Void
}

/// Takes jobs from any thread, and wakes the one that does them.
final class Mailbox: Sendable {
  private struct State {
    var jobs: [BannerJob] = []
    var isClosed: Bool
    var report = BannerState.unused
  }

  /// Readable while there are jobs to take.
  let descriptor: Int32
  private let state: Mutex<State>

  /// Closed from the start where the system gives no descriptor.
  init() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    state = Mutex(State(isClosed: descriptor < 0))
  }

  deinit { if descriptor >= 0 { _ = Glibc.close(descriptor) } }

  /// Queues the job, or fails it if the thread has ended.
  func post(_ job: BannerJob) {
    let isTaken = state.withLock { state in
      if !state.isClosed { state.jobs.append(job) }
      return !state.isClosed
    }
    if isTaken { wake() } else { job.finish(.stopped) }
  }

  /// Ends the thread; jobs posted before are failed.
  func close() {
    state.withLock { $0.isClosed = true }
    wake()
  }

  /// Everything posted since the last time.
  func take() -> (jobs: [BannerJob], isClosed: Bool) {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
    return state.withLock { state in
      defer { state.jobs = [] }
      return (state.jobs, state.isClosed)
    }
  }

  /// The thread's last known state of the desktop.
  var report: BannerState {
    get { state.withLock { $0.report } }
    set { state.withLock { $0.report = newValue } }
  }

  private func wake() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout.size(ofValue: one))
  }
}
