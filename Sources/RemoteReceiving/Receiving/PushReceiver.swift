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
  private struct State {
    var connection: EngineConnection?
    var isConnected = false
    var inspection: Inspection
    var serverTime = ServerTime()
    var counts = ReceiverCounts()
    /// Apps whose token was told in this connection.
    var answered: Set<String> = []
  }

  private let enrolment: RemoteEnrolment
  let schedule: NotificationSchedule
  let log: ReceiverLog
  private let queue = DispatchQueue(label: "tocsin.remote")
  private let state: Mutex<State>
  /// Any thread may use a source; the library does not say so.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer
  private let interval: Duration

  /// - Parameters:
  ///   - enrolment: who this box is, and where the engine is.
  ///   - schedule: the box's notifications.
  ///   - interval: how often it looks for what it may have missed.
  ///   - log: takes lines; it must return quickly.
  /// - Throws: ``EnrolmentError`` where the enrolment cannot be used.
  package init(
    _ enrolment: RemoteEnrolment, schedule: NotificationSchedule,
    interval: Duration = .seconds(300), log: @escaping @Sendable (ReceiverEvent) -> Void
  ) throws {
    guard let key = enrolment.key else { throw EnrolmentError.missing("deviceKey") }
    self.enrolment = enrolment
    self.schedule = schedule
    self.log = ReceiverLog(log)
    self.interval = interval
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
    loadApps()
    guard state.withLock({ $0.connection != nil }) else { return connect() }
    guard isConnected else { return }
    askForTokens()
    catchUp()
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
      queue.asyncAfter(deadline: .now() + 30) { [weak self] in self?.tick() }
    }
  }

  private func take(_ event: EngineConnection.Event) {
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
      queue.asyncAfter(deadline: .now() + 30) { [weak self] in self?.tick() }
    case .message(let message): take(message)
    }
  }

  // MARK: Messages

  private func loadApps() {
    do {
      let profiles = try schedule.store.allProfiles().filter { $0.value.remote != nil }
      let apps = profiles.map { (PushSubject.app(ofTopic: $0.value.remote?.topic ?? ""), $0.key) }
      state.withLock { $0.inspection.apps = Dictionary(apps) { $1 } }
    } catch {
      log.note(.error, "the registrations cannot be read: \(error)")
    }
  }

  /// Asks for the newest push of each class of each app; what was taken before comes to nothing.
  private func catchUp() {
    guard let connection = state.withLock(\.connection), isConnected else { return }
    for (name, _) in state.withLock(\.inspection.apps) {
      for pushClass in PushSubject.Class.allCases {
        guard
          let subject = PushSubject(device: enrolment.device, app: name, pushClass: pushClass)
        else { continue }
        do throws(EngineError) {
          let message = try connection.request(subject.directGet)
          if message.status == nil { take(message) }
        } catch {
          log.note(.warning, "the newest push cannot be asked for: \(error)")
          if error.isAbsence { return }
        }
      }
    }
  }

  private func take(_ message: EngineMessage) {
    let moment = schedule.clock.now
    let (inspection, time) = state.withLock { ($0.inspection, $0.serverTime) }
    let elapsed = moment.elapsed.milliseconds
    do throws(Refusal) {
      let push = try inspection.inspect(message, at: time.now(at: elapsed))
      hear(push.envelope.received, at: elapsed)
      take(push, at: moment)
    } catch {
      state.withLock { $0.counts.refused += 1 }
      log.refuse(
        "a message on \(message.subject) is dropped: \(error.rawValue)", at: moment.elapsed)
    }
  }

  private func take(_ push: Inspected, at moment: Moment) {
    guard let isExpired = isExpired(push.envelope, at: moment) else {
      return log.note(
        .warning,
        "push \(push.envelope.id) waits: the server's time is not known, and the clock is not set")
    }
    let (arrival, note) = push.arrival(isExpired: isExpired, at: moment.wall)
    do {
      let isNew = try schedule.take(arrival)
      state.withLock { state in
        if !isNew {
          state.counts.repeated += 1
        } else if isExpired {
          state.counts.expired += 1
        } else {
          state.counts.taken += 1
        }
      }
      guard isNew else { return }
      let text = note ?? (arrival.request == nil ? "for the app" : "taken")
      log.note(.info, "push \(push.envelope.id) for \(push.app): \(text)")
    } catch {
      // Its place has not moved: it is asked for again.
      log.note(.error, "push \(push.envelope.id) waits: \(error)")
    }
  }

  // MARK: The server's time

  /// - Returns: nil where nobody can say.
  private func isExpired(_ envelope: PushEnvelope, at moment: Moment) -> Bool? {
    if let time = state.withLock(\.serverTime).now(at: moment.elapsed.milliseconds) {
      return envelope.isExpired(at: time)
    }
    let wall = Int64(moment.wall.timeIntervalSince1970 * 1_000)
    let isExpired = envelope.isExpired(at: wall)
    return isExpired && !schedule.clock.isSynchronized ? nil : isExpired
  }

  private func hear(_ time: Int64, at elapsed: Int64) {
    state.withLock { $0.serverTime.hear(time, at: elapsed) }
  }

  private static let timeNote = "remote-time"

  /// What an earlier run has heard since the machine was started.
  private func recalledTime() -> ServerTime {
    let note = ((try? schedule.store.note(Self.timeNote)) ?? nil)?.split(separator: " ") ?? []
    guard note.count == 2, note[0] == schedule.clock.now.boot else { return ServerTime() }
    return ServerTime(offset: Int64(note[1]))
  }

  // MARK: Tokens

  /// Asks for the tokens of apps that wait for theirs, and once in each connection for those of all: a
  /// gateway may give new ones.
  private func askForTokens() {
    guard let connection = state.withLock(\.connection),
      let profiles = try? schedule.store.allProfiles()
    else { return }
    for (app, profile) in profiles {
      guard let remote = profile.remote,
        remote.isOpen || !state.withLock({ $0.answered.contains(app) })
      else { continue }
      do {
        let subject = TokenRequest.subject(device: enrolment.device, topic: remote.topic)
        let body = [UInt8](TokenRequest(topic: remote.topic).body)
        let message = try connection.request(subject, body)
        guard let reply = TokenReply(parsing: Data(message.payload)) else {
          log.note(.error, "the gateway's answer about \(app) cannot be read")
          continue
        }
        try keep(reply, for: app, remote)
      } catch let error as EngineError {
        log.note(.warning, "the gateway does not answer about \(app): \(error)")
        if error.isAbsence { break }
      } catch {
        log.note(.error, "the token of \(app) cannot be kept: \(error)")
      }
    }
    noteTime()
  }

  private func keep(_ reply: TokenReply, for app: String, _ old: RemoteRegistration) throws {
    if let time = reply.time { hear(time, at: schedule.clock.now.elapsed.milliseconds) }
    state.withLock { _ = $0.answered.insert(app) }
    guard old.token != reply.token || old.error != reply.error || old.isOpen else { return }
    let isKept = try schedule.store.change(app) { profile in
      // It may have been taken back meanwhile.
      guard profile.remote != nil else { return false }
      profile.remote?.token = reply.token
      profile.remote?.error = reply.token == nil ? reply.error : nil
      return true
    }
    guard isKept else { return }
    log.note(
      .notice,
      reply.token == nil ? "\(app) gets no token: \(reply.error ?? "")" : "\(app) has a token")
    if let folder = schedule.store.folder { AppPresence.wake(app, in: folder) }
  }

  // MARK: Notes for others

  private func noteTime() {
    guard let offset = state.withLock(\.serverTime.offset) else { return }
    _ = try? schedule.store.apply(.noted(Self.timeNote, "\(schedule.clock.now.boot) \(offset)"))
  }

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
