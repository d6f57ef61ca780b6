import AlertSounds
import AudioProcessing

/// The waveform of a sound in its row.
enum HTMLWaveform {
  /// Full scale above and below the middle line, in the drawing's units.
  private static let fullScale = 100

  static func drawing(_ columns: [SoundMeasurements.WaveformColumn]) -> String {
    let width = max(1, columns.count)
    let frame =
      #"<svg class="shape" viewBox="0 -\#(fullScale) \#(width) \#(2 * fullScale)" "#
      + #"preserveAspectRatio="none" role="img" aria-label="Waveform">"#
      + #"<path class="axis" d="M0 0h\#(width)"/>"#
    let shape = WaveformShape.path(columns.map(EnvelopeMeter.Column.init), fullScale: fullScale)
    return frame + "<path class=\"wave\" d=\"\(shape)\"/></svg>"
  }
}

extension EnvelopeMeter.Column {
  fileprivate init(_ column: SoundMeasurements.WaveformColumn) {
    self.init(lowest: Double(column.lowest) / 127, highest: Double(column.highest) / 127)
  }
}
