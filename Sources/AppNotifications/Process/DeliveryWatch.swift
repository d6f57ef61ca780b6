package import Dispatch
import FoundationEssentials
import Glibc
import LinuxProcess
package import NotificationStorage
import NotificationTypes
import Synchronization
import Triggers

/// Makes sure that a process delivers the app's notifications: the daemon, else a helper, which it
/// starts when the app has a notification or a question to the user.
///
/// When the daemon or the helper ends in any way, the kernel releases its lock, which this process
/// waits for.
package final class DeliveryWatch: Sendable {
  /// The time before another helper; a daemon that is restarted is back sooner.
  private static let pause = Duration.milliseconds(100)
  /// The time after which a helper that could not be started is tried again.
  private static let pauseAfterFailure = Duration.seconds(30)
  /// Microseconds between two looks at the end of the program.
  private static let interval: UInt32 = 20_000

  private let app: String
  /// The store's folder; nil for a store that no other process can see.
  private let folder: StoreFolder?
  private let schedule: NotificationSchedule
  private let starter: @Sendable () throws -> Void
  private let log: @Sendable (String) -> Void
  private let needs: AsyncStream<Void>
  private let need: AsyncStream<Void>.Continuation
  private let complaint = Mutex("")
  /// Helpers are started here, one after the other.
  private let queue = DispatchQueue(label: "tocsin.helper")

  package init(
    app: String, folder: StoreFolder?, schedule: NotificationSchedule,
    starter: @escaping @Sendable () throws -> Void, log: @escaping @Sendable (String) -> Void
  ) {
    self.app = app
    self.folder = folder
    self.schedule = schedule
    self.starter = starter
    self.log = log
    (needs, need) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Notes that there is work for the process that delivers.
  package func begin() { need.yield() }

  /// Sees to it that a process delivers.
  /// - Returns: false where none can.
  package func isDelivered() async -> Bool {
    await withCheckedContinuation { continuation in
      queue.async { [self] in continuation.resume(returning: ensure()) }
    }
  }

  /// Sees to it that a process delivers, as long as there is work, until the task is cancelled.
  package func run() async {
    guard folder != nil else { return }
    if hasWork { begin() }
    for await _ in needs {
      repeat { await turn() } while !Task.isCancelled && hasWork
    }
  }

  /// Returns when the process that delivers has ended, or none could be started.
  private func turn() async {
    guard let folder else { return }
    var pause = Self.pause
    if hasDaemon {
      await SchedulerLock.waitUntilFree(.everyApp, in: folder)
    } else if await isDelivered() {
      await AppHelper.waitUntilGone(for: app, in: folder)
    } else {
      pause = Self.pauseAfterFailure
    }
    let clock = SystemDeliveryClock()
    try? await clock.sleep(until: clock.now + pause)
  }

  /// Waits until what is due has been shown and heard, where no daemon runs.
  package func finish(until limit: DispatchTime) {
    while DispatchTime.now() < limit, !hasDaemon, isUnfinished || hasWork {
      guard queue.sync(execute: ensure), isUnfinished else { return }
      usleep(Self.interval)
    }
  }

  /// Waits, when this process does not count as the app any more, until the helper has ended, goes
  /// on for another process of the app, or stays for what waits.
  package func waitForHelper(until limit: DispatchTime) {
    guard let folder else { return }
    while DispatchTime.now() < limit, !hasDaemon, hasHelper,
      isUnfinished || !helperStays && AppPresence.current(of: app, in: folder) == .absent
    {
      usleep(Self.interval)
    }
    if !hasDaemon, hasHelper, let sentence { log(sentence) }
  }

  private var prompt: AuthorizationPrompt? {
    folder.map { AuthorizationPrompt(about: app, in: $0) }
  }

  private var helperStays: Bool {
    prompt?.isShown ?? false || schedule.waitingCount(app: app) > 0
  }

  /// What the helper stays for; nil where it ends.
  private var sentence: String? {
    let count = schedule.waitingCount(app: app)
    var reasons: [String] = []
    if count > 0 {
      let next = (try? schedule.store.read(.nextDue(app: app)))?.date(at: schedule.clock.now)
      let until = next.map { (count == 1 ? " until " : ", the first until ") + Self.text($0) }
      reasons.append(
        (count == 1 ? "1 notification waits" : "\(count) notifications wait") + (until ?? ""))
    }
    if prompt?.isShown == true {
      reasons.append("the user is asked whether \(app) may send notifications")
    }
    guard !reasons.isEmpty else { return nil }
    return "\(reasons.joined(separator: ", and ")): `tocsind --app \(app)` stays in the background"
      + " and delivers"
  }

  /// A date on the user's clock.
  private static func text(_ date: Date) -> String {
    var seconds = time_t(date.timeIntervalSince1970)
    var parts = tm()
    localtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let length = strftime(&text, text.count, "%Y-%m-%d %H:%M:%S", &parts)
    return String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  // MARK: Who delivers

  private var hasDaemon: Bool {
    folder.map { SchedulerLock.owner(of: .everyApp, in: $0) != nil } ?? false
  }

  private var hasHelper: Bool { folder.map { AppHelper.isThere(for: app, in: $0) } ?? false }

  private func ensure() -> Bool {
    guard folder != nil else { return false }
    if hasDaemon || hasHelper { return true }
    do {
      try starter()
      return true
    } catch {
      // Another process may have been faster.
      if hasDaemon || hasHelper { return true }
      complain("nobody delivers notifications, which wait in the store: \(error)")
      return false
    }
  }

  /// Each reason once.
  private func complain(_ text: String) {
    let isNew = complaint.withLock { complaint in
      defer { complaint = text }
      return complaint != text
    }
    if isNew { log(text) }
  }

  // MARK: What there is to do

  /// Whether a request waits, or a question to the user.
  private var hasWork: Bool { schedule.hasWork(app: app) }

  /// Whether a request is due, a question is about to be shown, or a banner or a sound has begun and is
  /// not over.
  private var isUnfinished: Bool {
    if schedule.hasDue(app: app) { return true }
    if let prompt, prompt.isBegun, !prompt.isShown { return true }
    let delivered = (try? schedule.store.fetch(.delivered(app: app))) ?? []
    return delivered.contains { $0.record?.banner == .begun || $0.record?.sound == .begun }
  }
}
