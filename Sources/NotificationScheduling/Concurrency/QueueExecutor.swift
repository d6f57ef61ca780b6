import Dispatch

/// Runs an actor, or tasks, on a queue of its own.
///
/// A store waits for the disk, and the threads that all tasks of a process share must not. And on
/// Linux these threads have a price: from their first use on libdispatch watches them with a timer,
/// which wakes the process each second. A scheduler that sleeps for a year does not want that.
package final class QueueExecutor: SerialExecutor, TaskExecutor {
  let queue: DispatchQueue

  package init(label: String) { queue = DispatchQueue(label: label, qos: .userInteractive) }

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
