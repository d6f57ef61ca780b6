import AlertSounds
import Files
import FoundationEssentials

/// A sound's row: its name and format, its waveform, its numbers, and below them its findings.
struct HTMLSoundRow {
  let index: Int
  let sound: PreflightSound
  let findings: [PreflightFinding]

  func write(
    _ list: HTMLFindings, preview: [UInt8]?, to output: inout some TextOutputStream
  ) {
    let level = findings.map(\.finding.severity.rank).max().map { $0 + 1 } ?? 0
    let numbers = [
      ("index", Double(index)), ("level", Double(level)), ("duration", sound.duration),
      ("loudness", sound.measurements?.loudness?.value), ("peak", sound.measurements?.truePeak),
    ]
    let data = numbers.map { name, value in
      " data-\(name)=\"\(value.map { $0.isFinite ? fixed($0, decimals: 3) : "" } ?? "")\""
    }
    output.write(
      "<tr role=\"row\" class=\"level-\(level)\"\(data.joined())"
        + HTMLFindings.rules(findings) + ">\n")
    writeCell("index", "Sound", to: &output) { writeIdentity(to: &$0) }
    writeCell("wave", "Waveform", to: &output) { writeShape(preview, to: &$0) }
    writeCell("duration", "Duration", to: &output) { $0.write(durationCell) }
    writeCell("loudness", "Loudness", to: &output) { $0.write(loudnessCell) }
    writeCell("peak", "True peak", to: &output) { $0.write(peakCell) }
    writeCell("level", "Findings", to: &output) { $0.write(chips) }
    if !findings.isEmpty {
      output.write("<td role=\"cell\" class=\"details\">")
      list.write(findings, to: &output)
      output.write("</td>\n")
    }
    output.write("</tr>\n")
  }

  private func writeCell<Output: TextOutputStream>(
    _ key: String, _ name: String, to output: inout Output, content: (inout Output) -> Void
  ) {
    let isHead = key == "index"
    output.write(
      isHead
        ? "<th role=\"rowheader\" scope=\"row\" class=\"index\">"
        : "<td role=\"cell\" class=\"\(key)\" data-name=\"\(name)\">")
    content(&output)
    output.write(isHead ? "</th>\n" : "</td>\n")
  }

  private func writeIdentity(to output: inout some TextOutputStream) {
    output.write(HTMLFindings.path(sound.file))
    let facts = [sound.container, sound.dataFormat].compactMap(\.self).map(htmlText)
    let format = facts.isEmpty ? ["no alert sound format"] : facts
    output.write("<span class=\"facts\">")
    output.write((format + [byteText]).joined(separator: " <i>·</i> ") + "</span>")
    guard !sound.bundles.isEmpty else { return }
    let bundles = sound.bundles.map { "<bdi>\(htmlText($0))</bdi>" }
    output.write("<span class=\"bundles\"><span>in</span> \(bundles.joined(separator: " "))</span>")
  }

  private func writeShape(_ preview: [UInt8]?, to output: inout some TextOutputStream) {
    let name = htmlText(sound.file)
    if let preview {
      output.write("<button type=\"button\" class=\"play\" aria-label=\"Play \(name)\" data-wav=\"")
      output.write(Data(preview).base64EncodedString())
      output.write("\">\(HTMLIcon.play)</button>")
    }
    guard let measurements = sound.measurements else {
      output.write("<span class=\"unknown\">not decoded</span>")
      return
    }
    output.write(HTMLWaveform.drawing(measurements.waveform))
  }

  private var chips: String {
    let counts = Finding.Severity.allCases.reversed().map { severity in
      (severity.rawValue, findings.count { $0.finding.severity == severity })
    }
    guard !findings.isEmpty else { return "<span class=\"fine\">\(HTMLIcon.of("ok"))none</span>" }
    return counts.filter { $0.1 > 0 }.map { name, number in
      "<span class=\"chip \(name)\">\(HTMLIcon.of(name))\(count(number, name))</span>"
    }.joined(separator: " ")
  }

  private var byteText: String {
    let bytes = Double(sound.byteCount)
    return switch bytes {
    case ..<1_000: "\(sound.byteCount) bytes"
    case ..<1_000_000: fixed(bytes / 1_000, decimals: bytes < 10_000 ? 1 : 0) + " kB"
    default: fixed(bytes / 1_000_000, decimals: 1) + " MB"
    }
  }
}
