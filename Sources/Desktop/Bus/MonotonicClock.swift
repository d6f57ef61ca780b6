import Glibc

/// The monotonic clock, which sd-bus and `ppoll` go by.
package enum MonotonicClock {
  package static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
