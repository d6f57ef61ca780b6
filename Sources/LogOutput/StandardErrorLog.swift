import Glibc
import Synchronization

/// Standard error as the log of a program that goes on whatever happens to it: a full disk, a closed
/// or stopped terminal, a pipe that nobody reads.
///
/// The descriptor stays as it is, because other processes share it.
public enum StandardErrorLog {
  private static let queue: LogQueue<String> = {
    let isWithinLine = Atomic(false)
    return LogQueue(
      label: "tocsin.log", report: { "tocsin: \($0) log line\($0 == 1 ? " was" : "s were") lost" }
    ) { line in
      // The rest of a line that a full disk has cut does not continue with the next one.
      let start = isWithinLine.load(ordering: .relaxed) ? "\n" : ""
      let bytes = Array((start + line + "\n").utf8)
      let count = write(bytes)
      if count > 0 { isWithinLine.store(count < bytes.count, ordering: .relaxed) }
      return count == bytes.count
    }
  }()

  /// Writes the lines of `text`, each as ``LogLine/bounded(_:to:)`` makes it, and returns at once.
  public static func write(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      queue.append(LogLine.bounded(String(line)))
    }
  }

  /// - Returns: the number of bytes that are written.
  private static func write(_ bytes: [UInt8]) -> Int {
    var written = 0
    while written < bytes.count {
      let count = withoutSignals {
        bytes[written...].withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      }
      if count > 0 {
        written += count
      } else if errno == EAGAIN {
        // Another process has made the descriptor one that does not wait.
        var wanted = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        poll(&wanted, 1, -1)
      } else if errno != EINTR {
        break
      }
    }
    return written
  }

  /// Runs `body` without the signals of a closed pipe and of a terminal that belongs to another job,
  /// which would end or stop the program.
  private static func withoutSignals(_ body: () -> Int) -> Int {
    var (signals, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    sigaddset(&signals, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    let count = body()
    let code = errno
    if code == EPIPE, sigismember(&before, SIGPIPE) == 0 {
      sigpending(&pending)
      var now = timespec()
      if sigismember(&pending, SIGPIPE) == 1 { sigtimedwait(&signals, nil, &now) }
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = code
    return count
  }
}
