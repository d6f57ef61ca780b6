import CSystemd
import Glibc
import LogOutput

/// Reports the state of the daemon to the service manager (sd_notify(3)); without one it does
/// nothing.
enum ServiceManager {
  static func ready() { send("READY=1") }
  static func stopping() { send("STOPPING=1") }
  static func status(_ text: String) { send("STATUS=\(LogLine.bounded(text))") }
  static func alive() { send("WATCHDOG=1") }

  /// The reload begins; ``ready()`` ends it.
  static func reloading() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let microseconds = time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
  }

  /// The time within which the manager wants to hear of us; nil where it does not.
  static var watchdog: Duration? {
    var microseconds: UInt64 = 0
    return sd_watchdog_enabled(0, &microseconds) > 0 ? .microseconds(microseconds) : nil
  }

  /// A manager that has stopped reads nothing, and its socket is full after a while.
  private static let queue = LogQueue<String>(
    label: "tocsin.manager", capacity: 64, report: { _ in nil },
    write: { sd_notify(0, $0) >= 0 })

  private static func send(_ state: String) { queue.append(state) }
}
