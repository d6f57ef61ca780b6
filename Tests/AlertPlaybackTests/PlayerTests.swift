import AlertPlayback
import AudioFormats
import Dispatch
import TestSupport
import Testing

@Suite("A player")
struct PlayerTests {
  @Test("plays every sample as it is", arguments: [1, 2], [0, 1, 479, 480, 1_921, 150_000])
  func exact(channels: Int, frames: Int) async {
    let card = FakeCard(PlaybackFormat(sampleRate: 48_000, channelCount: channels))
    let pcm = Signals.noise(frames: frames, channels: channels)
    #expect(await card.player().play(pcm).finished == .played)
    #expect(card.heard == pcm.samples)
  }

  @Test("does not care how its sources cut their blocks", arguments: [1, 7, 48_000, 1_000_000])
  func blocks(blockFrames: Int) async {
    let card = FakeCard()
    let pcm = Signals.noise(frames: 100_001)
    #expect(await card.player().play(pcm, blockFrames: blockFrames).finished == .played)
    #expect(card.heard == pcm.samples)
  }

  @Test("plays a voice at its volume, and silence for what is not a volume")
  func volume() async {
    for (volume, factor) in [(0.25, 0.25), (0, 0), (-1, 0), (Double.nan, 0)] {
      let card = FakeCard()
      let pcm = Signals.noise(frames: 2_000)
      #expect(await card.player().play(pcm, volume: volume).finished == .played)
      #expect(card.heard == pcm.samples.map { $0 * factor })
    }
  }

  @Test("cuts what stands over full scale, and counts it")
  func clipping() async {
    let card = FakeCard()
    let player = card.player()
    let pcm = PCMBuffer(channelCount: 1, samples: [0.5, 2, -3, 1, -1, .nan, .infinity])
    #expect(await player.play(pcm).finished == .played)
    #expect(card.heard == [0.5, 1, -1, 1, -1, 0, 1])
    #expect(player.statistics.clippedSamples == 4)
  }

  @Test("ends only the voice whose source throws, after what it had read")
  func throwing() async {
    let card = FakeCard()
    let player = card.player()
    let whole = player.play(constant(0.25, frames: 96_000))
    let broken = player.play(.mono48) { _ in BreakingSource(constant(0.5, frames: 700)) }
    #expect(await broken.finished == .failed(.source("the sound breaks off")))
    #expect(await whole.finished == .played)
    #expect(card.heard.count { $0 >= 0.5 } == 700)
    // Exact: all values are multiples of a quarter.
    let sum: Double = card.heard.reduce(0, +)
    #expect(sum == 24_350)
  }

  @Test("refuses a source that is not what the device takes")
  func wrongFormat() async {
    let voice = FakeCard().player().play(.mono48) { _ in
      BufferSource(constant(0, frames: 10), sampleRate: 44_100)
    }
    #expect(
      await voice.finished
        == .failed(
          .source(
            "the sound has 1 channels at 44100.0 Hz, the device 1 at 48000.0 Hz")))
  }

  @Test("goes on with the others while a source hangs, and plays it when it comes")
  func hangingSource() async {
    let card = FakeCard()
    let player = card.player(patience: .seconds(600))
    let gate = DispatchSemaphore(value: 0)
    let late = player.play(.mono48) { _ in GatedSource(constant(0.5, frames: 900), gate: gate) }
    #expect(await player.play(constant(0.25, frames: 200_000)).finished == .played)
    #expect(card.heard == Array(repeating: 0.25, count: 200_000))
    gate.signal()
    #expect(await late.finished == .played)
    #expect(card.heard.count { $0 == 0.5 } == 900)
  }

  @Test("ends a voice whose source hangs for longer than the patience")
  func stalledSource() async {
    let player = FakeCard().player(patience: .milliseconds(200))
    let gate = DispatchSemaphore(value: 0)
    let voice = player.play(.mono48) { _ in GatedSource(constant(0.5, frames: 9), gate: gate) }
    #expect(await voice.finished == .failed(.source("the sound's source has stalled")))
    gate.signal()
  }

  @Test("tells why the device does not open")
  func notOpened() async {
    let refusal = PlaybackError.notOpened(device: "x", reason: "it is on fire")
    let player = Player { (_) throws(PlaybackError) in throw refusal }
    let voices = (0..<3).map { _ in player.play(constant(0, frames: 10)) }
    for voice in voices { #expect(await voice.finished == .failed(refusal)) }
    #expect(refusal.description == "cannot open the sound device 'x': it is on fire")
  }

  @Test("lets go of the device when nothing plays, and opens it for the next sound")
  func idle() async {
    let card = FakeCard()
    let player = card.player()
    #expect(await player.play(constant(0.5, frames: 600)).finished == .played)
    while card.isOpen { await Task.yield() }
    let calls = card.calls
    #expect(await player.play(constant(0.25, frames: 600)).finished == .played)
    #expect(card.calls > calls)
    #expect(card.openings == 2)
    #expect(
      card.heard == Array(repeating: 0.5, count: 600) + Array(repeating: 0.25, count: 600))
  }
}
