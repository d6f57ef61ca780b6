import AlertPlayback
import AudioFormats
import TestSupport
import Testing

@Suite("A voice")
struct VoiceTests {
  @Test("that is cancelled is silent within the buffer, one period and 10 ms, without a click")
  func cancel() async {
    let card = FakeCard(incidents: [.init(frame: 10_000, fault: .hold)])
    let voice = card.player().play(.mono48) { _ in EndlessSource(value: 0.5) }
    await card.held()
    voice.cancel()
    card.release()
    #expect(await voice.finished == .cancelled)
    let heard = card.heard
    #expect(heard.count <= 10_000 + FakeCard.bufferFrames + FakeCard.periodFrames + 480)
    #expect(heard.last == 0)
    let steps = zip(heard, heard.dropFirst()).map { abs($0 - $1) }
    #expect(steps.allSatisfy { $0 < 0.5 / 479 })
  }

  @Test("tells how far it is, up to its length")
  func elapsed() async {
    let card = FakeCard(incidents: [.init(frame: 48_000, fault: .hold)])
    let voice = card.player().play(constant(0.5, frames: 96_000))
    #expect(voice.elapsed <= .seconds(1))
    await card.held()
    #expect(voice.elapsed > .seconds(0.9))
    #expect(voice.elapsed <= .seconds(1))
    card.release()
    #expect(await voice.finished == .played)
    #expect(voice.elapsed == .seconds(2))
  }

  @Test("can be waited for by many, before and after its end")
  func waiters() async {
    let voice = FakeCard().player().play(constant(0.5, frames: 9_000))
    await withTaskGroup(of: PlaybackOutcome.self) { group in
      for _ in 0..<20 { group.addTask { await voice.finished } }
      for await outcome in group { #expect(outcome == .played) }
    }
    #expect(await voice.finished == .played)
  }

  @Test("ends before those that last longer")
  func completionOrder() async {
    let card = FakeCard(incidents: [.init(frame: 60_000, fault: .hold)])
    let player = card.player()
    let long = player.play(constant(0.1, frames: 96_000))
    let short = player.play(constant(0.1, frames: 10_000))
    #expect(await short.finished == .played)
    #expect(long.elapsed < .seconds(2))
    await card.held()
    card.release()
    #expect(await long.finished == .played)
  }

  @Test("fades with all the others when the player is told to stop")
  func cancelAll() async {
    let player = FakeCard().player()
    let voices = (1...4).map { count in
      player.play(.mono48) { _ in EndlessSource(value: 0.1 * Double(count)) }
    }
    player.cancelAll()
    for voice in voices { #expect(await voice.finished == .cancelled) }
  }
}

@Suite("The null device")
struct NullDeviceTests {
  @Test("takes as long as the sound when it is paced")
  func paced() async {
    let clock = FakeClock()
    let player = Player(clock: clock) { NullDevice($0, clock: clock) }
    #expect(await player.play(constant(0.5, frames: 96_000)).finished == .played)
    #expect(clock.now >= .seconds(2))
    #expect(clock.now < .seconds(2.2))
    #expect(player.statistics.mixedFrames == 96_000)
  }

  @Test("takes no time when it is not")
  func unpaced() async {
    let clock = FakeClock()
    let player = Player(clock: clock) { NullDevice($0, isPaced: false, clock: clock) }
    #expect(await player.play(constant(0.5, frames: 96_000)).finished == .played)
    #expect(clock.now == .zero)
    #expect(player.statistics.mixedFrames == 96_000)
  }
}
