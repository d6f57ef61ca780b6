import AlertPlayback
import AlertSounds
import ArgumentParser
import AudioFormats
import ConsoleOutput
import Dispatch
import Files
import Synchronization

/// Some sounds, one after the other, on one device.
struct PlaybackJob {
  private let options: PlaybackOptions
  private let files: [String]
  private let playing = PlayingVoice()

  init(_ options: PlaybackOptions, _ files: [String]) {
    self.options = options
    self.files = files
  }

  /// Plays to the end, or until a signal comes. A sound that cannot be played does not stop the
  /// others.
  func run() throws {
    // Before anything starts a thread, which would take the signals.
    let interrupt = PlaybackInterrupt()
    let player = makePlayer()
    let isFile = options.device.hasPrefix("file:")
    let playing = playing
    interrupt.watch {
      if isFile { PlaybackInterrupt.end() }
      playing.cancel()
    } before: {
      playing.restoreCursor()
    }
    var isComplete = true
    for file in files {
      do {
        let sound = try SoundFile(path: file)
        if isFile {
          try PlaybackFile(String(options.device.dropFirst(5)), input: sound).write(options)
        } else {
          try play(sound, on: player)
        }
      } catch let status as ExitCode {
        if options.wantsDebug { report(player) }
        throw status
      } catch {
        Console.complain("Error: \(error)")
        isComplete = false
      }
    }
    if options.wantsDebug, !isFile { report(player) }
    if !isComplete { throw ExitStatus.failure }
  }

  private func play(_ sound: sending SoundFile, on player: Player) throws {
    let display = PlaybackDisplay(sound, options)
    defer { display.finish() }
    let voice = begin(try sound.pcm(), on: player)
    playing.set(voice, display)
    switch wait(for: voice, display) {
    case .played: break
    case .cancelled: throw ExitCode(PlaybackInterrupt.status)
    case .failed(let error): throw error
    }
  }

  private func begin(_ pcm: sending any PCMSource, on player: Player) -> Voice {
    let options = options
    let format = PlaybackFormat(sampleRate: pcm.sampleRate, channelCount: pcm.channelCount)
    return player.play(format, volume: options.volume) { format in
      try options.processed(pcm, to: format)
    }
  }

  private func makePlayer() -> Player {
    let name = options.device
    return Player { (format) throws(PlaybackError) in
      if name == "null" { return NullDevice(format) }
      return try ALSADevice(name, format)
    }
  }

  private func wait(for voice: Voice, _ display: PlaybackDisplay) -> PlaybackOutcome {
    let ending = Ending()
    Task {
      let outcome = await voice.finished
      ending.outcome.withLock { $0 = outcome }
      ending.hasCome.signal()
    }
    guard Console.isInteractive else {
      ending.hasCome.wait()
      return ending.outcome.withLock(\.self)
    }
    while ending.hasCome.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      display.draw(voice.elapsed)
    }
    return ending.outcome.withLock(\.self)
  }

  /// Prints the output of `--debug`: the device and its statistics.
  private func report(_ player: Player) {
    if let device = player.device {
      let rate = device.format.sampleRate
      let period = fixed(Double(device.periodFrames) / rate * 1_000, decimals: 1)
      let buffer = fixed(Double(device.bufferFrames) / rate * 1_000, decimals: 1)
      Console.complain(
        "device: \(printable(device.name)), \(fixed(rate, decimals: 0)) Hz, "
          + "\(device.format.channelCount) ch, \(device.sampleForm), "
          + "period \(device.periodFrames) frames (\(period) ms), "
          + "buffer \(device.bufferFrames) frames (\(buffer) ms)")
    }
    let counts = player.statistics
    Console.complain(
      "statistics: \(counts.mixedFrames) frames mixed, \(counts.underruns) underruns, "
        + "\(counts.replayedFrames) frames replayed, \(counts.lostFrames) lost, "
        + "\(counts.reopenings) reopenings, \(counts.stalls) stalls, "
        + "\(counts.starvedFrames) frames starved, \(counts.clippedSamples) samples clipped")
  }
}

/// The end of the voice, on its way from a task to the main thread.
private final class Ending: Sendable {
  let hasCome = DispatchSemaphore(value: 0)
  let outcome = Mutex(PlaybackOutcome.cancelled)
}

/// The voice that a signal ends: the one that plays, or the next one.
private final class PlayingVoice: Sendable {
  private struct State {
    var voice: Voice?
    var display: PlaybackDisplay?
    var isCancelled = false
  }

  private let state = Mutex(State())

  func set(_ voice: Voice, _ display: PlaybackDisplay) {
    let isCancelled = state.withLock { state in
      (state.voice, state.display) = (voice, display)
      return state.isCancelled
    }
    if isCancelled { voice.cancel() }
  }

  func cancel() {
    let voice = state.withLock { state in
      state.isCancelled = true
      return state.voice
    }
    voice?.cancel()
  }

  func restoreCursor() { state.withLock(\.display)?.restoreCursor() }
}
