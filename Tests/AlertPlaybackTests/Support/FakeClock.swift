import AlertPlayback
import Synchronization

/// A clock that nobody waits for: whoever sleeps moves it.
final class FakeClock: PlaybackClock {
  private let time = Mutex(Duration.zero)

  var now: Duration { time.withLock(\.self) }

  func sleep(for duration: Duration) { time.withLock { $0 += max(.zero, duration) } }
}
