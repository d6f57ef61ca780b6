import AlertPlayback
import AlertSounds
import AudioFormats
import Synchronization
import TestSupport
import Testing

@testable import NotificationDelivery
@testable import SoundResolution

@Suite("A ringer on devices that play in real time, and on those that fail", .ownThread)
struct AlertRingerTests {
  private let reports = Reports()

  /// Stereo at the rate of the cards, so that every sample can be compared.
  private func noise(frames: Int, seed: UInt64 = 1) -> DecodedSound {
    let samples = Signals.noise(frames: frames, channels: 2, seed: seed).samples
    return DecodedSound(
      sampleRate: 48_000, channelCount: 2, samples: .integers(samples.map { Int16($0 * 32_767) }))
  }

  private func level(_ value: Int16, frames: Int) -> DecodedSound {
    DecodedSound(
      sampleRate: 48_000, channelCount: 2,
      samples: .integers(Array(repeating: value, count: 2 * frames)))
  }

  private var quick: RingingPolicy {
    var policy = RingingPolicy()
    policy.startInterval = .milliseconds(5)
    policy.retryDelays = [.milliseconds(10), .milliseconds(20)]
    return policy
  }

  private func ring(
    _ identifier: String, _ sound: DecodedSound, _ priority: RingPriority = .normal,
    volume: Double = 1, reports: Reports? = nil
  ) -> Ring {
    let ring = Ring(
      NotificationKey(app: "app", identifier: identifier), sound: sound, priority: priority,
      volume: volume)
    (reports ?? self.reports).follow(ring)
    return ring
  }

  @Test("Every sample is heard, once, at its volume")
  func exact() async throws {
    let ringer = AlertRinger(Player(open: try RingingCards.opener("exact")))
    let sound = noise(frames: 9_600)
    await ringer.ring(ring("a", sound, volume: 0.5))
    await reports.wait(for: 1)
    guard case .played(0, _)? = reports["a"] else {
      Issue.record("\(String(describing: reports["a"]))")
      return
    }
    let heard = try RingingCards.heard("exact")
    let expected = (0..<19_200).map { sound.sample(at: $0) / 2 }
    #expect(heard.count >= expected.count)
    let isEqual = zip(heard, expected).allSatisfy { abs($0 - $1) < 1e-8 }
    #expect(isEqual)
  }

  @Test(
    "A device that cannot be opened is tried again, told, and costs nobody anything",
    arguments: ["busy", "missing", "denied"])
  func notOpened(card: String) async throws {
    var policy = quick
    policy.deviceGrace = .seconds(2)
    let ringer = AlertRinger(
      Player(open: try RingingCards.opener(card)), policy: policy)
    for number in 0..<3 { await ringer.ring(ring("\(number)", level(Int16(number), frames: 100))) }
    await reports.wait(for: 3)
    for number in 0..<3 {
      guard case .noDevice(.notOpened(card, _), let tries)? = reports["\(number)"], tries > 1 else {
        Issue.record("\(String(describing: reports["\(number)"]))")
        return
      }
    }
    #expect(await ringer.statistics.retries >= 3)
    #expect(await ringer.load == (0, 0))
  }

  @Test("A device that comes back plays the sound whole")
  func returning() async throws {
    let tries = Mutex(0)
    let open = try RingingCards.opener("returning")
    let player = Player { wish throws(PlaybackError) in
      let number = tries.withLock { tries in
        tries += 1
        return tries
      }
      guard number > 2 else { throw .notOpened(device: "returning", reason: "busy") }
      return try open(wish)
    }
    let ringer = AlertRinger(player, policy: quick)
    let sound = noise(frames: 4_800, seed: 2)
    await ringer.ring(ring("a", sound))
    await reports.wait(for: 1)
    guard case .played(0, _)? = reports["a"] else {
      Issue.record("\(String(describing: reports["a"]))")
      return
    }
    let heard = try RingingCards.heard("returning")
    #expect(heard.count >= 9_600)
    let isEqual = zip(heard, 0..<9_600).allSatisfy { abs($0 - sound.sample(at: $1)) < 1e-8 }
    #expect(isEqual)
    #expect(await ringer.statistics.retries == 2)
  }

  @Test("A device that stalls, or is pulled out for good, ends its sound with the reason")
  func failing() async throws {
    for (card, isExpected) in [
      ("stalling", { if case .stalled = $0 { true } else { false } }),
      ("unplugged", { if case .gone = $0 { true } else { false } }),
    ] as [(String, (PlaybackError) -> Bool)] {
      let reports = Reports()
      var policy = quick
      policy.retryDelays = []
      let ringer = AlertRinger(
        Player(open: try RingingCards.opener(card)), policy: policy)
      await ringer.ring(ring("a", level(9_000, frames: 48_000), reports: reports))
      await reports.wait(for: 1)
      switch reports["a"] {
      case .cutOff(let error, let heard)?: #expect(isExpected(error) && heard > .zero)
      case .noDevice(let error, tries: 1)?: #expect(isExpected(error))
      case let outcome: Issue.record("\(card): \(String(describing: outcome))")
      }
      #expect(await ringer.load == (0, 0))
    }
  }

