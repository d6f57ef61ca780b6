import CLinux
import Foundation
import Glibc
import NotificationTypes

extension Scheduler {
  static let zonesNote = "zones"
  static let seenNote = "seen"
  /// A copy that is younger need not be made again.
  private static let backupAge = 3_600.0
  /// What is due does not wait longer for what the store has to do.
  private static let upkeepTimeout = DispatchTimeInterval.milliseconds(250)

  /// Brings the store up to now: what an earlier scheduler left, what changed while none ran.
  func takeStock() async {
    let moment = schedule.clock.now
    clockOffset = offset(moment)
    trust.judge(moment, seen: seen, isSynchronized: schedule.clock.isSynchronized)
    readLogs()
    await keepStore(at: moment, wentBack: wentBack(at: moment))
  }

  private var seen: Date? {
    ((try? schedule.store.note(Self.seenNote)) ?? nil).flatMap(Double.init)
      .map(Date.init(timeIntervalSince1970:))
  }

  private func wentBack(at moment: Moment) -> Bool {
    seen.map { $0.timeIntervalSince(moment.wall) > ClockTrust.greatestStepBack } ?? false
  }

  func handle(_ events: SchedulerEvents) async {
    let moment = schedule.clock.now
    if events.contains(.changed) {
      onChange?()
      window.isStale = true
    }
    if needsStock {
      needsStock = false
      await keepStore(at: moment, wentBack: wentBack(at: moment))
    }
    if let limit = trust.limit, moment.elapsed >= limit {
      trust.believe()
      await keepStore(at: moment, wentBack: wentBack(at: moment))
    }
    if events.contains(.clockSet) {
      trust.believe()
      let before = clockOffset ?? offset(moment)
      clockOffset = offset(moment)
      await keepStore(
        at: moment, wentBack: before - offset(moment) > ClockTrust.greatestStepBack)
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

  /// Sets the dates in the store right. It waits for a moment only: a store that is held up, or cannot
  /// be written, holds up no delivery.
  private func keepStore(at moment: Moment, wentBack: Bool) async {
    window.isStale = true
    guard trust.isTrusted else { return }
    let upkeep = Upkeep(
      store: schedule.store, timeZones: schedule.timeZones, policy: policy, app: scope.app,
      moment: moment, wentBack: wentBack)
    let isDone = OneShot<Bool>()
    schedule.store.writer.perform { [timer] in
      upkeep.run()
      isDone.give(true)
      timer?.post(.due)
    }
    QueueExecutor.shared.queue.asyncAfter(deadline: .now() + Self.upkeepTimeout) {
      isDone.give(false)
    }
    _ = await isDone.value
    window.isStale = true
  }

  /// What is done now and then, when the scheduler is awake anyway, after what is due.
  func keepUp(at moment: Moment) {
    guard state != .stopped else { return }
    if lastPruning.map({ moment.elapsed - $0 >= .seconds(Self.backupAge) }) ?? true {
      lastPruning = moment.elapsed
      let limit = moment.wall - policy.retention.timeInterval
      if trust.isTrusted {
        schedule.store.writer.perform { [store = schedule.store] in try? store.prune(before: limit)
        }
      }
    }
    backUp(at: moment)
  }

  /// Once an hour at most.
  private func backUp(at moment: Moment) {
    let store = schedule.store
    guard let folder = store.folder else { return }
    // One that failed, for the disk is full, is as costly as one that is made.
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
