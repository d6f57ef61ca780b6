/// The state that is remembered from one fault to the next.
struct Recovery {
  /// The position of the sound at the last underrun.
  var heardAtUnderrun: Int64 = -1
  /// The position of the sound when the device came back, and the number of tries that it took.
  var heardAtReopening: Int64 = 0
  var tries = 0
}

extension DeviceFeed {
  /// A device that is away is opened again after the first wait, then after the second.
  static let reopenDelays: [Duration] = [.milliseconds(250), .seconds(1)]
  /// A sound that was away for longer has lost its meaning.
  static let longestAbsence = Duration.seconds(2)

  func recover(from fault: DeviceFault) {
    switch fault {
    case .underrun(let lostFrames): recoverFromUnderrun(lostFrames)
    case .gone(let reason): reopen(reason)
    }
  }

  /// Goes on from the first frame that was not heard.
  private func recoverFromUnderrun(_ lostFrames: Int) {
    feeder.statistics.underruns += 1
    history.noteHeard(queuedFrames: lostFrames)
    let heard = history.heard
    rewind(lostFrames)
    if lostFrames > 0, heard == recovery.heardAtUnderrun {
      // The device does not get anywhere: do not spin on it, and let the watchdog count.
      let pause = Duration.milliseconds(10)
      feeder.clock.sleep(for: pause)
      watchdog.observe(waited: pause, heard: heard, isDry: false)
    }
    recovery.heardAtUnderrun = heard
  }

  /// Opens the device again and continues after the last frame that was heard, or fails all voices.
  private func reopen(_ reason: String) {
    rewind(Int(history.written - history.heard))
    device?.close()
    device = nil
    let start = feeder.clock.now
    // A device that disappears again and again gets no new tries before it has played for 1 s.
    if format.duration(ofFrames: history.heard - recovery.heardAtReopening) >= .seconds(1) {
      recovery.tries = 0
    }
    while recovery.tries < Self.reopenDelays.count {
      guard wait(Self.reopenDelays[recovery.tries]) else { return }
      recovery.tries += 1
      guard let found = try? feeder.openDevice(format) else { continue }
      if found.configuration.format == format, feeder.clock.now - start < Self.longestAbsence {
        device = found
        recovery.heardAtReopening = history.heard
        feeder.statistics.reopenings += 1
        return
      }
      found.close()
    }
    failAll(.gone(device: name, reason: reason))
  }

  /// Waits with signs of life, and drops voices that are cancelled meanwhile: they are inaudible.
  /// - Returns: false if no voice is left to wait for.
  private func wait(_ duration: Duration) -> Bool {
    let end = feeder.clock.now + duration
    while feeder.clock.now < end {
      guard feeder.signOfLife() else { return false }
      for voice in mixer.remove(where: { $0.orders.fadeNumber > 0 }) {
        feeder.finish(voice, .cancelled)
      }
      if hasNoVoices { return false }
      feeder.clock.sleep(for: min(Self.wait / 2, end - feeder.clock.now))
    }
    return true
  }
}
