package import Dispatch
import Glibc

/// Runs an actor, or tasks, on a queue of its own.
///
/// A store waits for the disk, and the threads that all tasks of a process share must not. And on
/// Linux these threads have a price: from their first use on libdispatch watches them with a timer,
/// which wakes the process each second. A scheduler that sleeps for a year does not want that.
package final class QueueExecutor: SerialExecutor, TaskExecutor {
  package let queue: DispatchQueue

  /// For what waits for nobody: a host's deliveries, its timers, and descriptors that are readable.
  package static let shared = QueueExecutor(label: "tocsin.loop")

  package init(label: String) { queue = DispatchQueue(label: label, qos: Self.priority) }

  /// Before other programs where the service manager allows it (`LimitNICE=-10`). Elsewhere each thread
  /// that tries gets a line in the journal from libdispatch, and so does each that was started by one of
  /// a lower priority, which is why nothing here has that.
  static let priority: DispatchQoS = {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_NICE.rawValue), &limit)
    // getrlimit(2): the limit is 20 less the value of nice, which libdispatch sets to -4.
    return limit.rlim_cur >= 24 ? .userInteractive : .unspecified
  }()

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      job.runSynchronously(
        isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
    }
  }

  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }
}
