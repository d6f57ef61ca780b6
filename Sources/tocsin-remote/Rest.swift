import CLinux
import Dispatch

/// Gives back the code that the process has in memory when it has had nothing to do for a while: most of
/// what it has there was read once, at its start, and it waits nearly always.
final class Rest: Sendable {
  private static let delay = DispatchTimeInterval.seconds(3)
  /// Any thread may use a source; the library does not say so.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  init() {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "tocsin.rest"))
    timer.setEventHandler { tocsin_release_code() }
    timer.activate()
  }

  deinit { timer.cancel() }

  /// Something has been done: the time counts from now on.
  func begin() {
    timer.schedule(deadline: .now() + Self.delay, leeway: .seconds(1))
  }
}
