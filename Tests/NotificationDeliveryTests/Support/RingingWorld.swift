import AlertPlayback
import TestSupport

@testable import SoundResolution
@testable public import NotificationDelivery

extension DecodedSound {
  /// A second of a steady value: two with the same value are equal sounds.
  static func steady(_ value: Int16, frames: Int = 8_000) -> DecodedSound {
    DecodedSound(
      sampleRate: 8_000, channelCount: 1,
      samples: .integers(Array(repeating: value, count: frames)))
  }
}

extension Ring {
  /// The ring of the notification `identifier`, whose sound is told by its value.
  init(
    _ identifier: String, sound value: Int16, _ priority: RingPriority = .normal,
    lateness: Duration = .zero
  ) {
    self.init(
      NotificationKey(app: "app", identifier: identifier), sound: .steady(value),
      priority: priority, lateness: lateness)
  }
}

extension NotificationKey: ExpressibleByStringLiteral {
  /// The notification with this identifier, of the app called `app`.
  public init(stringLiteral identifier: String) {
    self.init(app: "app", identifier: identifier)
  }
}

/// A queue in a world without devices: sounds play for as long as the world says, and time passes
/// from one event to the next.
struct RingingWorld {
  struct Start: Equatable {
    var notification: NotificationKey
    var time: Duration
    var priority: RingPriority
  }

  private struct Sounding {
    var number: Int
    var start: Duration
    var end: Duration
    var outcome: PlaybackOutcome
    var heard: Duration
  }

  private(set) var now = Duration.zero
  private(set) var starts: [Start] = []
  private(set) var reports: [NotificationKey: [RingOutcome]] = [:]
  /// The notifications whose first try has failed and was reported at once.
  private(set) var warned: [NotificationKey] = []
  private(set) var fades: [(number: Int, time: Duration)] = []
  /// The most sounds that played at once, those that were fading out left out.
  private(set) var maximumVoiceCount = 0
  var queue: RingingQueue
  /// How long a sound plays, and how it ends; asked at each start.
  var fate: (Ring) -> (Duration, PlaybackOutcome) = { ($0.sound.duration, .played) }
  private var sounding: [Sounding] = []

  init(_ policy: RingingPolicy = .standard) { queue = RingingQueue(policy) }

  mutating func ring(_ ring: Ring) { apply(queue.submit(ring, at: now)) }
  mutating func silence(_ key: NotificationKey) { apply(queue.silence(key, at: now)) }
  mutating func stop() { apply(queue.stop()) }

  /// What the sound of a notification did; nil while that is open, or if it was told twice.
  func outcome(_ key: NotificationKey) -> RingOutcome? {
    reports[key]?.count == 1 ? reports[key]?.first : nil
  }

  /// Lets time pass, event by event.
  mutating func run(until end: Duration) {
    while let next = nextEvent, next <= end {
      now = max(now, next)
      if let index = sounding.firstIndex(where: { $0.end <= now }) {
        let ended = sounding.remove(at: index)
        apply(queue.end(ended.number, ended.outcome, heard: ended.heard, at: now))
      } else {
        apply(queue.advance(to: now))
      }
    }
    now = max(now, end)
  }

  /// Lets time pass until nothing plays and nothing waits.
  mutating func runToEnd() {
    while let next = nextEvent { run(until: next) }
  }

  private var nextEvent: Duration? {
    [sounding.map(\.end).min(), queue.nextTime(after: now)].compactMap(\.self).min()
  }

  private mutating func apply(_ effects: [RingingQueue.Effect]) {
    for effect in effects {
      switch effect {
      case .report(let ring, let outcome):
        reports[ring.notification, default: []].append(outcome)
      case .warn(let ring, _): warned.append(ring.notification)
      case .start(let number, let ring):
        starts.append(.init(notification: ring.notification, time: now, priority: ring.priority))
        let (length, outcome) = fate(ring)
        let heard = outcome == .played ? length : .zero
        sounding.append(
          .init(number: number, start: now, end: now + length, outcome: outcome, heard: heard))
      case .fade(let number, let duration):
        fades.append((number, now))
        guard let index = sounding.firstIndex(where: { $0.number == number }) else { continue }
        sounding[index].end = min(sounding[index].end, now + duration)
        sounding[index].outcome = .cancelled
        sounding[index].heard = now - sounding[index].start
      }
    }
    maximumVoiceCount = max(maximumVoiceCount, queue.playing.count { $0.fade == nil })
  }
}
