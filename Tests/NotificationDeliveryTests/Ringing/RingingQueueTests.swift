import AlertPlayback
import NotificationTypes
import TestSupport
import Testing

@testable import NotificationDelivery
@testable import NotificationStorage

@Suite("Which sounds start, and what becomes of the others")
struct RingingQueueTests {
  private var world = RingingWorld()
  private let missing = PlaybackOutcome.failed(.notOpened(device: "d", reason: "missing"))

  @Test("A sound starts at once, and is told when it has been heard")
  mutating func single() {
    world.run(until: .seconds(5))
    world.ring(Ring("a", sound: 1, lateness: .seconds(2)))
    #expect(world.starts.map(\.time) == [.seconds(5)])
    world.runToEnd()
    #expect(world.outcome("a") == .played(mergedCount: 0, lateness: .seconds(2)))
    #expect(world.now == .seconds(6))
  }

  @Test("Different sounds start half a second after one another")
  mutating func spacing() {
    for number in 1...4 { world.ring(Ring("\(number)", sound: Int16(number))) }
    world.runToEnd()
    #expect(world.starts.map(\.time) == (0..<4).map { .milliseconds(500 * $0) })
    #expect(world.starts.map(\.notification.identifier) == ["1", "2", "3", "4"])
  }

  @Test("Each priority has a spacing of its own")
  mutating func spacingPerPriority() {
    for priority in RingPriority.allCases { world.ring(Ring("\(priority)", sound: 1, priority)) }
    #expect(world.starts.map(\.time) == [.zero, .zero, .zero])
  }

  @Test("Equal sounds within half a second are one, and are counted")
  mutating func merged() {
    for number in 0..<100 { world.ring(Ring("\(number)", sound: 1)) }
    world.run(until: .milliseconds(499))
    world.ring(Ring("late", sound: 1))
    world.run(until: .milliseconds(500))
    world.ring(Ring("next", sound: 1))
    world.runToEnd()
    #expect(world.starts.map(\.notification.identifier) == ["0", "next"])
    #expect(world.outcome("0") == .played(mergedCount: 100, lateness: .zero))
    #expect(world.outcome("99") == .merged(into: "0"))
    #expect(world.outcome("late") == .merged(into: "0"))
    #expect(world.outcome("next") == .played(mergedCount: 0, lateness: .zero))
  }

