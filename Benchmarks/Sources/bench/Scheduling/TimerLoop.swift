import CLinux
import CSpawn
import Foundation
import Glibc

/// The smallest possible scheduler: one timerfd, set to one date after the other.
enum TimerLoop {
  static func lateness(count: Int, span: Double) throws -> [Double] {
    let timer = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC))
    guard timer >= 0 else { throw RunFailure(description: "timerfd_create failed") }
    defer { close(timer) }
    return Lateness.dates(count, span).map { date in
      var setting = itimerspec()
      let whole = date.timeIntervalSince1970.rounded(.down)
      setting.it_value.tv_sec = Int(whole)
      setting.it_value.tv_nsec = Int((date.timeIntervalSince1970 - whole) * 1e9)
      timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME), &setting, nil)
      var expirations: UInt64 = 0
      read(timer, &expirations, 8)
      return Date().timeIntervalSince(date)
    }
  }
}
