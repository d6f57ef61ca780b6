import AlertSounds
import ConsoleOutput
import Glibc

/// The progress of a sound, on a terminal's standard error: its waveform, if it is short enough to
/// be drawn before it starts, and a bar. All of it is removed in the end.
struct PlaybackDisplay: Sendable {
  private let total: Duration?
  /// Seconds of the sound in a second.
  private let rate: Double
  private let line = ProgressLine()
  private let picture: WaveformText?
  private static let rows = 6
  /// The maximum duration in seconds of a sound that is drawn. It is decoded before it starts; a
  /// minute of sound takes some hundredths of a second.
  private static let longest = 60.0

  init(_ sound: SoundFile, _ options: PlaybackOptions) {
    total = options.duration(of: sound)
    rate = options.rate
    picture = Self.picture(of: sound)
    guard let picture else { return }
    let hidesCursor = "\u{1B}[?25l"
    show(hidesCursor + picture.head + "\u{1B}[K\n" + String(repeating: "\n", count: Self.rows))
  }

  private static func picture(of sound: SoundFile) -> WaveformText? {
    guard Console.isInteractive, !Console.isDumb, let frames = sound.frameCount,
      Double(frames) < longest * sound.sampleRate
    else { return nil }
    let size = WaveformText.Size(width: min(100, Console.width), rows: rows)
    guard Console.width >= size.width,
      let picture = try? SoundPicture(of: sound, columnCount: size.columnCount), !picture.isEmpty
    else { return nil }
    return WaveformText(picture, size, usesColor: Console.usesColor(on: STDERR_FILENO))
  }

  /// Draws everything over the previous drawing.
  func draw(_ elapsed: Duration) {
    if let picture {
      let rows = picture.shape(played: elapsed / .seconds(1) * rate)
      show("\r\u{1B}[\(Self.rows)A" + rows.map { $0 + "\u{1B}[K\n" }.joined())
    }
    guard let total, total > .zero else { return line.draw(nil, Self.clock(elapsed)) }
    line.draw(elapsed / total, "\(Self.clock(elapsed)) / \(Self.clock(total))")
  }

  /// Removes everything, and brings the cursor back.
  func finish() {
    line.clear()
    if picture != nil { show("\r\u{1B}[\(Self.rows + 1)A\u{1B}[J") }
    restoreCursor()
  }

  /// For a program that ends at once.
  func restoreCursor() { if picture != nil { show("\u{1B}[?25h") } }

  private func show(_ text: String) { Console.write(text, to: STDERR_FILENO) }

  /// Minutes, seconds and tenths: `1:02.5`.
  private static func clock(_ time: Duration) -> String {
    let tenths = Int(exactly: (time / .milliseconds(100)).rounded(.down)) ?? .max
    let seconds = fixed(Double(tenths % 600) / 10, decimals: 1)
    return "\(tenths / 600):" + (seconds.count < 4 ? "0" : "") + seconds
  }
}
