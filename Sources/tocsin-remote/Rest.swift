import CLinux
import Dispatch

/// Releases the process's code from memory after some idle time: most of that code was read only
/// once, at the start, and the process nearly always waits.
final class Rest: Sendable {
  private static let delay = DispatchTimeInterval.seconds(3)
  /// Any thread may use a source, but the library does not declare it as `Sendable`.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  init() {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "tocsin.rest"))
    timer.setEventHandler { tocsin_release_code() }
    timer.activate()
  }

  deinit { timer.cancel() }

  /// Starts the idle time again after work.
  func begin() {
    timer.schedule(deadline: .now() + Self.delay, leeway: .seconds(1))
  }
}
