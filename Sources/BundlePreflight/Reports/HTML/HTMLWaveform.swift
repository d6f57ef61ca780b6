import AlertSounds

/// The shape of a sound as one closed path: along its highest samples, back along its lowest.
enum HTMLWaveform {
  /// Full scale above and below the middle line, in the drawing's units.
  private static let fullScale = 100

  static func drawing(_ columns: [SoundMeasurements.WaveformColumn]) -> String {
    let width = max(1, columns.count)
    let frame =
      #"<svg class="shape" viewBox="0 -\#(fullScale) \#(width) \#(2 * fullScale)" "#
      + #"preserveAspectRatio="none" role="img" aria-label="Waveform">"#
      + #"<path class="axis" d="M0 0h\#(width)"/>"#
    return frame + "<path class=\"wave\" d=\"\(outline(columns))\"/></svg>"
  }

  /// A column is a unit wide and never thinner than what an eye sees.
  private static func outline(_ columns: [SoundMeasurements.WaveformColumn]) -> String {
    guard !columns.isEmpty else { return "" }
    var path = "M0 0"
    for column in columns { path += "V\(min(-1, -height(column.highest)))h1" }
    for column in columns.reversed() { path += "V\(max(1, -height(column.lowest)))h-1" }
    return path + "z"
  }

  private static func height(_ sample: Int8) -> Int { Int(sample) * fullScale / 127 }
}
