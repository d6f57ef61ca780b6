import AudioProcessing
import Files

/// A waveform as a picture: the sound's name and kind, its shape with level and time, its numbers.
public struct WaveformSVG {
  /// The size of the picture, in CSS pixels.
  public static let width = 960
  /// The height of the picture, in CSS pixels.
  public static let height = 328
  /// Columns that the shape has room for.
  public static let columnCount = 872

  private let picture: SoundPicture
  private let theme: WaveformTheme
  private let left = 64
  private let top = 76
  /// Half the height of the shape.
  private let half = 88

  /// A picture of these measurements; ``columnCount`` columns fill it.
  public init(_ picture: SoundPicture, theme: WaveformTheme = .auto) {
    self.picture = picture
    self.theme = theme
  }

  /// The picture; UTF-8.
  public var text: String {
    [head, grid, picture.isEmpty ? emptiness : shape + limit, numbers, "</svg>\n"].joined()
  }

  private var middle: Int { top + half }
  private var right: Int { left + Self.columnCount }

  private var head: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(Self.height)" \
    viewBox="0 0 \(Self.width) \(Self.height)" role="img">
    <title>\(xmlText("Waveform of \(name)"))</title>
    <style>text{font-family:system-ui,"Segoe UI","Noto Sans","DejaVu Sans",sans-serif;font-size:13px}\
    .name{font-size:19px;font-weight:600}.value{font-size:15px;font-weight:600}.small{font-size:12px}\
    .end{text-anchor:end}.middle{text-anchor:middle}\(theme.css)</style>
    <rect class="back" x="0.5" y="0.5" width="\(Self.width - 1)" height="\(Self.height - 1)" rx="12"/>
    <text class="text name" x="24" y="40">\(xmlText(shortened(name)))</text>
    <text class="soft end" x="\(right)" y="40">\(xmlText(picture.facts))</text>

    """
  }

  private var name: String { String(lastComponent(of: picture.path)) }

  /// The name, cut in the middle to fit beside the facts: its start and its end.
  private func shortened(_ name: String) -> String {
    name.count > 48 ? name.prefix(30) + "…" + name.suffix(16) : name
  }

  /// Lines at full scale, at half of it and in the middle.
  private var grid: String {
    let levels = [
      (0, "0 dB"), (half / 2, "−6"), (half, "−∞"), (half * 3 / 2, "−6"), (2 * half, "0"),
    ]
    return levels.map { offset, label in
      let y = top + offset
      return """
        <path class="\(offset == half ? "axis" : "grid")" d="M\(left) \(y).5H\(right)"/>\
        <text class="soft small end" x="\(left - 10)" y="\(y + 4)">\(label)</text>

        """
    }.joined()
  }

  private var emptiness: String {
    "<text class=\"soft middle\" x=\"\((left + right) / 2)\" y=\"\(middle - 14)\">no frames</text>\n"
  }

  /// Draws both shapes in units of their own, stretched over the grid; then the axis.
  private var shape: String {
    let columns = picture.columns
    let limit = limitColumn ?? columns.count
    func path(_ style: String, _ extent: WaveformShape.Extent, _ range: Range<Int>) -> String {
      let path = WaveformShape.path(
        columns[range], extent, from: range.lowerBound, fullScale: 1_000)
      return path.isEmpty ? "" : "<path class=\"\(style)\" d=\"\(path)\"/>\n"
    }
    let full = columns.indices.filter { columns[$0].isFull }
      .map { "<path class=\"full\" d=\"M\($0)-1000h1v60h-1zm0 2000h1v-60h-1z\"/>\n" }
    return """
      <svg x="\(left)" y="\(top)" width="\(Self.columnCount)" height="\(2 * half)" \
      viewBox="0 -1000 \(columns.count) 2000" preserveAspectRatio="none">
      \(path("peak", .peaks, 0..<limit))\(path("body", .power, 0..<limit))\
      \(path("over", .peaks, limit..<columns.count))\(full.joined())</svg>
      \(times)
      """
  }

  private var times: String {
    TimeAxis(duration: picture.duration, maximumCount: 10).marks.map { time, label in
      let x = place(of: time)
      return """
        <path class="axis" d="M\(x) \(top + 2 * half + 6)v6"/>\
        <text class="soft small middle" x="\(x)" y="\(top + 2 * half + 27)">\(label)</text>

        """
    }.joined()
  }

  private func place(of time: Double) -> String {
    fixed(Double(left) + time / picture.duration * Double(Self.columnCount), decimals: 1)
  }

  /// The first column after the maximum duration of an alert; nil where there is none.
  private var limitColumn: Int? {
    guard picture.isOverLimit else { return nil }
    let place = SoundPicture.alertLimit / picture.duration * Double(picture.columns.count)
    return min(picture.columns.count, Int(place.rounded(.up)))
  }

  /// The mark of the maximum duration of an alert.
  private var limit: String {
    guard picture.isOverLimit else { return "" }
    let x = place(of: SoundPicture.alertLimit)
    let isFar = SoundPicture.alertLimit > picture.duration * 0.6
    return """
      <path class="limit" stroke-width="1.5" stroke-dasharray="5 4" d="M\(x) \(top - 8)V\(top + 2 * half + 6)"/>
      <text class="warn small\(isFar ? " end" : "")" x="\(x)" dx="\(isFar ? -6 : 6)" y="\(top - 6)">\
      \(SoundPicture.limitText)</text>

      """
  }

  private var numbers: String {
    picture.numbers.enumerated().map { index, number in
      let x = left + index * Self.columnCount / 4
      let isOver = index == 0 && picture.isOverLimit
      return """
        <text class="soft small" x="\(x)" y="\(Self.height - 16)">\(number.name)\
        <tspan class="\(isOver ? "warn" : "text") value" dx="8">\(xmlText(number.value))</tspan></text>

        """
    }.joined()
  }
}
