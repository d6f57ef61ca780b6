import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// One run of another program, which ends when this object or this process does.
///
/// The program sees four descriptors and an environment of three variables. It runs in a process
/// group of its own, so the processes that it starts are ended with it. A thread starts it, keeps
/// its error output, and waits for its end, so that no zombie stays. The kernel kills it when that
/// thread ends.
final class ChildProcess: Sendable {
  /// The end of a program.
  struct Ending: Sendable {
    /// The exit status, or 128 and the number of the signal that ended it.
    let status: Int32
    /// The start of its standard error.
    let words: String
  }

  private let run = Run()

  /// Starts a program.
  init(_ start: ChildStart) throws(ImportError) {
    let errors: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    do {
      errors = try FileDescriptor.pipe(options: .closeOnExec)
    } catch { throw .notStarted(start.program, "\(error)") }
    let (run, started) = (run, DispatchSemaphore(value: 0))
    DispatchQueue(label: "tocsin.child").async {
      let (process, failure) = start.perform(errors: errors.writeEnd)
      try? errors.writeEnd.close()
      defer { try? errors.readEnd.close() }
      run.begin(process, failure)
      started.signal()
      if process > 0 { run.follow(process, errors.readEnd) }
    }
    started.wait()
    if let failure = run.failure { throw .notStarted(start.program, failure) }
  }

  deinit { run.kill() }

  /// Ends the program and all that it started.
  func kill() { run.kill() }

  /// Waits for the end; ends a program that takes longer than `time`.
  func end(within time: Duration = .seconds(10)) -> Ending { run.end(within: time) }
}

/// The state that the thread of a program and its owner share.
private final class Run: Sendable {
  private enum State {
    case notStarted(String)
    case running(pid_t)
    case ended(ChildProcess.Ending)
  }

  private let state = Mutex(State.notStarted(""))
  private let hasEnded = DispatchSemaphore(value: 0)
  /// Bytes that are kept of the program's words.
  private static let wordLimit = 4_096

  /// The reason why the program did not start.
  var failure: String? {
    state.withLock { if case .notStarted(let reason) = $0 { reason } else { nil } }
  }

  func begin(_ process: pid_t, _ failure: Errno) {
    state.withLock { $0 = process > 0 ? .running(process) : .notStarted("\(failure)") }
  }

  /// Keeps the program's error output, and waits for its end.
  func follow(_ process: pid_t, _ errors: FileDescriptor) {
    let words = Self.text(from: errors)
    // The process is waited for later, so that its number is not reused while it may still be
    // killed.
    var information = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR
    {
    }
    state.withLock {
      // Ends the processes that it started and left behind.
      _ = Glibc.kill(-process, SIGKILL)
      $0 = .ended(ChildProcess.Ending(status: Self.takeEnd(of: process), words: words))
    }
    hasEnded.signal()
  }

  func kill() {
    state.withLock {
      if case .running(let process) = $0 { _ = Glibc.kill(-process, SIGKILL) }
    }
  }

  func end(within time: Duration) -> ChildProcess.Ending {
    let milliseconds = Int(min(time / .milliseconds(1), 1e9))
    if hasEnded.wait(timeout: .now() + .milliseconds(milliseconds)) == .timedOut {
      kill()
      hasEnded.wait()
    }
    hasEnded.signal()  // For later calls of `end`.
    guard case .ended(let ending) = state.withLock(\.self) else {
      preconditionFailure("the end is stored before it is told")
    }
    return ending
  }

  /// Reads to the end and keeps the start, so that a program that talks much never waits.
  private static func text(from descriptor: FileDescriptor) -> String {
    var kept: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = unsafe block.withUnsafeMutableBytes {
        (try? unsafe descriptor.read(into: $0)) ?? 0
      }
      guard count > 0 else { return String(decoding: kept, as: UTF8.self) }
      kept += block.prefix(min(count, wordLimit - kept.count))
    }
  }

  private static func takeEnd(of process: pid_t) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    // <bits/waitstatus.h>: the signal in the low seven bits, else the exit status above them.
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
