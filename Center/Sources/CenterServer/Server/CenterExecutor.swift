import Dispatch

/// Runs the server's tasks on one queue of its own.
///
/// The threads that all tasks of a process share have a cost on Linux: after their first use,
/// libdispatch wakes the process each second.
final class CenterExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "tocsin.center")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
