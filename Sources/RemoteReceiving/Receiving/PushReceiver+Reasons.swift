import Dispatch
import FoundationEssentials
import LinuxProcess
import NotificationStorage
import RemoteNotifications
import Synchronization

/// Why there is no connection.
extension PushReceiver {
  /// Seconds that the library gets for a connection before somebody asks why there is none.
  static let explanationDelay = 2.0
  /// Seconds between two searches for the reason.
  private static let explanationInterval = 60.0

  /// Looks for the reason why the engine is not reached, and again while it is not.
  /// - Parameter delay: in seconds; 0 takes the place of a search that is to come.
  func explain(after delay: Double) {
    let number: Int? = state.withLock { state in
      if state.isAboutToExplain, delay > 0 { return nil }
      state.isAboutToExplain = true
      state.explanations += 1
      return state.explanations
    }
    guard let number else { return }
    reasonQueue.asyncAfter(deadline: .now() + delay) { [weak self] in self?.explain(number) }
  }

  private func explain(_ number: Int) {
    let isDue = state.withLock { state in
      guard state.explanations == number else { return false }
      state.isAboutToExplain = false
      return state.isUnreached
    }
    guard isDue else { return }
    let today = schedule.clock.now.wall.formatted(.iso8601.year().month().day())
    let failure = EngineFailure.find(enrolment, today: today)
    // It may have connected, or have been stopped, meanwhile.
    guard state.withLock(\.isUnreached) else { return }
    if let failure { report(failure.description) }
    explain(after: Self.explanationInterval * .random(in: 0.8...1.2))
  }

  /// Writes a reason into the log and the status, unless it is the last one.
  func report(_ reason: String) {
    let isNew = state.withLock { state in
      // Only those that are connected learn that they are revoked; later, the engine just refuses.
      let isKnown = state.failure == EngineFailure.revoked && reason == EngineFailure.refused
      guard state.failure != reason, !isKnown else { return false }
      state.failure = reason
      return true
    }
    guard isNew else { return }
    log.note(.error, "the engine is not reached: \(reason)")
    noteStatus("not connected: \(reason)")
  }

  func reportRevocation(_ text: String) {
    if EngineFailure.isRevocation(text) { report(EngineFailure.revoked) }
  }
}
