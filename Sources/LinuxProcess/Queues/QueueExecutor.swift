package import Dispatch
import Glibc

/// Runs tasks, and actors by ``forActors``, on a queue of its own.
///
/// A store waits for the disk, and the threads that all tasks of a process share must not. On Linux
/// these threads also have a cost: after their first use, libdispatch watches them with a timer,
/// which wakes the process each second, even while a scheduler sleeps for a year.
package final class QueueExecutor: TaskExecutor {
  package let queue: DispatchQueue
  /// The same queue, for actors.
  package let forActors: ActorQueueExecutor

  /// For work that does not block: a host's deliveries, its timers, and readable descriptors.
  package static let shared = QueueExecutor(label: "tocsin.loop")

  package init(label: String) {
    queue = DispatchQueue(label: label, qos: Self.priority)
    forActors = ActorQueueExecutor(queue)
  }

  /// A higher priority than other programs, where the service manager allows it (`LimitNICE=-10`).
  /// Elsewhere libdispatch writes a line to the journal for each thread that tries, and for each
  /// thread that was started by one of a lower priority, so nothing here has a lower one.
  static let priority: DispatchQoS = {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(__RLIMIT_NICE.rawValue), &limit)
    // getrlimit(2): the limit is 20 minus the nice value, which libdispatch sets to -4.
    return limit.rlim_cur >= 24 ? .userInteractive : .unspecified
  }()

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs actors on a queue.
///
/// A type of its own: a task that runs as an actor's is put at the end of the queue again by each
/// call of a function without an actor, behind all that has come meanwhile.
package final class ActorQueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) { self.queue = queue }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
