import CLinux
import Dispatch
import FoundationEssentials
import Glibc
import LinuxProcess
import NotificationStorage
import NotificationTypes
import Triggers

extension Scheduler {
  /// Seconds. A younger backup is not replaced.
  private static let backupAge = 3_600.0
  /// The maximum time that due requests wait for the store's upkeep.
  private static let upkeepTimeout = DispatchTimeInterval.milliseconds(250)

  /// Brings the store up to date: with what an earlier scheduler left, and what changed while none
  /// ran.
  func reconcile() async {
    let moment = schedule.clock.now
    clockOffset = offset(moment)
    trust.judge(
      moment, seen: date(of: ClockNote.seen), assumed: date(of: ClockNote.assumed),
      isSynchronized: schedule.clock.isSynchronized)
    readLogs()
    reserveLog()
    await keepStore(at: moment, wentBack: wentBack(at: moment))
  }

  /// Reserves room in the log for all waiting requests: they may become due while the store cannot
  /// be written.
  func reserveLog() {
    guard let log = ownership?.log else { return }
    schedule.store.writer.perform { [store = schedule.store, app = scope.app] in
      if let count = try? store.read(.pendingCount(app: app)) { log.reserve(count) }
    }
  }

  private func date(of note: String) -> Date? {
    ((try? schedule.store.read(.note(note))) ?? nil).flatMap(Double.init)
      .map(Date.init(timeIntervalSince1970:))
  }

  private func wentBack(at moment: Moment) -> Bool {
    [ClockNote.seen, ClockNote.assumed].compactMap(date(of:)).contains {
      $0.timeIntervalSince(moment.wall) > ClockTrust.maximumStepBack
    }
  }

  func handle(_ events: SchedulerEvents) async {
    let moment = schedule.clock.now
    let parts = events.parts
    if !parts.isEmpty { onChange?(parts) }
    if parts.contains(.requests) {
      window.isStale = true
      reserveLog()
    }
    if needsUpkeep {
      needsUpkeep = false
      await keepStore(at: moment, wentBack: wentBack(at: moment))
    }
    if let limit = trust.limit, moment.elapsed >= limit {
      trust.waited()
      await keepStore(at: moment, wentBack: wentBack(at: moment))
    }
    // A clock that was nearly right is set without a step, which no event reports.
    if trust.level < .full, schedule.clock.isSynchronized {
      trust.believe()
      await keepStore(at: moment, wentBack: wentBack(at: moment))
    }
    if events.contains(.clockSet) {
      trust.believe()
      let before = clockOffset ?? offset(moment)
      clockOffset = offset(moment)
      await keepStore(
        at: moment, wentBack: before - offset(moment) > ClockTrust.maximumStepBack)
    }
    if events.contains(.zonesChanged) {
      schedule.timeZones.reload()
      await keepStore(at: moment, wentBack: false)
    }
  }

  private func offset(_ moment: Moment) -> Double {
    moment.wall.timeIntervalSince1970 - moment.elapsed.timeInterval
  }

  // MARK: Work that the store does beside the deliveries

  /// Corrects the dates in the store. Waits no longer than `upkeepTimeout`, so that a store that is
  /// busy, or cannot be written, does not delay deliveries.
  private func keepStore(at moment: Moment, wentBack: Bool) async {
    window.isStale = true
    guard trust.level > .none else { return }
    let upkeep = Upkeep(
      store: schedule.store, timeZones: schedule.timeZones, policy: policy, app: scope.app,
      moment: moment, wentBack: wentBack, isSure: trust.level == .full)
    let (isDone, end) = (OneShot<Bool>(), OneShot<Void>())
    schedule.store.writer.perform { [timer] in
      upkeep.run()
      isDone.give(true)
      end.give(())
      timer?.post(.due)
    }
    QueueExecutor.shared.queue.asyncAfter(deadline: .now() + Self.upkeepTimeout) {
      isDone.give(false)
    }
    if await !isDone.value {
      upkeepCount += 1
      end.then { [executor] in
        Task(executorPreference: executor) { await self.endUpkeep() }
      }
    }
    window.isStale = true
  }

  private func endUpkeep() {
    upkeepCount -= 1
    window.isStale = true
    timer?.post(.due)
  }

  /// Does regular work after the due deliveries, while the scheduler is awake anyway.
  func keepUp(at moment: Moment) {
    guard state != .stopped else { return }
    if lastPruning.map({ moment.elapsed - $0 >= .seconds(Self.backupAge) }) ?? true {
      lastPruning = moment.elapsed
      let limit = moment.wall - policy.retention.timeInterval
      if trust.level == .full {
        schedule.store.writer.append(.noted(ClockNote.seen, moment.wall.note))
        schedule.store.writer.perform { [store = schedule.store] in try? store.prune(before: limit)
        }
      }
    }
    backUp(at: moment)
  }

  /// Backs the store up where its backup is an hour old.
  private func backUp(at moment: Moment) {
    let store = schedule.store
    guard let folder = store.folder else { return }
    // A backup that failed because the disk is full costs as much as one that succeeds.
    if let last = lastBackup, moment.elapsed - last < .seconds(Self.backupAge) { return }
    var status = stat()
    if stat(folder.backup, &status) == 0 {
      let made = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
      if abs(moment.wall.timeIntervalSince(made)) < Self.backupAge { return }
    }
    lastBackup = moment.elapsed
    DispatchQueue(label: "tocsin.backup").async { try? store.backUp() }
  }
}

extension Date {
  /// As a note in the store.
  var note: String { "\(timeIntervalSince1970)" }
}
