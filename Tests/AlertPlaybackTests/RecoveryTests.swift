import AlertPlayback
import AudioFormats
import Dispatch
import Synchronization
import TestSupport
import Testing

@Suite("A player whose device fails")
struct RecoveryTests {
  private let pcm = Signals.noise(frames: 60_000)

  @Test(
    "goes on with the first frame that was not heard after an underrun",
    arguments: [[1], [12_345], [480, 481, 20_000, 59_999]])
  func underrun(frames: [Int]) async {
    let card = FakeCard(incidents: frames.map { .init(frame: $0, fault: .underrun()) })
    let player = card.player()
    #expect(await player.play(pcm).finished == .played)
    #expect(card.heard == pcm.samples)
    #expect(player.statistics.underruns == frames.count)
    #expect(player.statistics.replayedFrames > 0)
    #expect(player.statistics.lostFrames == 0)
  }

  @Test("survives random underruns")
  func randomUnderruns() async {
    var generator = SeededGenerator.printed(for: "underruns")
    let frames = Set((0..<50).map { _ in Int.random(in: 1..<60_000, using: &generator) }).sorted()
    let card = FakeCard(incidents: frames.map { .init(frame: $0, fault: .underrun()) })
    #expect(await card.player().play(pcm).finished == .played)
    #expect(card.heard == pcm.samples)
  }

  @Test("gives up a device that does nothing but run dry, without spinning on it")
  func underrunStorm() async {
    let card = FakeCard(incidents: [.init(frame: 5_000, fault: .underrun(times: 1_000_000))])
    #expect(await card.player().play(pcm).finished == .failed(.stalled(device: "fake")))
    #expect(card.heard == Array(pcm.samples.prefix(5_000)))
    // 5,000 frames and 2 s of patience, by the fake clock, in steps of 10 ms.
    #expect(card.clock.now < .seconds(2.5))
    #expect(card.calls < 10_000)
  }

  @Test(
    "opens an unplugged device again and goes on from where it stopped",
    arguments: [(absences: 0, wait: 0.25), (absences: 1, wait: 1.25)])
  func unplugged(absences: Int, wait: Double) async {
    let card = FakeCard(incidents: [.init(frame: 30_000, fault: .gone(absences: absences))])
    let player = card.player()
    #expect(await player.play(pcm).finished == .played)
    #expect(card.heard.prefix(30_000) == pcm.samples.prefix(30_000))
    // How far it was is known to the period.
    let again = card.heard.count - pcm.frameCount
    #expect((0...FakeCard.periodFrames).contains(again))
    #expect(card.heard.dropFirst(30_000) == pcm.samples.dropFirst(30_000 - again))
    #expect(player.statistics.reopenings == 1)
    #expect(card.clock.now >= .seconds(60_000 / 48_000 + wait))
    #expect(card.clock.now < .seconds(60_000 / 48_000 + wait + 0.2))
  }

  @Test("ends the voices of a device that does not come back")
  func goneForGood() async {
    let card = FakeCard(incidents: [.init(frame: 30_000, fault: .gone(absences: 99))])
    let player = card.player()
    let voices = [player.play(pcm), player.play(pcm)]
    let expected = PlaybackOutcome.failed(.gone(device: "fake", reason: "unplugged"))
    for voice in voices { #expect(await voice.finished == expected) }
    #expect(card.openings == 3)
    #expect(card.clock.now < .seconds(60_000 / 48_000 + 2))
  }

  @Test("does not play on a device that has come back as another")
  func changedFormat() async {
    let card = FakeCard(
      incidents: [.init(frame: 20_000, fault: .hold), .init(frame: 30_000, fault: .gone())])
    let player = card.player()
    let voice = player.play(pcm)
    await card.held()
    card.setFormat(PlaybackFormat(sampleRate: 44_100, channelCount: 2))
    card.release()
    #expect(await voice.finished == .failed(.gone(device: "fake", reason: "unplugged")))
    #expect(player.statistics.reopenings == 0)
  }

  @Test("stops trying when a device comes and goes")
  func flapping() async {
    let card = FakeCard(
      incidents: (1...9).map { .init(frame: 10_000 + $0, fault: .gone()) })
    #expect(
      await card.player().play(pcm).finished
        == .failed(.gone(device: "fake", reason: "unplugged")))
    #expect(card.openings == 3)
  }

  @Test("drops a voice that is cancelled while the device is away")
  func cancelWhileAway() async {
    let card = FakeCard(incidents: [.init(frame: 30_000, fault: .gone(absences: 99))])
    let late = Late<Player>()
    let player = Player(clock: card.clock) { (_) throws(PlaybackError) in
      if card.openings > 0 { late.value?.cancelAll() }
      return try card.open()
    }
    late.set(player)
    #expect(await player.play(pcm).finished == .cancelled)
    #expect(card.openings == 2)
  }

  @Test("gives up a device that stalls within 2 s, and closes it", arguments: [0, 3_000, 59_990])
  func stall(frame: Int) async {
    let card = FakeCard(incidents: [.init(frame: frame, fault: .stall)])
    let player = card.player()
    #expect(await player.play(pcm).finished == .failed(.stalled(device: "fake")))
    while card.isOpen { await Task.yield() }
    #expect(card.clock.now < .seconds(60_000 / 48_000 + 2.2))
    #expect(player.statistics.stalls == 1)
  }

  @Test("fails its voices when a call of the device never returns, and plays the next sound")
  func hangingCall() async {
    let gate = DispatchSemaphore(value: 0)
    let card = FakeCard()
    let hasHung = Late<Bool>()
    let player = Player(clock: card.clock, patience: .seconds(2)) {
      (_) throws(PlaybackError) in
      if hasHung.value == true { return try card.open() }
      hasHung.set(true)
      return HangingDevice(gate)
    }
    #expect(await player.play(pcm).finished == .failed(.stalled(device: "hanging")))
    #expect(await player.play(pcm).finished == .played)
    #expect(card.heard == pcm.samples)
    gate.signal()
  }

  @Test("fails its voices when the device never finishes opening")
  func hangingOpening() async {
    let gate = DispatchSemaphore(value: 0)
    let player = Player(patience: .milliseconds(20)) { format in
      gate.wait()
      return NullDevice(format)
    }
    let outcome = await player.play(pcm).finished
    #expect(outcome == .failed(.stalled(device: "")))
    #expect(PlaybackError.stalled(device: "").description == "the sound device does not answer")
    gate.signal()
  }
}

/// A value that is known a little later.
private final class Late<Value: Sendable>: Sendable {
  private let stored = Mutex<Value?>(nil)

  var value: Value? { stored.withLock(\.self) }

  func set(_ value: Value) { stored.withLock { $0 = value } }
}

/// A device that takes one period and then never answers.
private final class HangingDevice: PlaybackDevice {
  let configuration = DeviceConfiguration(
    name: "hanging", format: .mono48, sampleForm: "none", periodFrames: 480, bufferFrames: 960)
  private let gate: DispatchSemaphore

  init(_ gate: DispatchSemaphore) { self.gate = gate }

  var queuedFrames: Int { 480 }

  func waitForRoom(timeout: Duration) -> Int { 480 }

  func write(_ samples: Span<Double>) -> Int {
    gate.wait()
    return 480
  }

  func drain(timeout: Duration) -> Bool { false }

  func close() {}
}
