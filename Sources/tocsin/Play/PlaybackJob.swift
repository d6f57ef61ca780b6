import AlertPlayback
import AlertSounds
import ArgumentParser
import AudioTypes
import ConsoleOutput
import Dispatch
import Files
import Synchronization

/// One sound, one device.
struct PlaybackJob {
  private let options: PlaybackOptions

  init(_ options: PlaybackOptions) { self.options = options }

  /// Plays to the end, or until a signal comes.
  func run() throws {
    // Before anything starts a thread, which would take the signals.
    let interrupt = PlaybackInterrupt()
    do {
      let sound = try SoundFile(path: options.file)
      if options.device.hasPrefix("file:") {
        let path = String(options.device.dropFirst(5))
        interrupt.watch(PlaybackInterrupt.end)
        try PlaybackFile(path, input: sound).write(options)
      } else {
        try play(try sound.pcm(), interrupt)
      }
    } catch let error as SoundError {
      Console.complain("Error: \(error)")
      throw ExitStatus.failure
    }
  }

  private func play(_ pcm: sending any PCMSource, _ interrupt: PlaybackInterrupt) throws {
    let options = options
    let progress = PlaybackProgress(total: options.duration(of: pcm))
    let format = PlaybackFormat(sampleRate: pcm.sampleRate, channelCount: pcm.channelCount)
    let player = makePlayer()
    let voice = player.play(format, volume: options.volume) { format in
      try options.processed(pcm, to: format)
    }
    interrupt.watch { voice.cancel() }
    let outcome = wait(for: voice, progress)
    if options.wantsDebug { report(player) }
    switch outcome {
    case .played: break
    case .cancelled: throw ExitCode(PlaybackInterrupt.status)
    case .failed(let error):
      Console.complain("Error: \(error)")
      throw ExitStatus.failure
    }
  }

  private func makePlayer() -> Player {
    let name = options.device
    return Player { (format) throws(PlaybackError) in
      if name == "null" { return NullDevice(format) }
      return try ALSADevice(name, format)
    }
  }

  private func wait(for voice: Voice, _ progress: PlaybackProgress) -> PlaybackOutcome {
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
      progress.draw(voice.elapsed)
    }
    progress.finish()
    return ending.outcome.withLock(\.self)
  }

  /// What `--debug` adds: the device and how it went.
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

/// How the voice ended, on its way from a task to the main thread.
private final class Ending: Sendable {
  let hasCome = DispatchSemaphore(value: 0)
  let outcome = Mutex(PlaybackOutcome.cancelled)
}
