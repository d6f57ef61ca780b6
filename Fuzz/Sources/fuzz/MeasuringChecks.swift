import AlertSounds
import AudioFormats
import AudioProcessing
import Files

/// Measures, draws and previews a sound of any container, as a pre-flight, a page and
/// `tocsin wave` do: every number is one, or there is a reason why it is none.
func checkMeasuring(_ input: [UInt8]) {
  // The library itself has to be there: without it nothing would be measured.
  claim(LoudnessMeter.refusal(channelCount: 2, sampleRate: 44_100) == nil, "no libebur128")
  let source = MemorySource(input)
  guard let description = try? ContainerDescription(parsing: source) else { return }
  let examination = SoundValidator(.allRules).examine(source, path: "sound.caf")
  for finding in examination.report.findings {
    claim(printable(finding.message) == finding.message, "an unprintable finding: \(finding)")
  }
  if let measured = examination.measurements { check(measured) }
  // Others than ours are decoded by other programs.
  if case .other = description.dataFormat.coding { return }
  checkDrawing(input)
  guard let wave = SoundPreview.wave(of: source, path: "sound.caf") else { return }
  let preview = try? ContainerDescription(parsing: MemorySource(wave))
  claim(preview?.irregularities == [], "a preview that is not a sound")
}

private func check(_ measured: SoundMeasurements) {
  let levels = [measured.loudness?.value, measured.truePeak, measured.samplePeak]
  for level in levels.compactMap(\.self) {
    claim(level.isFinite && level < 200, "a level of \(level) dB")
  }
  let others = [measured.leadingSilence, measured.trailingSilence, measured.dcOffset]
  claim(others.allSatisfy { $0.isFinite && $0 >= 0 }, "\(others)")
  claim(measured.clippedRunCount >= 0, "\(measured.clippedRunCount) clipped runs")
}

private func checkDrawing(_ input: [UInt8]) {
  ScratchFile.shared.replace(with: input)
  guard let sound = try? SoundFile(path: ScratchFile.shared.path, decoders: .libraries),
    let picture = try? SoundPicture(of: sound, columnCount: 100)
  else { return }
  claim(picture.columns.count <= 100, "\(picture.columns.count) columns")
  claim(picture.loudnessError == nil || picture.loudness == nil, "a loudness with an error")
  for column in picture.columns {
    claim(
      column.lowest <= 0 && column.highest >= 0 && column.rms.isFinite, "a column of \(column)")
  }
  claim(WaveformSVG(picture, theme: .auto).text.hasSuffix("</svg>\n"), "a drawing without an end")
}
