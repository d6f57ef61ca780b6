import FoundationEssentials
import LinuxProcess
import NotificationStorage
import NotificationTypes
import RemoteNotifications
import Synchronization

/// The tokens of apps.
extension PushReceiver {
  /// Requests the tokens of apps that wait for theirs, and once in each connection those of all
  /// apps, because a gateway may issue new ones.
  func askForTokens() {
    guard let connection = state.withLock(\.connection),
      let profiles = try? schedule.store.read(.profiles)
    else { return }
    giveBackOfOthers(profiles)
    for (app, profile) in profiles {
      guard let remote = profile.remote,
        remote.isOpen || state.withLock({ $0.answered[app] == nil })
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
        if state.withLock(\.failures) == 0 {
          log.note(.warning, "the gateway does not answer about \(app): \(error)")
        }
        if error.isAbsence {
          retry()
          return noteTime()
        }
      } catch {
        log.note(.error, "the token of \(app) cannot be kept: \(error)")
      }
    }
    state.withLock { $0.failures = 0 }
    noteTime()
  }

  /// Gives the tokens back of apps that are not registered any more.
  private func giveBackOfOthers(_ profiles: [String: AppProfile]) {
    let topics = state.withLock { state in
      let others = state.answered.filter { profiles[$0.key]?.remote == nil }
      for app in others.keys { state.answered[app] = nil }
      return others.values
    }
    giveBack(Array(topics))
  }

  /// Tells the gateway that these tokens are not used any more; pushes to them are refused then.
  func giveBack(_ topics: [String]) {
    for topic in topics.sorted() {
      let subject = TokenRequest.subject(device: enrolment.device, topic: topic)
      let body = [UInt8](TokenRequest(topic: topic, unregisters: true).body)
      guard isConnected, let connection = state.withLock(\.connection),
        (try? connection.request(subject, body)) != nil
      else {
        log.note(
          .warning,
          "the gateway was not reached, and still accepts pushes to \(topic) on this device; "
            + "`tocsin-gateway device revoke` ends that")
        continue
      }
    }
  }

  private func keep(_ reply: TokenReply, for app: String, _ old: RemoteRegistration) throws {
    if let time = reply.time { hear(time, at: schedule.clock.now.elapsed.milliseconds) }
    state.withLock { $0.answered[app] = old.topic }
    guard old.token != reply.token || old.error != reply.error || old.isOpen else { return }
    let isKept = try schedule.store.change(app) { profile in
      // The registration may have been withdrawn meanwhile.
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
}
