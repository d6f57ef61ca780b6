public import AudioProcessing

/// The shape of a sound as a closed path of SVG.
public enum WaveformShape {
  /// The level that a shape reaches.
  public enum Extent {
    /// The highest and the lowest sample.
    case peaks
    /// The root of the mean square, above and below 0.
    case power
  }

  /// The path along the columns' upper ends and back along their lower ones.
  ///
  /// A column is a unit wide; it is never thinner than one unit above and below the middle line at
  /// 0, so that silence is visible.
  /// - Parameters:
  ///   - columns: the envelope.
  ///   - extent: which ends of the columns are drawn.
  ///   - start: the place of the first column.
  ///   - fullScale: units from the middle line to full scale; greater values are cut off.
  public static func path(
    _ columns: some BidirectionalCollection<EnvelopeMeter.Column>, _ extent: Extent = .peaks,
    from start: Int = 0, fullScale: Int
  ) -> String {
    guard !columns.isEmpty else { return "" }
    func height(_ sample: Double) -> Int { Int(max(-1, min(1, sample)) * Double(fullScale)) }
    var path = "M\(start) 0"
    for column in columns { path += "V\(min(-1, -height(column.end(extent))))h1" }
    for column in columns.reversed() { path += "V\(max(1, -height(column.start(extent))))h-1" }
    return path + "z"
  }
}

extension EnvelopeMeter.Column {
  func start(_ extent: WaveformShape.Extent) -> Double {
    extent == .peaks ? lowest : max(lowest, -rms)
  }

  func end(_ extent: WaveformShape.Extent) -> Double {
    extent == .peaks ? highest : min(highest, rms)
  }

  /// Whether a sample reaches full scale, but for the steps that 16 bits end with.
  var isFull: Bool { max(highest, -lowest) > 0.9995 }
}
