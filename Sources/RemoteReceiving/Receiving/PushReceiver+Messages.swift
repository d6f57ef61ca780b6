import FoundationEssentials
import NotificationScheduling
import NotificationTypes
import RemoteNotifications
import Synchronization

/// What is pushed: live, or asked for.
extension PushReceiver {
  func loadApps() {
    do {
      let profiles = try schedule.store.allProfiles().filter { $0.value.remote != nil }
      let apps = profiles.map { (PushSubject.app(ofTopic: $0.value.remote?.topic ?? ""), $0.key) }
      state.withLock { $0.inspection.apps = Dictionary(apps) { $1 } }
    } catch {
      log.note(.error, "the registrations cannot be read: \(error)")
    }
  }

  /// Asks for the newest push of each class of each app; what was taken before comes to nothing.
  func catchUp() {
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

  func take(_ message: EngineMessage) {
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
}
