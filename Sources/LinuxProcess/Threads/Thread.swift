import Glibc

/// Runs `body` on a thread of its own with all signals blocked, because the program handles them.
/// - Returns: false if the system cannot start more threads.
package func startThread(_ body: sending @escaping () -> Void) -> Bool {
  let content = Unmanaged.passRetained(ThreadBody(body))
  // A thread starts with the signal mask of its creator: block all signals, then restore the mask.
  let signals = UnsafeMutablePointer<sigset_t>.allocate(capacity: 2)
  defer { signals.deallocate() }
  sigfillset(signals)
  pthread_sigmask(SIG_SETMASK, signals, signals + 1)
  defer { pthread_sigmask(SIG_SETMASK, signals + 1, nil) }
  var thread = pthread_t()
  let result = pthread_create(
    &thread, nil,
    { content in
      guard let content else { return nil }
      Unmanaged<ThreadBody>.fromOpaque(content).takeRetainedValue().run()
      return nil
    }, content.toOpaque())
  guard result == 0 else {
    content.release()
    return false
  }
  pthread_detach(thread)
  return true
}

private final class ThreadBody {
  let run: () -> Void

  init(_ run: @escaping () -> Void) { self.run = run }
}
