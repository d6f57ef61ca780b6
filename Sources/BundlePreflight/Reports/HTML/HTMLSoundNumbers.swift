import AlertSounds

/// A sound's numbers, with a mark on each that is beyond the limit of an alert sound.
extension HTMLSoundRow {
  /// From this length on the system plays its default sound
  /// (developer.apple.com/documentation/usernotifications/unnotificationsound).
  private static let limit = 30.0
  /// The duration (s) of the whole bar.
  private static let scale = 40.0

  var durationCell: String {
    guard let duration = sound.duration, duration.isFinite else { return Self.unknown }
    let isLong = duration >= Self.limit
    let width = fixed(min(max(duration, 0), Self.scale), decimals: 2)
    // Near the limit, hundredths of a second matter.
    let decimals = abs(duration - Self.limit) < 1 ? 3 : duration < 10 ? 2 : 1
    let bar =
      #"<svg class="bar\#(isLong ? " over" : "")" viewBox="0 0 40 6" preserveAspectRatio="none" "#
      + #"aria-hidden="true"><rect class="track" width="40" height="6"/>"#
      + #"<rect class="fill" width="\#(width)" height="6"/>"#
      + #"<rect class="line" x="29.8" width=".4" height="6"/></svg>"#
    let text = "\(fixed(duration, decimals: decimals)) <small>s</small>"
    return bar + (isLong ? "<span class=\"bad\">\(text)</span>" : "<span>\(text)</span>")
      + (isLong ? "<small class=\"aside\">30 s or more</small>" : "")
  }

  var loudnessCell: String {
    guard let measurements = sound.measurements else { return Self.unknown }
    guard let loudness = measurements.loudness, loudness.value.isFinite else { return silence }
    let value = "\(decibels(loudness.value)) <small>LUFS</small>"
    guard loudness.method == .shortSound else { return "<span>\(value)</span>" }
    return "<span>≈ \(value)</span>"
      + "<small class=\"aside\" title=\"Shorter than EBU R 128's block of 400 ms: measured as one "
      + "block\">short sound</small>"
  }

  var peakCell: String {
    guard let measurements = sound.measurements else { return Self.unknown }
    guard let peak = measurements.truePeak, peak.isFinite else { return silence }
    let text = "\(decibels(peak)) <small>dBTP</small>"
    let clipped = measurements.clippedRunCount
    return (peak > 0 ? "<span class=\"poor\">\(text)</span>" : "<span>\(text)</span>")
      + (clipped > 0 ? "<small class=\"aside\">clips \(count(clipped, "time"))</small>" : "")
  }

  private var silence: String { "<span class=\"unknown\">silent</span>" }

  private static let unknown = "<span class=\"unknown\" title=\"not known\">–</span>"

  /// The value with a minus sign as wide as a digit.
  private func decibels(_ value: Double) -> String {
    let text = fixed(value, decimals: 1)
    return text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }
}
