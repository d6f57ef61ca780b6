import Dispatch
import FoundationEssentials
package import NotificationStorage
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
    /// The topics of the apps whose token was received in this connection.
    var answered: [String: String] = [:]
    /// The number of consecutive failed attempts.
    var failures = 0
    var isAboutToRetry = false
    /// Why the engine is not reached, as it was last reported.
    var failure: String?
    /// The number of the searches for it.
    var explanations = 0
    var isAboutToExplain = false
    var isOver = false

    /// Whether there should be a connection, and is none.
    var isUnreached: Bool { !isConnected && !isOver }
    /// The error of the box's clock, as it was last reported.
    var clockError: String?
  }

  let enrolment: RemoteEnrolment
  let schedule: NotificationSchedule
  let log: ReceiverLog
  /// Runs service extensions; nil where there are none.
  let extensions: ExtensionDesk?
  private let queue = DispatchQueue(label: "tocsin.remote")
  /// For the search for reasons, which may take long.
  let reasonQueue = DispatchQueue(label: "tocsin.remote.reasons")
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

  /// The name of the device that it receives for.
  package var device: String { enrolment.device }

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
        state.isOver = true
        return state.connection
      }
      connection?.close()
      noteStatus("stopped")
    }
  }

  /// Gives the tokens of all apps back, then stops: the box has left this gateway.
  package func leave() {
    queue.sync {
      let profiles = (try? schedule.store.read(.profiles)) ?? [:]
      giveBack(profiles.values.compactMap(\.remote?.topic))
    }
    stop()
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
    // The library tries silently, and may take half a minute for a name that does not resolve.
    explain(after: Self.explanationDelay)
    do {
      let connection = try EngineConnection(enrolment) { [weak self] event in
        guard let self else { return }
        queue.async { self.take(event) }
      }
      state.withLock { $0.connection = connection }
    } catch {
      // The search says more than this first error.
      explain(after: 0)
      retry()
    }
  }

  private func take(_ event: EngineConnection.Event) {
    defer { hasWorked() }
    switch event {
    case .connected(let url):
      state.withLock { state in
        state.isConnected = true
        state.answered = [:]
        state.failure = nil
      }
      log.note(.notice, "connected to \(url)")
      noteStatus("\(RemoteReceiver.connected) to \(url)")
      askForTokens()
      catchUp()
    case .disconnected(let text):
      guard isConnected else { return }
      state.withLock { $0.isConnected = false }
      log.note(.warning, "the connection is lost")
      noteStatus("not connected")
      reportRevocation(text)
      explain(after: Self.explanationDelay)
    case .closed(let text):
      let connection = state.withLock { state in
        defer { state.connection = nil }
        state.isConnected = false
        return state.connection
      }
      guard connection != nil else { return }
      // The library's text is often that of a later attempt, and says less.
      reportRevocation(text)
      explain(after: 0)
      retry()
    case .message(let message): take(message)
    }
  }

  // MARK: Notes for others

  /// Writes the state and its time for `tocsinctl remote status`.
  func noteStatus(_ text: String) {
    schedule.noteReceiver(RemoteReceiver.statusNote, text)
  }
}

extension Duration {
  /// Whole milliseconds, rounded down.
  var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
