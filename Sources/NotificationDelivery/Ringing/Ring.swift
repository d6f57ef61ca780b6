public import AlertPlayback
package import LinuxProcess
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

/// A sound to play for a notification.
public struct Ring: Sendable {
  /// The notification of the sound.
  public var notification: NotificationKey
  /// The decoded sound.
  public var sound: DecodedSound
  /// The priority, which decides which sounds make way for it.
  public var priority: RingPriority
  /// The factor of every sample, 0 to 1.
  public var volume: Double
  /// The time since the notification was due.
  public var lateness: Duration
  /// Whether the sound is settled: true when it is first heard, or another try would be useless.
  package let beginning = OneShot<Bool>()
  /// Given when nearly all of the sound was heard.
  package let nearEnd = OneShot<Void>()
  /// The reason why the first try of a critical sound has failed; others follow.
  package let trouble = OneShot<PlaybackError>()
  /// The outcome of the sound, when it is over.
  package let end = OneShot<RingOutcome>()

  /// A sound for a notification.
  /// - Parameters:
  ///   - notification: the notification of the sound.
  ///   - sound: the decoded sound.
  ///   - priority: decides which sounds make way.
  ///   - volume: the factor of every sample, 0 to 1.
  ///   - lateness: the time since the notification was due.
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

extension Ring {
  /// The longest end of a sound that need not be heard. A user who misses a second of an alarm has heard
  /// it; of a short sound a tenth is as little.
  private static let longestRest = Duration.seconds(1)

  /// The part of the sound with which it counts as heard, so that a kill does not let it begin again.
  var nearlyWhole: Duration { sound.duration - min(Self.longestRest, sound.duration / 10) }

  /// The outcome, when the sound is over; there is exactly one for each ring.
  public var outcome: RingOutcome { get async { await end.value } }
}

/// The outcome of a sound.
public enum RingOutcome: Hashable, Sendable {
  /// It was heard to its end, also for `mergedCount` other notifications. It began `lateness` after
  /// it was due.
  case played(mergedCount: Int, lateness: Duration)
  /// An equal sound was played for this notification, too.
  case merged(into: NotificationKey)
  /// It was faded out for a more important one.
  case preempted(by: NotificationKey, heard: Duration)
  /// The user has dealt with its notification.
  case silenced(heard: Duration)
  /// The ringer was stopped.
  case stopped(heard: Duration)
  case dropped(DropReason)
  /// No device could be opened, or none was heard, in `tries` tries.
  case noDevice(PlaybackError, tries: Int)
  /// The device failed after a part had been heard.
  case cutOff(PlaybackError, heard: Duration)
  /// The sound cannot be converted to the device's format.
  case unplayable(String)

  /// The reason why a sound was never started.
  public enum DropReason: String, Codable, Hashable, Sendable, CaseIterable {
    /// Too many sounds were waiting.
    case queueFull = "queue-full"
    /// It could not start within the grace.
    case late
    /// The ringer was stopping.
    case stopping
  }
}

extension RingOutcome {
  /// The outcome as one word, for counters and records.
  public var code: String {
    switch self {
    case .played: "played"
    case .merged: "merged"
    case .preempted: "preempted"
    case .silenced: "silenced"
    case .stopped: "stopped"
    case .dropped(let reason): "dropped-\(reason.rawValue)"
    case .noDevice(.silent, _): "not-heard"
    case .noDevice: "no-device"
    case .cutOff: "cut-off"
    case .unplayable: "unplayable"
    }
  }
}

/// The numbers of rings, starts and outcomes since a ringer was made.
public struct RingingStatistics: Hashable, Sendable {
  /// The number of rings.
  public var rings = 0
  /// The number of sounds given to the player, including further tries.
  public var starts = 0
  /// The number of starts of sounds whose device was missing, busy or gone before.
  public var retries = 0
  /// The number of outcomes by their codes.
  public var outcomes: [String: Int] = [:]

  /// Counts of a ringer that has done nothing yet.
  public init() {}
}
