import Dispatch
import FoundationEssentials
package import NotificationScheduling
import NotificationTypes
package import RemoteNotifications
import Synchronization

/// Receives what servers push to this box, and brings it into the store; whoever delivers there takes it
/// from there.
///
/// It listens, and asks for the newest push of each app whenever it may have missed one: at each
/// connection, and every five minutes. All work is done on one queue, one thing after the other.
package final class PushReceiver: Sendable {
  struct State {
    var connection: EngineConnection?
    var isConnected = false
    var inspection: Inspection
    var serverTime = ServerTime()
    var counts = ReceiverCounts()
    /// Apps whose token was told in this connection.
    var answered: Set<String> = []
    /// Attempts that came to nothing, one after the other.
    var failures = 0
    var isAboutToRetry = false
  }

  let enrolment: RemoteEnrolment
  let schedule: NotificationSchedule
  let log: ReceiverLog
  private let queue = DispatchQueue(label: "tocsin.remote")
  let state: Mutex<State>
  /// Any thread may use a source; the library does not say so.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer
  private let interval: Duration
  private let hasWorked: @Sendable () -> Void

  /// - Parameters:
  ///   - enrolment: who this box is, and where the engine is.
  ///   - schedule: the box's notifications.
  ///   - interval: how often it looks for what it may have missed.
  ///   - hasWorked: is called after each piece of work; it must return quickly.
  ///   - log: takes lines; it must return quickly.
  /// - Throws: ``EnrolmentError`` where the enrolment cannot be used.
  package init(
    _ enrolment: RemoteEnrolment, schedule: NotificationSchedule,
    interval: Duration = .seconds(300), hasWorked: @escaping @Sendable () -> Void = {},
    log: @escaping @Sendable (ReceiverEvent) -> Void
  ) throws {
    guard let key = enrolment.key else { throw EnrolmentError.missing("deviceKey") }
    self.enrolment = enrolment
    self.schedule = schedule
    self.log = ReceiverLog(log)
    self.interval = interval
    self.hasWorked = hasWorked
    state = Mutex(State(inspection: Inspection(device: enrolment.device, key: key)))
    timer = DispatchSource.makeTimerSource(queue: queue)
  }

  deinit { timer.cancel() }

  /// What it has done so far.
  package var counts: ReceiverCounts { state.withLock(\.counts) }
  /// Whether the engine can be reached.
  package var isConnected: Bool { state.withLock(\.isConnected) }

  /// Connects, and stays connected.
  package func start() {
    let seconds = interval / .seconds(1)
    // Boxes that started together do not ask together.
    timer.schedule(
      deadline: .now() + seconds * .random(in: 0.8...1.2), repeating: seconds,
      leeway: .milliseconds(Int(seconds * 100)))
    timer.setEventHandler { [weak self] in self?.tick() }
    timer.activate()
    queue.async { [self] in
      state.withLock { $0.serverTime = recalledTime() }
      loadApps()
      connect()
    }
  }

  /// Looks at registrations again: somebody has changed them.
  package func look() {
    queue.async { [self] in
      loadApps()
      if isConnected { askForTokens() }
      catchUp()
      hasWorked()
    }
  }

  /// Ends, when what it is doing is done.
  package func stop() {
    timer.cancel()
    queue.sync {
      let connection = state.withLock { state in
        defer { state.connection = nil }
        return state.connection
      }
      connection?.close()
      noteStatus("stopped")
    }
  }

  /// Returns when all that it was asked for is done; for tests.
  func wait() { queue.sync {} }

  private func tick() {
    defer { hasWorked() }
    loadApps()
    guard state.withLock({ $0.connection != nil }) else { return connect() }
    guard isConnected else { return }
    askForTokens()
    catchUp()
  }

  /// Tries again what has failed, after 1 s, 2 s … 30 s.
  func retry() {
    let delay: Int? = state.withLock { state in
      if state.isAboutToRetry { return nil }
      state.isAboutToRetry = true
      state.failures += 1
      return min(30, 1 << min(state.failures - 1, 5))
    }
    guard let delay else { return }
    queue.asyncAfter(deadline: .now() + .seconds(delay)) { [weak self] in
      self?.state.withLock { $0.isAboutToRetry = false }
      self?.tick()
    }
  }

  // MARK: The connection

  private func connect() {
    do {
      let connection = try EngineConnection(enrolment) { [weak self] event in
        guard let self else { return }
        queue.async { self.take(event) }
      }
      state.withLock { $0.connection = connection }
    } catch {
      log.note(.error, "no connection can be made: \(error)")
      noteStatus("no connection: \(error)")
      retry()
    }
  }

  private func take(_ event: EngineConnection.Event) {
    defer { hasWorked() }
    switch event {
    case .connected(let url):
      state.withLock { state in
        state.isConnected = true
        state.answered = []
      }
      log.note(.notice, "connected to \(url)")
      noteStatus("connected to \(url)")
      askForTokens()
      catchUp()
    case .disconnected:
      guard isConnected else { return }
      state.withLock { $0.isConnected = false }
      log.note(.warning, "the connection is lost")
      noteStatus("not connected")
    case .closed(let reason):
      let connection = state.withLock { state in
        defer { state.connection = nil }
        state.isConnected = false
        return state.connection
      }
      guard connection != nil else { return }
      log.note(.error, "the engine does not accept this box: \(reason)")
      noteStatus("refused: \(reason)")
      retry()
    case .message(let message): take(message)
    }
  }

  // MARK: Notes for others

  /// For `tocsinctl remote status`: since when it is how.
  private func noteStatus(_ text: String) {
    let date = Int64(schedule.clock.now.wall.timeIntervalSince1970)
    _ = try? schedule.store.apply(.noted(RemoteReceiver.statusNote, "\(date) \(text)"))
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