  @Test("A more important sound is heard at once when all voices are taken")
  func preempting() async throws {
    let ringer = AlertRinger(
      Player(open: try RingingCards.opener("preempting")), policy: quick)
    for number in 1...4 {
      // Long enough to be still playing when the alarm comes, on however slow a machine.
      await ringer.ring(ring("\(number)", level(Int16(1_000 * number), frames: 29 * 48_000)))
      while await ringer.statistics.starts < number { try await Task.sleep(for: .milliseconds(5)) }
    }
    await ringer.ring(ring("alarm", level(9_000, frames: 4_800), .critical))
    await reports.wait(for: 2)
    guard case .preempted(by: "alarm", _)? = reports["1"], case .played(0, _)? = reports["alarm"]
    else {
      Issue.record("\(reports.all)")
      return
    }
    await ringer.stop()
    #expect(reports.all.count == 5)
    for number in 2...4 {
      guard case .stopped? = reports["\(number)"] else {
        Issue.record("\(String(describing: reports["\(number)"]))")
        return
      }
    }
  }

  @Test("Stopping fades to silence, and returns when all is told")
  func stopping() async throws {
    let ringer = AlertRinger(
      Player(open: try RingingCards.opener("fading")), clock: ManualClock())
    await ringer.ring(ring("a", level(16_384, frames: 29 * 48_000)))
    await ringer.ring(ring("b", level(8_000, frames: 4_800)))
    while try RingingCards.heard("fading").isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    await ringer.stop()
    guard case .stopped? = reports["a"], case .dropped(.stopping)? = reports["b"] else {
      Issue.record("\(reports.all)")
      return
    }
    let left = try RingingCards.heard("fading").enumerated().filter { $0.offset % 2 == 0 }
      .map(\.element)
    let end = try #require(left.lastIndex { $0 > 0 }) + 1
    // 100 ms are 4,800 frames; a step between two of them would be a click.
    let fade = left[max(0, end - 4_790)..<end]
    #expect(fade.count == 4_790)
    #expect(zip(fade, fade.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 0.001 })
    #expect(fade.last.map { $0 < 0.001 } == true)
    await ringer.stop()
    await ringer.ring(ring("c", level(1, frames: 10)))
    #expect(reports["c"] == .dropped(.stopping))
  }

  @Test("Ten thousand at once are all told, and few of them sound")
  func storm() async throws {
    let player = Player { NullDevice($0, isPaced: false) }
    let ringer = AlertRinger(player, clock: ManualClock())
    let sound = level(1, frames: 100)
    for number in 0..<10_000 { await ringer.ring(ring("\(number)", sound)) }
    await reports.wait(for: 10_000)
    let statistics = await ringer.statistics
    #expect(statistics.starts == 1)
    #expect(statistics.rings == 10_000)
    #expect(statistics.outcomes["merged"] == 9_999)
    #expect(statistics.outcomes["played"] == 1)
  }

  @Test("The next sound starts when its time comes, and no timer runs without one")
  func timer() async throws {
    let clock = ManualClock()
    let player = Player { NullDevice($0, isPaced: false) }
    let ringer = AlertRinger(player, clock: clock)
    await ringer.ring(ring("a", level(1, frames: 100)))
    await reports.wait(for: 1)
    #expect(clock.sleeperCount == 0)
    await ringer.ring(ring("b", level(2, frames: 100)))
    while clock.sleeperCount == 0 { await Task.yield() }
    clock.advance(by: .milliseconds(499))
    #expect(reports.all.count == 1)
    clock.advance(by: .milliseconds(1))
    await reports.wait(for: 2)
    #expect(reports["b"] == .played(mergedCount: 0, lateness: .milliseconds(500)))
    #expect(clock.sleeperCount == 0)
  }

  @Test("A device whose opening hangs holds up neither the caller nor the stop")
  func hanging() async throws {
    let gate = Gate()
    defer { gate.open() }
    let player = Player(patience: .milliseconds(800)) { wish throws(PlaybackError) in
      gate.wait()
      throw .notOpened(device: "hanging", reason: "released")
    }
    var policy = quick
    policy.retryDelays = []
    let ringer = AlertRinger(
      player, policy: policy, clock: ManualClock())
    await ringer.ring(ring("a", level(1, frames: 100)))
    await ringer.ring(ring("b", level(1, frames: 100)))
    await ringer.stop()
    // On a busy machine the player can lose its patience before the stop, or even before "b" comes.
    switch (reports["a"], reports["b"]) {
    case (.stopped?, .merged(into: "a")?): break
    case (.noDevice(.stalled, tries: 1)?, .merged(into: "a")?): break
    case (.noDevice(.stalled, tries: 1)?, .dropped(.stopping)?): break
    default: Issue.record("\(reports.all)")
    }
  }
}
