import Foundation

/// The sounds for measuring quality: those installed on the machine, and synthetic ones.
enum Corpus {
  static func sounds(in workshop: Workshop) -> [Sound] {
    let found = (system() + speech(in: workshop)).filter { sound in
      sound.channelCount <= 2 && sound.samples.contains { $0 != 0 }
    }
    return synthetic() + found
  }

  /// The desktop's own sounds; each file once, however many links lead to it.
  private static func system() -> [Sound] {
    let root = URL(fileURLWithPath: "/usr/share/sounds")
    let kinds: Set = ["wav", "oga", "ogg", "aiff", "flac"]
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    let paths = (files?.allObjects as? [URL] ?? [])
      .filter { kinds.contains($0.pathExtension) }
      // These are the same voices and noise as those of alsa-utils.
      .filter { !$0.lastPathComponent.contains(/^audio-(channel|test)-/) }
      .map { $0.resolvingSymlinksInPath().path }
    return Set(paths).sorted().compactMap { try? Sound(path: $0) }
  }

  private static func speech(in workshop: Workshop) -> [Sound] {
    guard let program = Peer.espeak.path else { return [] }
    let spoken = ["en-gb", "en-us", "de"].compactMap { voice -> String? in
      let path = workshop.path("speech-\(voice).wav")
      let words = "Attention please. This is an alert. One, two, three."
      return (try? workshop.run(Command(program, ["-v", voice, "-w", path, words]))).map { _ in path
      }
    }
    return (spoken + copies(of: spoken, in: workshop)).compactMap { try? Sound(path: $0) }
  }

  /// Speech in telephone quality, and a stereo one with a wider band.
  private static func copies(of paths: [String], in workshop: Workshop) -> [String] {
    guard let program = Peer.ffmpeg.path, let first = paths.first else { return [] }
    let wishes = paths.map { ($0, "8000", "1") } + [(first, "48000", "2")]
    return wishes.compactMap { path, rate, channels in
      let copy = String(path.dropLast(4)) + "-\(rate).wav"
      let options = ["-nostdin", "-v", "error", "-y", "-i", path, "-ar", rate, "-ac", channels]
      return (try? workshop.run(Command(program, options + [copy]))).map { _ in copy }
    }
  }

  /// Synthetic sounds of 2 s each; none has a whole number of packets.
  private static func synthetic() -> [Sound] {
    func make(
      _ name: String, _ rate: Int, channels: Int = 1,
      _ value: (_ second: Double, _ channel: Int) -> Double
    ) -> Sound {
      Sound(
        name, sampleRate: rate, channelCount: channels, frameCount: 2 * rate / 64 * 64 + 21, value)
    }
    var white = Noise(seed: 1)
    var quiet = Noise(seed: 2)
    var wide = Noise(seed: 3)
    var hits = Noise(seed: 4)
    return [
      make("sine 440 Hz, 44.1 kHz", 44_100) { t, _ in 0.5 * wave(440 * t) },
      make("sine 1 kHz, 8 kHz", 8_000) { t, _ in 0.7 * wave(1_000 * t) },
      make("sine 60 Hz loud, 96 kHz", 96_000) { t, _ in 0.99 * wave(60 * t) },
      make("fifth, 48 kHz stereo", 48_000, channels: 2) { t, c in
        0.5 * wave(c == 0 ? 440 * t : 660 * t)
      },
      make("chord, 96 kHz stereo", 96_000, channels: 2) { t, c in
        0.2 * (wave(262 * t) + wave(330 * t) + wave(392 * t) + wave(Double(523 + c) * t))
      },
      make("chirp, 22.05 kHz", 22_050) { t, _ in 0.5 * wave(50 * t + 1_990 * t * t) },
      make("chirp, 48 kHz", 48_000) { t, _ in 0.5 * wave(50 * t + 3_990 * t * t) },
      make("logarithmic chirp, 44.1 kHz", 44_100) { t, _ in 0.6 * wave(43.43 * pow(10, t)) },
      make("two tones, 44.1 kHz", 44_100) { t, _ in 0.4 * (wave(697 * t) + wave(1_209 * t)) },
      make("drums, 44.1 kHz", 44_100) { t, _ in
        let beat = phase(4 * t) / 4
        return 0.8 * exp(-30 * beat) * wave(60 * beat + 2 * (1 - exp(-20 * beat)))
          + 0.3 * exp(-80 * beat) * hits.next()
      },
      bell,
      make("square 441 Hz, 44.1 kHz", 44_100) { t, _ in 0.5 * square(441 * t) },
      make("square full scale, 48 kHz", 48_000) { t, _ in square(480 * t) },
      make("saw 220 Hz, 44.1 kHz", 44_100) { t, _ in 0.8 * (2 * phase(220 * t) - 1) },
      make("clicks, 44.1 kHz", 44_100) { t, _ in phase(10 * t) < 0.001 ? 0.9 : 0 },
      make("white noise, 48 kHz", 48_000) { _, _ in 0.5 * white.next() },
      make("quiet noise, 22.05 kHz", 22_050) { _, _ in 0.003 * quiet.next() },
      make("noise, 44.1 kHz stereo", 44_100, channels: 2) { _, _ in 0.3 * wide.next() },
      make("fade to silence, 44.1 kHz", 44_100) { t, _ in 0.5 * exp(-6 * t) * wave(440 * t) },
      make("beeps, 16 kHz", 16_000) { t, _ in phase(2 * t) < 0.5 ? 0.6 * wave(880 * t) : 0 },
    ]
  }

  /// A struck bell, a typical alert sound.
  static let bell = Sound(
    "bell, 44.1 kHz", sampleRate: 44_100, frameCount: 2 * 44_100 / 64 * 64 + 21
  ) { t, _ in 0.8 * exp(-2 * t) * sin(2 * .pi * 600 * t + 3 * exp(-3 * t) * wave(840 * t)) }

  private static func phase(_ turns: Double) -> Double { turns - turns.rounded(.down) }
  private static func wave(_ turns: Double) -> Double { sin(2 * .pi * turns) }
  private static func square(_ turns: Double) -> Double { phase(turns) < 0.5 ? 1 : -1 }
}
