import Glibc

/// The clock of playback, which tests replace so that they need not wait.
public protocol PlaybackClock: Sendable {
  /// Time since some fixed moment; it never steps back.
  var now: Duration { get }

  /// Holds the calling thread up.
  func sleep(for duration: Duration)
}

/// The system's monotonic clock.
public struct SystemClock: PlaybackClock {
  /// The clock `CLOCK_MONOTONIC`.
  public init() {}

  /// Time since the machine was started, without its sleep.
  public var now: Duration { Self.time }

  /// Holds the calling thread up; signals do not shorten it.
  public func sleep(for duration: Duration) {
    var end = timespec(Self.time + duration)
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nil) == EINTR {}
  }

  static var time: Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

extension timespec {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  }
}

extension Duration {
  /// Seconds with their fraction.
  var inSeconds: Double { self / .seconds(1) }
}
