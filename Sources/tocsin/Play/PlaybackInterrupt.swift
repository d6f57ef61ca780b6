import Dispatch
import Glibc

/// Ctrl-C and `kill`, taken in turn instead of in the middle of anything.
struct PlaybackInterrupt {
  /// 128 and the number of SIGINT, as shells have it.
  static let status: Int32 = 128 + SIGINT

  /// Holds both signals back from the calling thread and from all that it starts.
  init() {
    var signals = Self.signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Calls `handler` at the first signal; a second one ends the program at once, after `tidyUp`.
  func watch(
    _ handler: @escaping @Sendable () -> Void, before tidyUp: @escaping @Sendable () -> Void
  ) {
    DispatchQueue(label: "interrupt").async {
      Self.wait()
      handler()
      Self.wait()
      tidyUp()
      Self.end()
    }
  }

  /// Ends the program as if the signal had not been held back.
  static func end() { _exit(status) }

  private static func wait() {
    var signals = Self.signals
    var signal: Int32 = 0
    while sigwait(&signals, &signal) != 0 {}
  }

  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    return signals
  }
}
