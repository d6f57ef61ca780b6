import FoundationEssentials
import LinuxProcess
import NotificationStorage
import NotificationTypes
import RemoteNotifications
import Synchronization

/// Pushes, received live or on request.
extension PushReceiver {
  func loadApps() {
    do {
      let profiles = try schedule.store.read(.profiles).filter { $0.value.remote != nil }
      let apps = profiles.map { (PushSubject.app(ofTopic: $0.value.remote?.topic ?? ""), $0.key) }
      state.withLock { $0.inspection.apps = Dictionary(apps) { $1 } }
    } catch {
      log.note(.error, "the registrations cannot be read: \(error)")
    }
  }

  /// Asks for the newest push of each class of each app; pushes that were taken before are ignored.
  func catchUp() {
    guard let connection = state.withLock(\.connection), isConnected else { return }
    var waiting: [Int64] = []
    var isComplete = true
    for (name, _) in state.withLock(\.inspection.apps) {
      for pushClass in PushSubject.Class.allCases {
        guard
          let subject = PushSubject(device: enrolment.device, app: name, pushClass: pushClass)
        else { continue }
        do throws(EngineError) {
          let message = try connection.request(subject.directGet)
          if message.status == nil, let received = take(message) { waiting.append(received) }
          if let status = message.status, status != "404" { isComplete = false }
        } catch {
          log.note(.warning, "the newest push cannot be asked for: \(error)")
          if error.isAbsence { return }
          isComplete = false
        }
      }
    }
    if isComplete { noteComparison(waiting) }
  }

  /// - Parameter waiting: when the gateway received the pushes that could not be taken.
  private func noteComparison(_ waiting: [Int64]) {
    let moment = schedule.clock.now
    let time = state.withLock(\.serverTime).now(at: moment.elapsed.milliseconds)
    let seconds = time.flatMap { time in
      waiting.min().map { max(0, Double(time - $0) / 1_000) }
    }
    schedule.noteReceiver(
      ReceiverComparison(date: moment.wall, behind: waiting.count, seconds: seconds))
  }

  /// - Returns: when the gateway received it, in milliseconds since 1970, if it is a push that cannot
  ///   be taken now.
  @discardableResult
  func take(_ message: EngineMessage) -> Int64? {
    let moment = schedule.clock.now
    let (inspection, time) = state.withLock { ($0.inspection, $0.serverTime) }
    let elapsed = moment.elapsed.milliseconds
    do throws(Refusal) {
      let push = try inspection.inspect(message, at: time.now(at: elapsed))
      hear(push.envelope.received, at: elapsed)
      return take(push, at: moment) ? nil : push.envelope.received
    } catch {
      state.withLock { $0.counts.refused += 1 }
      log.refuse(
        "a message on \(message.subject) is dropped: \(error.rawValue)", at: moment.elapsed)
      return nil
    }
  }

  /// - Returns: false if it cannot be taken now.
  private func take(_ push: Inspected, at moment: Moment) -> Bool {
    guard let isExpired = isExpired(push.envelope, at: moment) else {
      log.note(
        .warning,
        "push \(push.envelope.id) waits: the server's time is not known, and the clock is not set")
      return false
    }
    var (arrival, note) = push.arrival(isExpired: isExpired, at: moment.wall)
    if arrival.waitsForExtension {
      arrival.waitsForExtension = extensions?.serves(push.app) ?? false
    }
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
      guard isNew else { return true }
      if arrival.waitsForExtension { note = "for the extension" }
      let text = note ?? (arrival.request == nil ? "for the app" : "taken")
      log.note(.info, "push \(push.envelope.id) for \(push.app): \(text)")
      if arrival.waitsForExtension { extensions?.look() }
      return true
    } catch {
      // Its place has not advanced, so it is requested again.
      log.note(.error, "push \(push.envelope.id) waits: \(error)")
      return false
    }
  }
}
