import CLinux
public import FoundationEssentials
import Glibc

/// One moment on the two clocks that notifications use.
public struct Moment: Sendable, Hashable {
  /// The wall clock, which can be set.
  public var wall: Date
  /// Time since the machine was started, including sleep; it cannot be set.
  public var elapsed: Duration
  /// The name of the start that `elapsed` counts from.
  public var boot: String

  /// A moment of these two clocks, `elapsed` counted from the start named `boot`.
  public init(wall: Date, elapsed: Duration, boot: String) {
    self.wall = wall
    self.elapsed = elapsed
    self.boot = boot
  }
}

/// A source of the time; tests have one of their own.
public protocol SchedulingClock: Sendable {
  /// Both clocks, read together.
  var now: Moment { get }

  /// Whether a time source sets the wall clock. Only then a date is believed that is far from the
  /// last one seen.
  var isSynchronized: Bool { get }
}

extension SchedulingClock {
  /// A clock without this property is believed.
  public var isSynchronized: Bool { true }
}

/// The clocks of the kernel: CLOCK_REALTIME and CLOCK_BOOTTIME.
public struct SystemClock: SchedulingClock {
  private let boot: String

  /// Reads the name of the machine's start once: `/proc/sys/kernel/random/boot_id`.
  public init() {
    let file = "/proc/sys/kernel/random/boot_id"
    let text = try? String(contentsOfFile: file, encoding: .utf8)
    boot = text.map { String($0.prefix { !$0.isNewline }) } ?? "unknown"
  }

  /// Both clocks, read one after the other.
  public var now: Moment {
    let wall = Self.read(CLOCK_REALTIME)
    let elapsed = Self.read(CLOCK_BOOTTIME)
    return Moment(
      wall: Date(
        timeIntervalSince1970: Double(wall.tv_sec) + Double(wall.tv_nsec) / 1e9),
      elapsed: .seconds(elapsed.tv_sec) + .nanoseconds(elapsed.tv_nsec), boot: boot)
  }

  /// Whether the kernel reports its clock as synchronized (adjtimex(2)).
  public var isSynchronized: Bool { tocsin_clock_is_synchronized() == 1 }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}

extension Date {
  /// Microseconds since 1970, the unit in which the stores keep dates.
  package var microseconds: Int64 {
    let value = (timeIntervalSince1970 * 1e6).rounded()
    return Int64(min(max(value, -9.2e18), 9.2e18))
  }

  package init(microseconds: Int64) { self.init(timeIntervalSince1970: Double(microseconds) / 1e6) }
}

extension Duration {
  /// Whole microseconds, rounded down.
  package var microseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
