import AudioProcessing
import Files

/// A waveform for a terminal, in braille: two columns and four levels of dots in a character.
///
/// The area up to the power of the sound is solid; the area from there up to its peaks is
/// half-tone.
public struct WaveformText: Sendable {
  /// The size of the drawing.
  public struct Size: Sendable {
    /// Characters of a line.
    public var width: Int
    /// Lines of the shape.
    public var rows: Int

    /// A size; fewer than 32 characters or one line are not drawn.
    public init(width: Int, rows: Int) { (self.width, self.rows) = (max(32, width), rows) }

    /// Columns that an envelope needs for this size.
    public var columnCount: Int { 2 * plotWidth }
    var plotWidth: Int { width - WaveformText.gutter }
  }

  /// Characters before the shape.
  static let gutter = 8

  private let picture: SoundPicture
  private let size: Size
  private let usesColor: Bool

  /// A drawing; without colour it is plain text.
  public init(_ picture: SoundPicture, _ size: Size, usesColor: Bool) {
    self.picture = picture
    self.size = size
    self.usesColor = usesColor
  }

  /// Name, shape, time axis and numbers.
  public var lines: [String] {
    let numbers = picture.numbers.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
    let foot = "  " + numbers
    guard !picture.isEmpty else { return [head, "  no frames: there is nothing to draw"] }
    return [head] + limitLine + shape() + axis + [foot]
  }

  /// The name of the sound, and its format.
  public var head: String {
    paint(printable(picture.path), .bold) + "  " + paint(printable(picture.facts), .soft)
  }

  /// The lines of the shape.
  /// - Parameter played: seconds that have been heard, where the sound is playing.
  public func shape(played: Double? = nil) -> [String] {
    let middle = size.rows / 2
    let head = played.map { place(of: $0) }
    return (0..<size.rows).map { row in
      let label =
        switch row {
        case 0: "0 dB ┤"
        case size.rows - 1: "0 dB ┤"
        case middle where size.rows % 2 == 1: "−∞ ┼"
        case size.rows / 4, size.rows - 1 - size.rows / 4: size.rows > 6 ? "−6 ┤" : "│"
        default: "│"
        }
      let fill = String(repeating: " ", count: Self.gutter - 1 - label.count)
      return paint(fill + label, .soft) + " " + line(row, playedTo: head)
    }
  }

  private func line(_ row: Int, playedTo head: Int?) -> String {
    var text = ""
    var run = ""
    var style = Style.plain
    for x in 0..<size.plotWidth {
      let next = self.style(at: x, playedTo: head)
      if next != style {
        text += paint(run, style)
        (run, style) = ("", next)
      }
      run.append(x == head || x == limitPlace ? "│" : character(x, row))
    }
    return text + paint(run, style)
  }

  private func style(at x: Int, playedTo head: Int?) -> Style {
    if let head { return x == head ? .bold : x < head ? .wave : .soft }
    if let limitPlace, x >= limitPlace { return x == limitPlace ? .warning : .soft }
    return columns(at: x).contains(where: \.isFull) ? .full : .wave
  }

  /// The two columns of dots of the character at `x`.
  private func columns(at x: Int) -> [EnvelopeMeter.Column] {
    (0..<2).map { dot in
      picture.columns[(2 * x + dot) * picture.columns.count / size.columnCount]
    }
  }

  private func character(_ x: Int, _ row: Int) -> Character {
    var dots: UInt32 = 0
    for (side, column) in columns(at: x).enumerated() {
      let (peaks, power) = (levels(of: column, .peaks), levels(of: column, .power))
      for level in 0..<4 {
        let y = 4 * row + level
        let isToned = peaks.contains(y) && (y + side) % 2 == 0
        if power.contains(y) || isToned || y == peaks.lowerBound || y == peaks.upperBound {
          dots |= Self.bits[side][level]
        }
      }
    }
    return dots == 0 ? " " : Unicode.Scalar(0x2800 + dots).map(Character.init) ?? " "
  }

  /// The dots that the column covers, counted from the top.
  private func levels(
    of column: EnvelopeMeter.Column, _ extent: WaveformShape.Extent
  ) -> ClosedRange<Int> {
    func level(_ sample: Double) -> Int {
      Int(((1 - max(-1, min(1, sample))) / 2 * Double(4 * size.rows - 1)).rounded())
    }
    return level(column.end(extent))...level(column.start(extent))
  }

  /// Braille patterns (Unicode, U+2800 on): a bit for each dot, from the top down.
  private static let bits: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
}

extension WaveformText {
  private func place(of time: Double) -> Int {
    max(0, min(size.plotWidth - 1, Int(time / picture.duration * Double(size.plotWidth))))
  }

  /// The character of the first moment that an alert must not have.
  private var limitPlace: Int? {
    picture.isOverLimit ? place(of: SoundPicture.alertLimit) : nil
  }

  private var limitLine: [String] {
    guard let limitPlace else { return [] }
    let text = SoundPicture.limitText
    let before = Self.gutter + limitPlace
    let isFar = before + text.count + 2 > size.width
    let start = max(0, isFar ? before - text.count - 1 : before)
    let line = isFar ? text + " ▾" : "▾ " + text
    return [String(repeating: " ", count: start) + paint(line, .warning)]
  }

  /// The time axis: a line with marks, and their labels.
  private var axis: [String] {
    var line = Array(repeating: Character("─"), count: size.plotWidth)
    var labels = Array(repeating: Character(" "), count: size.plotWidth)
    var free = 0
    for (time, label) in TimeAxis(
      duration: picture.duration, maximumCount: max(1, size.plotWidth / 12)
    ).marks {
      let x = place(of: time)
      line[x] = "┬"
      let start = min(x - (time == 0 ? 0 : label.count / 2), labels.count - label.count)
      guard start >= free else { continue }
      labels.replaceSubrange(start..<start + label.count, with: label)
      free = start + label.count + 1
    }
    let indent = String(repeating: " ", count: Self.gutter)
    var text = indent + String(labels)
    while text.last == " " { text.removeLast() }
    return [paint(indent.dropLast(2) + "└─" + String(line), .soft), paint(text, .soft)]
  }

  /// Colours that every terminal's theme makes readable on its own background.
  private enum Style: String {
    case plain = ""
    case bold = "1"
    case soft = "2"
    case wave = "36"
    case full = "31"
    case warning = "33"
  }

  private func paint(_ text: some StringProtocol, _ style: Style) -> String {
    usesColor && style != .plain && !text.isEmpty
      ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : String(text)
  }
}
