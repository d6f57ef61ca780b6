/// The factor of a voice: its volume, ramped where it changes, and its fade.
struct Gain {
  private struct Fade {
    /// The factor that the fade begins from.
    var start: Double
    var frameCount: Int
    var done = 0

    var factor: Double { start * (1 - Double(done) / Double(frameCount)) }
  }

  private var volume: Double
  private var fade: Fade?

  init(volume: Double) { self.volume = volume }

  /// Begins to fade to silence; a running fade continues at the new speed.
  mutating func fadeOut(frames: Int) {
    fade = Fade(start: fade?.factor ?? 1, frameCount: max(1, frames))
  }

  /// Adds `frames` of `input` to `output`, while the gain moves towards `target`.
  /// - Returns: the frames before the fade was over; nil if it is not over yet.
  mutating func add(
    _ input: [Double], to output: inout [Double], frames: Int, channelCount: Int, target: Double
  ) -> Int? {
    guard frames > 0 else { return nil }
    let step = (target - volume) / Double(frames)
    for frame in 0..<frames {
      var factor = frame == frames - 1 ? target : volume + step * Double(frame + 1)
      if fade != nil {
        fade?.done += 1
        factor *= fade?.factor ?? 1
      }
      let start = frame * channelCount
      for index in start..<start + channelCount { output[index] += factor * input[index] }
      if let fade, fade.done >= fade.frameCount { return frame + 1 }
    }
    volume = target
    return nil
  }
}
