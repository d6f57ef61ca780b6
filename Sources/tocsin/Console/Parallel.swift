import Glibc
import Synchronization

/// The results of `transform` for all elements, in order. All cores work, and a bar shows the
/// progress.
func mapInParallel<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ transform: @Sendable (Element) -> Result
) -> [Result] {
  let bar = ProgressBar()
  let results = Mutex([Result?](repeating: nil, count: elements.count))
  let next = Atomic(0)
  onAllCores(atMost: elements.count) {
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < elements.count else { return }
      let result = transform(elements[index])
      results.withLock { $0[index] = result }
      bar.advance(of: elements.count)
    }
  }
  bar.finish()
  return results.withLock { $0.compactMap(\.self) }
}

/// Runs `work` on this thread and on one for each other core, at most `count` in all, and returns
/// when all have returned.
///
/// The threads are our own: the first use of Dispatch starts two more and a kernel queue, which
/// takes as long as examining a hundred headers.
private func onAllCores(atMost count: Int, _ work: @Sendable () -> Void) {
  withoutActuallyEscaping(work) { work in
    let threads = (1..<max(1, min(coreCount, count))).compactMap { _ in startedThread(work) }
    work()
    for thread in threads { pthread_join(thread, nil) }
  }
}

private var coreCount: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

private final class Work: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// nil if the system cannot start more threads: the others do its part.
private func startedThread(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
  let work = Unmanaged.passRetained(Work(work))
  var thread = pthread_t()
  let status = pthread_create(
    &thread, nil,
    { argument in
      argument.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue().run() }
      return nil
    }, work.toOpaque())
  guard status == 0 else {
    work.release()
    return nil
  }
  return thread
}
