import Dispatch
import NotificationStorage
import Synchronization
import Triggers

/// Keeps a connection to gpsd while somebody wants positions: it connects again after an end, at
/// growing intervals.
final class GPSDClient: Sendable {
  enum Event: Sendable {
    case fix(PositionFix)
    /// The first failure after a start or a success; those that follow are not reported.
    case unreachable(reason: String)
    case connected
  }

  /// Seconds; each failure doubles the time to the next attempt.
  static let shortestDelay = 1.0
  static let longestDelay = 60.0
  /// Seconds that gpsd has for its greeting.
  static let greetingLimit = 10.0

  private struct State {
    var isWanted = false
    var session: GPSDSession?
    var alarm: Alarm?
    /// The number of the attempt; what belongs to an earlier one is ignored.
    var attempt = 0
    /// The next address.
    var next = 0
    var delay = GPSDClient.shortestDelay
    var hasFailed = false
  }

  private let addresses: [GPSDAddress]
  private let queue: DispatchQueue
  private let report: @Sendable (Event) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - addresses: tried in turn.
  ///   - report: called on `queue`.
  init(
    _ addresses: [GPSDAddress], on queue: DispatchQueue, report: @escaping @Sendable (Event) -> Void
  ) {
    self.addresses = addresses
    self.queue = queue
    self.report = report
  }

  /// Connects, unless it has a connection or tries to get one.
  func start() {
    let starts = state.withLock { state in
      defer { state.isWanted = true }
      return !state.isWanted && !addresses.isEmpty
    }
    if starts { queue.async { [self] in attempt() } }
  }

  /// Ends the connection, and the attempts to get one.
  func stop() {
    let old = state.withLock { state in
      let old = (state.session, state.alarm)
      state = State(attempt: state.attempt + 1)
      return old
    }
    old.0?.hangUp()
    old.1?.cancel()
  }

  private func attempt() {
    let found: (number: Int, address: GPSDAddress)? = state.withLock { state in
      guard state.isWanted, state.session == nil else { return nil }
      state.attempt += 1
      return (state.attempt, addresses[state.next % addresses.count])
    }
    guard let (number, address) = found else { return }
    let session: GPSDSession
    do throws(SystemFailure) {
      session = try GPSDSession(address, on: queue) { [weak self] in self?.take($0, of: number) }
    } catch {
      return fail("\(error)", in: number)
    }
    let alarm = Alarm(after: Self.greetingLimit, on: queue) { [weak self] in
      self?.fail("it does not greet", in: number)
    }
    let isCurrent = state.withLock { state in
      guard state.attempt == number, state.isWanted else { return false }
      (state.session, state.alarm) = (session, alarm)
      return true
    }
    if !isCurrent {
      session.hangUp()
      alarm.cancel()
    }
  }

  private func take(_ event: GPSDSession.Event, of number: Int) {
    guard state.withLock({ $0.attempt == number && $0.isWanted }) else { return }
    switch event {
    case .greeted:
      let alarm = state.withLock { state in
        defer { state.alarm = nil }
        return state.alarm
      }
      alarm?.cancel()
    // A gpsd that greets and hangs up does not count: its next attempt waits longer.
    case .fix(let fix):
      let isBack = state.withLock { state in
        state.delay = Self.shortestDelay
        defer { state.hasFailed = false }
        return state.hasFailed
      }
      if isBack { report(.connected) }
      report(.fix(fix))
    case .ended(let reason): fail(reason, in: number)
    }
  }

  /// Ends an attempt or a connection; another attempt follows, with the next address at once.
  private func fail(_ reason: String, in number: Int) {
    struct Failure {
      let session: GPSDSession?
      let alarm: Alarm?
      let isFirst: Bool
      let delay: Double
    }
    let failure: Failure? = state.withLock { state in
      guard state.attempt == number, state.isWanted else { return nil }
      state.attempt += 1
      state.next += 1
      let isRoundOver = state.next % addresses.count == 0
      let failure = Failure(
        session: state.session, alarm: state.alarm, isFirst: isRoundOver && !state.hasFailed,
        delay: isRoundOver ? state.delay : 0)
      (state.session, state.alarm) = (nil, nil)
      if isRoundOver {
        state.delay = min(state.delay * 2, Self.longestDelay)
        state.hasFailed = true
      }
      return failure
    }
    guard let failure else { return }
    failure.session?.hangUp()
    failure.alarm?.cancel()
    if failure.isFirst { report(.unreachable(reason: reason)) }
    let alarm = Alarm(after: failure.delay, on: queue) { [weak self] in self?.attempt() }
    let isWanted = state.withLock { state in
      guard state.isWanted, state.session == nil else { return false }
      state.alarm = alarm
      return true
    }
    if !isWanted { alarm.cancel() }
  }
}

/// Calls a function once, later.
final class Alarm: Sendable {
  /// Any thread may use a source, though the library does not declare it.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  init(after seconds: Double, on queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + seconds)
    timer.setEventHandler(handler: body)
    timer.activate()
  }

  deinit { timer.cancel() }

  func cancel() { timer.cancel() }
}
