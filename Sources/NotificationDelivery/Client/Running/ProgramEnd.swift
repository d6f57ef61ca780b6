import Glibc
import Synchronization

/// What is done when the program ends by itself: by the end of `main`, or by `exit`.
enum ProgramEnd {
  private static let waiting = Mutex<[@Sendable () -> Void]>([])

  private static let isRegistered: Bool =
    atexit { for work in ProgramEnd.waiting.withLock(\.self) { work() } } == 0

  static func before(_ work: @escaping @Sendable () -> Void) {
    guard isRegistered else { return }
    waiting.withLock { $0.append(work) }
  }
}