  @Test("Equal sounds merge into one that waits, too")
  mutating func mergedIntoWaiting() {
    world.ring(Ring("a", sound: 1))
    world.ring(Ring("b", sound: 2))
    world.ring(Ring("c", sound: 2))
    world.runToEnd()
    #expect(world.outcome("c") == .merged(into: "b"))
    #expect(
      world.outcome("b") == .played(mergedCount: 1, lateness: .milliseconds(500)))
  }

  @Test("Equal sounds merge into one so short that it is over")
  mutating func mergedIntoShort() {
    world.fate = { _ in (.milliseconds(100), .played) }
    world.ring(Ring("a", sound: 1))
    world.run(until: .milliseconds(300))
    world.ring(Ring("b", sound: 1))
    #expect(world.outcome("b") == .merged(into: "a"))
  }

  @Test("A sound does not merge into one of another priority, nor into one that was never heard")
  mutating func unmerged() {
    world.ring(Ring("a", sound: 1))
    world.ring(Ring("b", sound: 1, .timeSensitive))
    #expect(world.starts.count == 2)
    var broken = RingingWorld()
    broken.fate = { _ in (.zero, .failed(.source("broken"))) }
    broken.ring(Ring("c", sound: 1))
    broken.run(until: .milliseconds(100))
    broken.ring(Ring("d", sound: 1))
    broken.runToEnd()
    #expect(broken.starts.map(\.notification.identifier) == ["c", "d"])
  }

  @Test("Critical sounds are never merged: each has its start")
  mutating func criticalUnmerged() {
    for number in 0..<40 { world.ring(Ring("\(number)", sound: 1, .critical)) }
    world.runToEnd()
    #expect(world.starts.count == 40)
    #expect(
      (0..<40).allSatisfy { number in
        if case .played(0, _) = world.outcome(.init(app: "app", identifier: "\(number)")) {
          true
        } else {
          false
        }
      })
  }

  @Test("Four sounds play at once; the fifth waits for the first to end")
  mutating func voices() {
    world.fate = { _ in (.seconds(10), .played) }
    for number in 1...5 { world.ring(Ring("\(number)", sound: Int16(number))) }
    world.runToEnd()
    #expect(world.maximumVoiceCount == 4)
    #expect(world.starts.last?.time == .seconds(10))
    #expect(world.fades.isEmpty)
  }

  @Test("A more important sound takes the voice of the oldest of the least important ones")
  mutating func preemption() {
    world.fate = { _ in (.seconds(10), .played) }
    world.ring(Ring("ts", sound: 9, .timeSensitive))
    for number in 1...3 { world.ring(Ring("\(number)", sound: Int16(number))) }
    world.run(until: .seconds(2))
    world.ring(Ring("alarm", sound: 8, .critical))
    world.ring(Ring("ts2", sound: 7, .timeSensitive))
    #expect(world.starts.suffix(2).map(\.time) == [.seconds(2), .seconds(2)])
    world.runToEnd()
    #expect(world.outcome("1") == .preempted(by: "alarm", heard: .seconds(2)))
    #expect(world.outcome("2") == .preempted(by: "ts2", heard: .milliseconds(1_500)))
    #expect(world.outcome("ts") == .played(mergedCount: 0, lateness: .zero))
    #expect(world.maximumVoiceCount == 4)
  }

  @Test("A sound never takes the voice of one as important as itself")
  mutating func noPreemption() {
    world.fate = { _ in (.seconds(10), .played) }
    for number in 1...4 { world.ring(Ring("\(number)", sound: Int16(number), .critical)) }
    world.run(until: .seconds(2))
    world.ring(Ring("5", sound: 5, .critical))
    world.ring(Ring("6", sound: 6))
    world.runToEnd()
    #expect(world.fades.isEmpty)
    #expect(world.outcome("5") == .played(mergedCount: 0, lateness: .seconds(8)))
  }

  @Test("More than sixteen that wait are dropped, and so is what its grace does not wait for")
  mutating func dropped() {
    for number in 0..<30 { world.ring(Ring("\(number)", sound: Int16(number))) }
    #expect(world.outcome("17") == .dropped(.queueFull))
    world.runToEnd()
    #expect(world.starts.count == 17)

    var busy = RingingWorld()
    busy.fate = { _ in (.seconds(100), .played) }
    for number in 0..<5 { busy.ring(Ring("\(number)", sound: Int16(number))) }
    busy.run(until: .seconds(29))
    #expect(busy.reports.isEmpty)
    busy.run(until: .seconds(30))
    #expect(busy.outcome("4") == .dropped(.late))
  }

  @Test("What is delivered late is heard late: the grace is for the wait alone")
  mutating func overdue() {
    world.ring(Ring("old", sound: 9, lateness: .seconds(7_200)))
    world.runToEnd()
    #expect(world.outcome("old") == .played(mergedCount: 0, lateness: .seconds(7_200)))
  }

  @Test("Critical sounds are never dropped, however late and however many")
  mutating func criticalKept() {
    world.fate = { _ in (.seconds(29), .played) }
    for number in 0..<40 {
      world.ring(Ring("\(number)", sound: Int16(number), .critical, lateness: .seconds(100)))
    }
    world.runToEnd()
    #expect(world.starts.count == 40)
  }

  @Test("A thousand critical sounds may wait; what comes then shares the start of one that does")
  mutating func criticalOverflow() {
    for number in 0..<1_003 { world.ring(Ring("\(number)", sound: 1, .critical)) }
    world.ring(Ring("other", sound: 2, .critical))
    world.runToEnd()
    #expect(world.starts.count == 1_001)
    #expect(world.outcome("1002") == .merged(into: "1000"))
    #expect(world.outcome("other") == .merged(into: "1000"))
    guard case .played(3, _)? = world.outcome("1000") else {
      Issue.record("\(String(describing: world.outcome("1000")))")
      return
    }
  }

  @Test("A sound for which the library is missing is not tried again")
  mutating func noLibrary() {
    world.fate = { _ in (.zero, .failed(.noLibrary)) }
    world.ring(Ring("a", sound: 1))
    world.runToEnd()
    #expect(world.starts.count == 1)
    #expect(world.outcome("a") == .noDevice(.noLibrary, tries: 1))
  }

  @Test("A device that is missing is tried again after 250 ms, 1 s and each 5 s, for half a minute")
  mutating func retries() {
    world.fate = { [missing] _ in (.zero, missing) }
    world.ring(Ring("a", sound: 1))
    world.runToEnd()
    #expect(
      world.starts.map(\.time) == [
        .zero, .milliseconds(500), .milliseconds(1_500), .milliseconds(6_500),
        .milliseconds(11_500), .milliseconds(16_500), .milliseconds(21_500),
        .milliseconds(26_500),
      ])
    guard case .failed(let error) = missing else { return }
    #expect(world.outcome("a") == .noDevice(error, tries: 8))
    #expect(world.queue.statistics.retries == 7)
    #expect(world.warned.isEmpty)
  }

  @Test("The first failed try of a critical sound is reported at once, and once")
  mutating func warning() {
    world.fate = { [missing] _ in (.zero, missing) }
    world.ring(Ring("a", sound: 1, .critical))
    world.run(until: .zero)
    #expect(world.warned == ["a"])
    world.runToEnd()
    #expect(world.warned == ["a"])
  }

  @Test("A device that comes back plays the sound, and it still speaks for those it merged")
  mutating func deviceReturns() {
    var tries = 0
    world.fate = { [missing] _ in
      tries += 1
      return tries < 3 ? (.zero, missing) : (.seconds(1), .played)
    }
    world.ring(Ring("a", sound: 1))
    world.ring(Ring("b", sound: 1))
    world.run(until: .milliseconds(700))
    world.ring(Ring("c", sound: 1))
    world.runToEnd()
    #expect(
      world.outcome("a") == .played(mergedCount: 2, lateness: .milliseconds(1_500)))
    #expect(world.outcome("c") == .merged(into: "a"))
  }

  @Test("No try is made after the device's grace, which counts from the delivery")
  mutating func grace() {
    var policy = RingingPolicy.standard
    policy.deviceGrace = .seconds(2)
    var world = RingingWorld(policy)
    world.fate = { [missing] _ in (.zero, missing) }
    world.ring(Ring("old", sound: 1, lateness: .seconds(60)))
    world.ring(Ring("alarm", sound: 1, .critical))
    world.runToEnd()
    let starts = Dictionary(grouping: world.starts, by: \.notification)
    for name: NotificationKey in ["old", "alarm"] {
      #expect(
        starts[name]?.map(\.time) == [.zero, .milliseconds(500), .milliseconds(1_500)])
    }
  }

  @Test("A sound of which much was heard is not begun again, and one that cannot be read neither")
  mutating func cutOff() {
    let gone = PlaybackError.gone(device: "d", reason: "unplugged")
    var queue = RingingQueue(.standard)
    _ = queue.submit(Ring("a", sound: 1), at: .zero)
    var outcomes = queue.end(1, .failed(gone), heard: .seconds(2), at: .seconds(3)).outcomes
    #expect(outcomes == [.cutOff(gone, heard: .seconds(2))])
    _ = queue.submit(Ring("b", sound: 1), at: .seconds(10))
    outcomes = queue.end(2, .failed(.source("x")), heard: .zero, at: .seconds(10)).outcomes
    #expect(outcomes == [.unplayable("x")])
  }

  @Test("Who deals with a notification ends its sound, unless that speaks for others")
  mutating func silenced() {
    world.ring(Ring("a", sound: 1))
    world.ring(Ring("b", sound: 2))
    world.run(until: .milliseconds(200))
    world.silence("b")
    world.silence("a")
    world.silence("unknown")
    world.runToEnd()
    #expect(world.outcome("a") == .silenced(heard: .milliseconds(200)))
    #expect(world.outcome("b") == .silenced(heard: .zero))
    world.run(until: .seconds(5))
    world.ring(Ring("c", sound: 3))
    world.ring(Ring("d", sound: 3))
    world.silence("c")
    world.runToEnd()
    #expect(world.outcome("c") == .played(mergedCount: 1, lateness: .zero))
  }

  @Test("Stopping fades what plays, drops what waits, and takes no more")
  mutating func stopped() {
    world.ring(Ring("a", sound: 1))
    world.ring(Ring("b", sound: 2))
    world.run(until: .milliseconds(300))
    world.stop()
    world.ring(Ring("c", sound: 3, .critical))
    world.runToEnd()
    #expect(world.outcome("a") == .stopped(heard: .milliseconds(300)))
    #expect(world.outcome("b") == .dropped(.stopping))
    #expect(world.outcome("c") == .dropped(.stopping))
    #expect(world.queue.isIdle)
  }

  @Test("The delivery log has a byte for the code of each outcome of a sound")
  func codes() {
    let error = PlaybackError.gone(device: "d", reason: "unplugged")
    let outcomes: [RingOutcome] =
      [
        .played(mergedCount: 0, lateness: .zero), .merged(into: "a"),
        .preempted(by: "a", heard: .zero), .silenced(heard: .zero), .stopped(heard: .zero),
        .noDevice(error, tries: 1),
        .cutOff(error, heard: .zero), .unplayable(""),
      ] + RingOutcome.DropReason.allCases.map(RingOutcome.dropped)
    for outcome in outcomes { #expect(LoggedOutcomes.codes.contains(outcome.code)) }
    #expect(Set(outcomes.map(\.code)).count == outcomes.count)
  }

  @Test("A queue with nothing to do asks for no time")
  mutating func idle() {
    #expect(world.queue.nextTime(after: .zero) == nil)
    world.ring(Ring("a", sound: 1))
    #expect(world.queue.nextTime(after: .zero) == nil)
    world.ring(Ring("b", sound: 2))
    #expect(world.queue.nextTime(after: .zero) == .milliseconds(500))
    world.runToEnd()
    #expect(world.queue.nextTime(after: world.now) == nil)
  }
}

extension [RingingQueue.Effect] {
  fileprivate var outcomes: [RingOutcome] {
    compactMap { if case .report(_, let outcome) = $0 { outcome } else { nil } }
  }
}
