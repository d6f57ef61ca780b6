import AlertPlayback
import TestSupport
import Testing

@testable import NotificationDelivery

@Suite("What holds in every storm")
struct RingingPropertyTests {
  /// A storm: what comes when, and how the device behaves.
  private struct Storm {
    var world = RingingWorld()
    var rings: [Ring] = []

    init(count: Int, deviceFails: Bool, using generator: inout SeededGenerator) {
      var fates = SeededGenerator(seed: generator.next())
      world.fate = { _ in
        let length = Duration.milliseconds(Int.random(in: 10...5_000, using: &fates))
        guard deviceFails, Int.random(in: 0..<3, using: &fates) == 0 else {
          return (length, .played)
        }
        return (.zero, .failed(.notOpened(device: "d", reason: "busy")))
      }
      for number in 0..<count {
        let priority = RingPriority.allCases.randomElement(using: &generator) ?? .normal
        let lateness = [0, 0, 0, 29, 31].randomElement(using: &generator) ?? 0
        rings.append(
          Ring(
            "\(number)", sound: Int16.random(in: 0..<6, using: &generator), priority,
            lateness: .seconds(lateness)))
        world.ring(rings[number])
        if Int.random(in: 0..<20, using: &generator) == 0 {
          world.silence(rings[Int.random(in: 0...number, using: &generator)].notification)
        }
        let pause = [0, 0, 0, 1, 40, 700].randomElement(using: &generator) ?? 0
        world.run(until: world.now + .milliseconds(pause))
      }
    }
  }

  private func forAll(
    deviceFails: Bool = true, _ purpose: String, _ check: (Storm) throws -> Void
  ) rethrows {
    var generator = SeededGenerator.printed(for: purpose)
    for _ in 0..<60 {
      var storm = Storm(
        count: .random(in: 1...120, using: &generator), deviceFails: deviceFails,
        using: &generator)
      storm.world.runToEnd()
      try check(storm)
    }
  }

  @Test("Every notification is told once what its sound did, and nothing is left over")
  func complete() {
    forAll("complete reports") { storm in
      for ring in storm.rings { #expect(storm.world.reports[ring.notification]?.count == 1) }
      #expect(storm.world.queue.isIdle)
      let told = storm.world.queue.statistics.outcomes.values.reduce(0, +)
      #expect(told == storm.rings.count)
    }
  }

  @Test("Starts of one priority are half a second apart, and four sounds play at once at most")
  func spacing() {
    forAll("spacing") { storm in
      for priority in RingPriority.allCases {
        let times = storm.world.starts.filter { $0.priority == priority }.map(\.time)
        for (one, next) in zip(times, times.dropFirst()) {
          #expect(next - one >= .milliseconds(500))
        }
      }
      #expect(storm.world.maximumVoiceCount <= 4)
    }
  }

  @Test("Critical sounds are neither merged nor dropped nor preempted")
  func critical() {
    forAll("critical sounds") { storm in
      for ring in storm.rings where ring.priority == .critical {
        switch storm.world.outcome(ring.notification) {
        case .played, .silenced, .noDevice: break
        case let outcome: Issue.record("\(String(describing: outcome))")
        }
      }
    }
  }

  @Test("Sounds only make way for more important ones")
  func preemption() {
    forAll("preemption") { storm in
      let priorities = Dictionary(
        uniqueKeysWithValues: storm.rings.map { ($0.notification, $0.priority) })
      for ring in storm.rings {
        if case .preempted(let other, _) = storm.world.outcome(ring.notification) {
          #expect(priorities[other].map { $0 > ring.priority } == true)
        }
      }
    }
  }

  @Test("What a sound has merged is what it is merged into, where the device works")
  func merging() {
    forAll(deviceFails: false, "merging") { storm in
      var counts: [NotificationKey: Int] = [:]
      for ring in storm.rings {
        if case .merged(let leader) = storm.world.outcome(ring.notification) {
          counts[leader, default: 0] += 1
        }
      }
      for ring in storm.rings {
        // A sound that is over can still speak for another one, and cannot count it any more.
        if case .played(let count, _) = storm.world.outcome(ring.notification) {
          #expect(count <= counts[ring.notification, default: 0])
        }
      }
    }
  }
}
