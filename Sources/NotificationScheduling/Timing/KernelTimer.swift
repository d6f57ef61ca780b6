import CLinux
import FoundationEssentials
import Glibc
package import LinuxProcess
package import NotificationStorage
package import Triggers

/// Waits in the kernel on a timer for each of the two clocks, a socket and the time zone files.
///
/// One thread sleeps in poll(2) without a timeout. It wakes only when something is due, when the
/// wall clock is set, when another process asks for it, and when a watched file is replaced. It
/// wakes 2 ms before a date, so that the scheduler is ready at that date.
package final class KernelTimer: SchedulerTimer {
  private let wallTimer: Descriptor
  private let elapsedTimer: Descriptor
  private let wakeUp: Descriptor
  /// The socket on which other processes wake this one.
  package let receiver: WakeSocket?
  private let watch: FileWatch?
  private let box = EventBox()

  /// - Parameters:
  ///   - socket: the path of the socket on which other processes wake this one, once it is
  ///     restored; nil for none.
  ///   - zones: the source whose files are watched.
  package init(socket path: String?, zones: any TimeZoneSource) throws(SchedulerError) {
    wallTimer = try Descriptor(
      timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)), "timerfd_create")
    elapsedTimer = try Descriptor(
      timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)), "timerfd_create")
    wakeUp = try Descriptor(eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)), "eventfd")
    receiver = try path.map { path throws(SchedulerError) in try WakeSocket(toBind: path) }
    watch =
      zones.watchedFiles.isEmpty
      ? nil
      : FileWatch(
        zones.watchedFiles, for: UInt32(IN_MOVED_TO | IN_CREATE | IN_CLOSE_WRITE | IN_DELETE))
    try arm(NextDue())
    guard startThread("tocsin.timer", { [self] in wait() }) else {
      throw .system("pthread_create: \(String(cString: strerror(EAGAIN)))")
    }
  }

  // MARK: The scheduler's side

  package func arm(_ next: NextDue) throws(SchedulerError) {
    // Armed without a date, too: a disarmed timer does not report that the clock was set.
    let wall = next.wall.map { timespec($0 - Self.lead.timeInterval) } ?? Self.farFuture
    try set(wallTimer, wall, flags: TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    let elapsed = next.elapsed.map { timespec($0 - Self.lead) } ?? timespec()
    try set(elapsedTimer, elapsed, flags: TFD_TIMER_ABSTIME)
  }

  /// The time before a date at which the thread wakes. A scheduler that has slept needs up to half
  /// of it to begin a delivery.
  private static let lead = Duration.milliseconds(2)

  package func linger(until next: NextDue, from moment: Moment) -> Bool {
    let waits = [
      next.wall.map { Duration.seconds($0.timeIntervalSince(moment.wall)) },
      next.elapsed.map { $0 - moment.elapsed },
    ]
    guard let wait = waits.compactMap(\.self).min(), wait > .zero, wait <= Self.lead, box.isEmpty
    else { return false }
    // A duration, not a date, because the clock may be set meanwhile.
    var time = timespec(wait)
    nanosleep(&time, nil)
    return true
  }

  private static let farFuture = timespec(tv_sec: 1 << 40, tv_nsec: 0)

  private func set(
    _ timer: Descriptor, _ time: timespec, flags: Int
  ) throws(SchedulerError) {
    var setting = itimerspec()
    setting.it_value = time
    guard timerfd_settime(timer.number, Int32(flags), &setting, nil) == 0 else {
      // The clock was set since the last call. The timer is armed, but this error has reset the
      // kernel's mark, so the thread's read would not report it.
      if errno == ECANCELED { return box.post(.clockSet) }
      throw .system("timerfd_settime: \(String(cString: strerror(errno)))")
    }
  }

  package func next() async -> SchedulerEvents { await box.next() }

  package func post(_ events: SchedulerEvents) { box.post(events) }

  package func stop() {
    receiver?.remove()
    box.stop()
    nudge()
  }

  /// Makes the thread wait again, because its descriptors have changed, and makes the scheduler
  /// look at the store, because wake-ups sent meanwhile are lost.
  package func nudge() {
    var one: UInt64 = 1
    _ = write(wakeUp.number, &one, MemoryLayout<UInt64>.size)
  }

  // MARK: The thread

  private func wait() {
    var polls = [wakeUp, wallTimer, elapsedTimer].map { Self.poll($0.number) }
    polls.append(Self.poll(receiver?.descriptor.number ?? -1))
    polls.append(Self.poll(watch?.number ?? -1))
    // A package replaces its files one by one: the event is posted after 500 ms without a change.
    var isUnpacking = false
    while true {
      let count = Glibc.poll(&polls, nfds_t(polls.count), isUnpacking ? 500 : -1)
      if count < 0 && errno != EINTR { return box.stop() }
      if box.isStopped { return }
      var events: SchedulerEvents = []
      if polls[0].revents != 0 {
        _ = Self.read(wakeUp)
        // The descriptor signals wake-ups and the end alike: this may have been the end.
        if box.isStopped { return }
        events.insert(.changed)
      }
      if count == 0, isUnpacking {
        isUnpacking = false
        events.insert(.zonesChanged)
      }
      if polls[1].revents != 0 { events.formUnion(Self.read(wallTimer)) }
      if polls[2].revents != 0 { events.formUnion(Self.read(elapsedTimer)) }
      if polls[3].revents != 0, let receiver { events.formUnion(.changed(receiver.drain())) }
      if polls[4].revents != 0, watch?.hasChange() == true { isUnpacking = true }
      if !events.isEmpty { box.post(events) }
    }
  }

  private static func poll(_ descriptor: Int32) -> pollfd {
    pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  }

  private static func read(_ timer: Descriptor) -> SchedulerEvents {
    var expirations: UInt64 = 0
    let count = Glibc.read(timer.number, &expirations, MemoryLayout<UInt64>.size)
    if count > 0 { return .due }
    return errno == ECANCELED ? .clockSet : []
  }
}

extension timespec {
  /// Never 0, which would disarm a timer.
  fileprivate init(_ date: Date) { self.init(microseconds: max(1, date.microseconds)) }

  fileprivate init(_ duration: Duration) {
    self.init(microseconds: max(1, duration.microseconds))
  }

  private init(microseconds: Int64) {
    self.init(
      tv_sec: Int(microseconds / 1_000_000), tv_nsec: Int(microseconds % 1_000_000) * 1_000)
  }
}
