import LinuxProcess
import NotificationDelivery
import NotificationScheduling
import Synchronization

/// Collects what becomes of rings, and lets a test wait for it.
final class Reports: Sendable {
  struct Report {
    let notification: NotificationKey
    let outcome: RingOutcome
  }

  private struct State {
    var all: [Report] = []
    var waiting: [(count: Int, CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// Waits for the end of a ring.
  func follow(_ ring: Ring) {
    ring.end.then { [self] in add(Report(notification: ring.notification, outcome: $0)) }
  }

  var all: [Report] { state.withLock(\.all) }

  /// What the sound of a notification did.
  subscript(identifier: String) -> RingOutcome? {
    all.first { $0.notification.identifier == identifier }?.outcome
  }

  /// Returns when so many have come.
  func wait(for count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.all.count >= count { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private func add(_ report: Report) {
    let ready = state.withLock { state in
      state.all.append(report)
      let count = state.all.count
      let ready = state.waiting.filter { $0.count <= count }
      state.waiting.removeAll { $0.count <= count }
      return ready
    }
    for (_, continuation) in ready { continuation.resume() }
  }
}

/// A clock that a test sets; who sleeps wakes when its time has come.
final class ManualClock: DeliveryClock {
  private struct State {
    var now = Duration.zero
    var count = 0
    var sleepers: [Int: (time: Duration, CheckedContinuation<Bool, Never>)] = [:]
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  var now: Duration { state.withLock(\.now) }

  /// How many sleep.
  var sleeperCount: Int { state.withLock(\.sleepers.count) }

  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now += duration
      let now = state.now
      let woken = state.sleepers.filter { $0.value.time <= now }
      for number in woken.keys { state.sleepers[number] = nil }
      return woken.values.map { $0.1 }
    }
    for continuation in woken { continuation.resume(returning: true) }
  }

  func sleep(until time: Duration) async throws {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let isOver = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result = state.withLock { state -> Bool? in
          if state.cancelled.contains(number) { return false }
          if state.now >= time { return true }
          state.sleepers[number] = (time, continuation)
          return nil
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.cancelled.insert(number)
        return state.sleepers.removeValue(forKey: number)
      }
      sleeper?.1.resume(returning: false)
    }
    if !isOver { throw CancellationError() }
  }
}
