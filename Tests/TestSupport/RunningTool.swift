import Glibc
import Synchronization

/// A program that runs beside a test, and no longer than this object lives.
///
/// By posix_spawn(3) and waitpid(2): Foundation's `Process` hears of an end by a socket, which a
/// program inherits that others start meanwhile. Whoever waits for the one then waits for both.
public final class RunningTool: Sendable {
  /// How a program ended.
  public enum Ending: Equatable, Sendable {
    /// With this status.
    case exited(Int32)
    /// By this signal.
    case killed(Int32)
  }

  /// The number of the process, and of its group.
  public let processIdentifier: Int32
  private let ending = Mutex<Ending?>(nil)

  init(_ processIdentifier: Int32) { self.processIdentifier = processIdentifier }

  deinit { kill() }

  /// Whether it has not ended yet.
  public var isRunning: Bool { collect(WNOHANG) == nil }

  /// Sends a signal, unless it has ended.
  public func send(_ signal: Int32) {
    ending.withLock { if $0 == nil { _ = Glibc.kill(processIdentifier, signal) } }
  }

  /// Stops it where it stands, as one that hangs; or lets it go on.
  public func hang(_ hangs: Bool) { send(hangs ? SIGSTOP : SIGCONT) }

  /// Ends it without a word, and waits until it is gone.
  public func kill() {
    send(SIGKILL)
    waitUntilExit()
  }

  /// Asks it to end, and waits until it has.
  @discardableResult
  public func terminate() -> Ending {
    send(SIGTERM)
    return waitUntilExit()
  }

  /// Waits for the end.
  @discardableResult
  public func waitUntilExit() -> Ending {
    // Without the lock, which others need meanwhile.
    var information = siginfo_t()
    while waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT) != 0,
      errno == EINTR
    {}
    guard let ending = collect(0) else { preconditionFailure("it has ended, and is not collected") }
    return ending
  }

  /// Takes the end from the kernel, once: from then on another process may have the number.
  private func collect(_ options: Int32) -> Ending? {
    ending.withLock { known in
      if known != nil { return known }
      var status: Int32 = 0
      var result: pid_t
      repeat {
        result = waitpid(processIdentifier, &status, options)
      } while result < 0
        && errno == EINTR
      precondition(result >= 0, "somebody else has waited for the process \(processIdentifier)")
      guard result > 0 else { return nil }
      // <bits/waitstatus.h>: the signal in the low seven bits, else the exit status above them.
      let signal = status & 0x7F
      known = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
      return known
    }
  }
}
