import CLinux
import Glibc

/// Runs `body` on a thread of its own with all signals blocked, because the program handles them.
/// - Parameters:
///   - name: what `top -H` and debuggers call it; its first 15 bytes.
///   - body: the work, with which the thread ends.
/// - Returns: false if the system cannot start more threads.
package func startThread(_ name: String, _ body: sending @escaping () -> Void) -> Bool {
  let content = Unmanaged.passRetained(ThreadBody(name, body))
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
      let body = Unmanaged<ThreadBody>.fromOpaque(content).takeRetainedValue()
      tocsin_name_thread(body.name)
      body.run()
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
  let name: String
  let run: () -> Void

  init(_ name: String, _ run: @escaping () -> Void) {
    self.name = name
    self.run = run
  }
}
