import Dispatch
import FoundationEssentials
package import NotificationRequests
import NotificationTypes
package import RemoteNotifications
import Synchronization

/// Receives the pushes to this box and puts them into the store, from which the process that
/// delivers takes them.
///
/// It subscribes, and requests the newest push of each app whenever it may have missed one: at each
/// connection, and every five minutes. All work is done on one queue, one thing after the other.
package final class PushReceiver: Sendable {
  struct State {
    var connection: EngineConnection?
    var isConnected = false
    var inspection: Inspection
    var serverTime = ServerTime()
    var counts = ReceiverCounts()
    /// The apps whose token was received in this connection.
    var answered: Set<String> = []
    /// The number of consecutive failed attempts.
    var failures = 0
    var isAboutToRetry = false
  }

  let enrolment: RemoteEnrolment
  let schedule: NotificationSchedule
  let log: ReceiverLog
  /// Runs service extensions; nil where there are none.
  let extensions: ExtensionDesk?
  private let queue = DispatchQueue(label: "tocsin.remote")
  let state: Mutex<State>
  /// Any thread may use a source, but the library does not declare it as `Sendable`.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer
  private let interval: Duration
  private let hasWorked: @Sendable () -> Void

  /// - Parameters:
  ///   - enrolment: the identity of this box and the address of the engine.
  ///   - schedule: the box's notifications.
  ///   - interval: the time between checks for missed pushes.
  ///   - extensions: runs service extensions; nil delivers all notifications as they come.
  ///   - hasWorked: called after each piece of work; it must return quickly.
  ///   - log: called with each line of the log; it must return quickly.
  /// - Throws: ``EnrolmentError`` if the enrolment cannot be used.
  package init(
    _ enrolment: RemoteEnrolment, schedule: NotificationSchedule,
    interval: Duration = .seconds(300), extensions: ExtensionDesk? = nil,
    hasWorked: @escaping @Sendable () -> Void = {},
    log: @escaping @Sendable (ReceiverEvent) -> Void
  ) throws {
    guard let key = enrolment.key else { throw EnrolmentError.missing("deviceKey") }
    self.enrolment = enrolment
    self.schedule = schedule
    self.log = ReceiverLog(log)
    self.extensions = extensions
    self.interval = interval
    self.hasWorked = hasWorked
    state = Mutex(State(inspection: Inspection(device: enrolment.device, key: key)))
    timer = DispatchSource.makeTimerSource(queue: queue)
  }

  deinit { timer.cancel() }

  /// The counts of its work so far.
  package var counts: ReceiverCounts { state.withLock(\.counts) }
  /// Whether the engine can be reached.
  package var isConnected: Bool { state.withLock(\.isConnected) }

  /// Connects, and stays connected.
  package func start() {
    let seconds = interval / .seconds(1)
    // A random interval, so that boxes that started together do not ask at the same time.
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

  /// Reads the registrations again after a change.
  package func look() {
    queue.async { [self] in
      loadApps()
      if isConnected { askForTokens() }
      catchUp()
      hasWorked()
    }
  }

  /// Stops after the current work.
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

  /// Returns when all requested work is done; for tests.
  func wait() { queue.sync {} }

  private func tick() {
    defer { hasWorked() }
    loadApps()
    guard state.withLock({ $0.connection != nil }) else { return connect() }
    guard isConnected else { return }
    askForTokens()
    catchUp()
  }

  /// Retries after a failure, after 1 s, 2 s … 30 s.
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
      noteStatus("\(RemoteReceiver.connected) to \(url)")
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

  /// Writes the state and its time for `tocsinctl remote status`.
  private func noteStatus(_ text: String) {
    schedule.noteReceiver(RemoteReceiver.statusNote, text)
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
