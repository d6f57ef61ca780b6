import Desktop
import FoundationEssentials
import LinuxProcess
import NotificationStorage
import NotificationTypes
import Synchronization

/// The wait of a delivery for its banner and its sound, and whether it is still wanted.
final class DeliveryTicket: Sendable {
  private struct State {
    var beginning: OneShot<Bool>?
    var isCancelled = false
    var isShowing = false
  }

  let notification: NotificationKey
  private let state = Mutex(State())

  init(_ request: NotificationRequest) {
    notification = NotificationKey(app: request.app, identifier: request.identifier)
  }

  /// Whether its banner is being handed over.
  var isShowing: Bool {
    get { state.withLock(\.isShowing) }
    set { state.withLock { $0.isShowing = newValue } }
  }

  var fields: [String: String] {
    ["app": notification.app, "identifier": notification.identifier]
  }

  /// - Returns: false where the delivery was cancelled.
  func wait(for beginning: OneShot<Bool>) -> Bool {
    state.withLock { state in
      state.beginning = beginning
      return !state.isCancelled
    }
  }

  /// Cancels the wait for its sound.
  /// - Returns: whether the sound was waiting to be heard.
  func cancel() -> Bool {
    let beginning = state.withLock { state in
      state.isCancelled = true
      return state.beginning
    }
    beginning?.give(false)
    return beginning != nil
  }

  /// Ends its sound; a sound that was stopped before it was heard comes again.
  func end(_ outcome: RingOutcome) {
    // The sound that it was merged into ends it.
    if case .merged = outcome { return }
    state.withLock { $0.beginning }?.give(!outcome.isUnheardStop)
  }
}

extension RingOutcome {
  /// Whether the ringer was stopped before any of the sound was heard.
  var isUnheardStop: Bool {
    switch self {
    case .dropped(.stopping), .stopped(heard: .zero): true
    default: false
    }
  }
}

extension DeliveryRecord {
  /// Adds the parts that the user got of an earlier attempt.
  /// - Parameter known: the record of that attempt; nil where there is none.
  mutating func bring(_ steps: Set<DeliveryStep>, as known: DeliveryRecord?) {
    if steps.contains(.presented), banner == .begun {
      let unknown: [Fate?] = [nil, Fate.none, .interruptedBanner]
      banner = unknown.contains(known?.banner) ? .init("shown") : known?.banner ?? .init("shown")
    }
    guard steps.contains(.heard), sound == .begun else { return }
    sound = known?.sound ?? .interruptedSound
    soundFile = known?.soundFile
    fallback = known?.fallback
  }

  /// A record of the decision, before anything is shown or heard.
  init(_ decision: DeliveryDecision) {
    self.init()
    switch decision.presentation {
    case .banner, .alert: banner = .begun
    case .list: banner = .init("list", reason: decision.withheld[.banner]?.rawValue)
    case .none: banner = .init("none", reason: decision.withheld[.list]?.rawValue)
    }
    switch decision.sound {
    case .play: sound = .begun
    case .silent(let cause):
      let reason = decision.withheld[.sound]
      sound = reason == nil ? .none : .init("withheld", reason: (reason ?? cause)?.rawValue)
    }
  }
}

extension DeliveryRecord.Fate {
  init(_ outcome: BannerOutcome) {
    switch outcome {
    case .shown: self.init("shown")
    case .notShown(let failure): self.init("not-shown", reason: failure.description)
    }
  }

  init(_ outcome: RingOutcome) {
    let reason: String? =
      switch outcome {
      case .played(let merged, let lateness):
        (merged > 0 ? "for \(merged + 1) notifications, " : "")
          + "begun \(Self.text(lateness)) after it was due"
      case .merged(let leader): "with that of \(leader.app) \(leader.identifier)"
      case .preempted(let other, let heard):
        "for that of \(other.app) \(other.identifier) after \(Self.text(heard))"
      case .silenced(let heard), .stopped(let heard): "after \(Self.text(heard))"
      case .dropped: nil
      case .unplayable(let reason): reason
      case .noDevice(let error, let tries): "\(error) (\(tries) tries)"
      case .cutOff(let error, let heard): "\(error) after \(Self.text(heard))"
      }
    self.init(outcome.code, reason: reason)
  }

  private static func text(_ duration: Duration) -> String {
    "\((duration / .milliseconds(1)).rounded() / 1_000) s"
  }
}

extension DeliveryDecision {
  /// Whether it is shown on the screen.
  var isShown: Bool { presentation == .banner || presentation == .alert }

  /// The fields of the decision for the log.
  var fields: [String: String] {
    var fields = ["presentation": presentation.rawValue]
    for (interaction, cause) in withheld {
      fields[DeliveryEvent.withheldPrefix + interaction.rawValue] = cause.rawValue
    }
    return fields
  }
}
