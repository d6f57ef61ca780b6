public import AlertPlayback
import NotificationScheduling
public import SoundResolution

/// The notification that a sound belongs to.
public struct NotificationKey: Hashable, Sendable, Comparable {
  /// The identifier of the app.
  public var app: String
  /// The identifier of the request.
  public var identifier: String

  /// The notification of `app` that was made of the request `identifier`.
  public init(app: String, identifier: String) {
    self.app = app
    self.identifier = identifier
  }

  /// By the app, then by the identifier.
  public static func < (left: NotificationKey, right: NotificationKey) -> Bool {
    (left.app, left.identifier) < (right.app, right.identifier)
  }
}

/// A sound that is to be played for a notification.
public struct Ring: Sendable {
  /// The notification that rings; its report names it.
  public var notification: NotificationKey
  /// What is played, decoded already.
  public var sound: DecodedSound
  /// Which sounds make way for it.
  public var priority: RingPriority
  /// The factor of every sample, 0 to 1.
  public var volume: Double
  /// How long ago it was due.
  public var lateness: Duration
  /// Whether it is settled: true when it is heard first, or would be of no use to be tried again.
  let beginning = OneShot<Bool>()

  /// A sound for a notification.
  /// - Parameters:
  ///   - notification: that it belongs to.
  ///   - sound: decoded already.
  ///   - priority: decides which sounds make way.
  ///   - volume: the factor of every sample, 0 to 1.
  ///   - lateness: how long ago it was due.
  public init(
    _ notification: NotificationKey, sound: DecodedSound, priority: RingPriority = .normal,
    volume: Double = 1, lateness: Duration = .zero
  ) {
    self.notification = notification
    self.sound = sound
    self.priority = priority
    self.volume = volume
    self.lateness = lateness
  }
}

/// What the sound of one notification did: there is exactly one for each ring.
public struct RingReport: Hashable, Sendable {
  /// The notification whose sound it is.
  public var notification: NotificationKey
  /// What became of the sound.
  public var outcome: RingOutcome

  /// A report on the sound of a notification.
  public init(_ notification: NotificationKey, _ outcome: RingOutcome) {
    self.notification = notification
    self.outcome = outcome
  }
}

/// What became of a sound.
public enum RingOutcome: Hashable, Sendable {
  /// It was heard to its end, and spoke for `mergedCount` other notifications too; it began
  /// `lateness` after it was due.
  case played(mergedCount: Int, lateness: Duration)
  /// An equal sound spoke for this notification too.
  case merged(into: NotificationKey)
  /// It was faded out for a more important one.
  case preempted(by: NotificationKey, heard: Duration)
  /// The user has dealt with the notification.
  case silenced(heard: Duration)
  /// The ringer was stopped.
  case stopped(heard: Duration)
  case dropped(DropReason)
  /// No device could be opened or played, in so many tries.
  case noDevice(PlaybackError, tries: Int)
  /// The device failed when a part had been heard.
  case cutOff(PlaybackError, heard: Duration)
  /// The sound itself cannot be brought into the device's form.
  case unplayable(String)

  /// Why a sound was never started.
  public enum DropReason: String, Codable, Hashable, Sendable, CaseIterable {
    /// Too many sounds were waiting.
    case queueFull = "queue-full"
    /// Its turn did not come within the grace.
    case late
    /// The ringer was being stopped.
    case stopping
  }
}

extension RingOutcome {
  /// One word for counters and records.
  public var code: String {
    switch self {
    case .played: "played"
    case .merged: "merged"
    case .preempted: "preempted"
    case .silenced: "silenced"
    case .stopped: "stopped"
    case .dropped(let reason): "dropped-\(reason.rawValue)"
    case .noDevice: "no-device"
    case .cutOff: "cut-off"
    case .unplayable: "unplayable"
    }
  }
}

/// What a ringer has done since it was made.
public struct RingingStatistics: Hashable, Sendable {
  /// Sounds that the ringer was asked for.
  public var rings = 0
  /// Sounds given to the player, those that were tried again among them.
  public var starts = 0
  /// Starts of sounds whose device was missing, busy or gone before.
  public var retries = 0
  /// Reports by the outcome's code.
  public var outcomes: [String: Int] = [:]

  /// Counts of a ringer that has done nothing yet.
  public init() {}
}
