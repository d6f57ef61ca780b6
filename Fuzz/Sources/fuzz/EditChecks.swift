import AlertSounds
import AudioFormats
import AudioProcessing
import Files

/// Converts a sound of any container with edits and options that the input's last bytes choose, as
/// `tocsin convert` does: a file without irregularities, or an error with a text.
func checkEdits(_ input: [UInt8]) {
  var choices = Choices(input.suffix(48))
  guard let description = try? ContainerDescription(parsing: MemorySource(input)) else { return }
  // Others than ours are decoded by other programs.
  if case .other = description.dataFormat.coding { return }
  var request = request(&choices, description.dataFormat)
  request.edits = edits(&choices)
  guard isSmall(request, description) else { return }
  ScratchFile.shared.replace(with: input)
  let output = ScratchFile.folder + "/edited.caf"
  do {
    var sound = try SoundFile(path: ScratchFile.shared.path, decoders: .libraries)
    sound.excerpt.startFrame = choices.one(of: [0, 0, 0, 1, 64, .max])
    sound.excerpt.primingFrames = choices.one(of: [nil, nil, nil, 0, 64, .max])
    sound.excerpt.remainderFrames = choices.one(of: [nil, nil, nil, 0, 64, .max])
    let measures: ConversionMeasures = choices.one(of: [[], [.signalToNoise, .noiseToMask]])
    let results = try SoundConverter.convert(
      [sound], by: [ConversionPlan(SoundConverter.Output(output, request), of: [sound])],
      measures: measures)
    try check(results[0], output)
  } catch {
    let text = "\(error)"
    claim(printable(text) == text && !text.isEmpty, "an unprintable error: \(text)")
  }
}

private func check(_ result: ConversionResult, _ output: String) throws {
  guard case .container(let made) = try SoundFile(path: output, decoders: .libraries).content else {
    fatalError("the output is not a sound")
  }
  claim(made.irregularities.isEmpty, "\(made.irregularities)")
  claim(result.frameCount >= 0, "\(result.frameCount) frames")
  claim(made.validFrames ?? 0 >= result.frameCount, "frames are lost")
  claim(!(result.noiseToMask?.isNaN ?? false), "a ratio that is not a number")
}

private func request(_ choices: inout Choices, _ format: DataFormat) -> ConversionRequest {
  let container = choices.one(of: Container.allCases.filter { !$0.writableCodings.isEmpty })
  let coding = choices.one(of: container.writableCodings)
  let rates: [Double?] = [nil, nil, nil, 1, 16, 180, 3_364, 8_000, 44_100, 48_000.5, 768_000]
  var request = ConversionRequest(
    container: container,
    dataFormat: DataFormatRequest(coding, sampleRate: choices.one(of: rates)))
  request.channelCount = choices.one(of: [nil, nil, 1, 2, 3, 64])
  request.mixes = choices.byte().isMultiple(of: 2)
  request.dithers = choices.byte().isMultiple(of: 2)
  request.resamplingQuality = choices.one(of: ResamplingQuality.allCases)
  request.optimization = choices.one(of: [.signal, .signal, .hearing])
  request.effort = choices.one(of: [.fast, .normal])
  request.keepsMetadata = choices.byte().isMultiple(of: 2)
  request.writing.pageAligned = choices.byte().isMultiple(of: 2)
  request.extraChunks = choices.one(of: [
    [], [.loudness], [.hash], [.sourceTag, .copiedHash, .copiedInformation], [.loudness, .hash],
  ])
  return request
}

private func edits(_ choices: inout Choices) -> SoundEdits {
  func seconds() -> Double {
    choices.one(of: [0, 0, 0, 0.001, Double(choices.byte()) / 100, 86_400, 1e300])
  }
  var edits = SoundEdits()
  edits.start = seconds()
  edits.end = choices.one(of: [nil, nil, seconds()])
  edits.removesDC = choices.byte() % 4 == 0
  edits.trimsSilence = choices.byte() % 4 == 0
  edits.gain = choices.one(of: [0, 0, 6, -120, 120])
  edits.loudness = choices.one(of: [nil, nil, -16, -70, 0])
  edits.repeatCount = choices.one(of: [1, 1, 1, 2, 3])
  edits.fadeIn = seconds()
  edits.fadeOut = seconds()
  edits.paddingBefore = min(0.01, seconds())
  edits.paddingAfter = min(0.01, seconds())
  return edits
}

/// Whether the work ends in a moment: a sound of a low rate becomes a great one at a high rate.
private func isSmall(_ request: ConversionRequest, _ source: ContainerDescription) -> Bool {
  let rate = request.dataFormat?.sampleRate ?? source.dataFormat.sampleRate
  let channels = max(request.channelCount ?? 0, source.dataFormat.channelCount)
  let seconds = (source.duration ?? 0) * Double(request.edits.repeatCount) + 0.02
  return seconds * rate * Double(channels) < 100_000
}
