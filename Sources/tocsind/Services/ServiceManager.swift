import CSystemd
import Glibc

/// Reports the state of the daemon to the service manager (sd_notify(3)); without one it does
/// nothing.
enum ServiceManager {
  static func ready() { sd_notify(0, "READY=1") }
  static func stopping() { sd_notify(0, "STOPPING=1") }
  static func status(_ text: String) { sd_notify(0, "STATUS=\(text)") }
  static func alive() { sd_notify(0, "WATCHDOG=1") }

  /// The reload begins; ``ready()`` ends it.
  static func reloading() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let microseconds = time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
    sd_notify(0, "RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
  }

  /// The time within which the manager wants to hear of us; nil where it does not.
  static var watchdog: Duration? {
    var microseconds: UInt64 = 0
    return sd_watchdog_enabled(0, &microseconds) > 0 ? .microseconds(microseconds) : nil
  }
}
