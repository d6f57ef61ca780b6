import Glibc
import Synchronization

/// The work at the end of the program: at the end of `main`, or in `exit`.
package enum ProgramEnd {
  private static let waiting = Mutex<[@Sendable () -> Void]>([])

  private static let isRegistered: Bool =
    atexit { for work in ProgramEnd.waiting.withLock(\.self) { work() } } == 0

  package static func before(_ work: @escaping @Sendable () -> Void) {
    guard isRegistered else { return }
    waiting.withLock { $0.append(work) }
  }
}
