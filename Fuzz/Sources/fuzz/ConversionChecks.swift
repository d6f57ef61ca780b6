import AlertSounds
import AudioFormats

/// Encodes bytes as PCM of some format into some container in memory and reads it back: no frame
/// may be missing, PCM must be exact, and the validator must not report our own output.
func checkConversion(_ input: [UInt8]) {
  var choices = Choices(input)
  let container = choices.one(of: Container.allCases.filter { !$0.writableCodings.isEmpty })
  let format = dataFormat(&choices, for: container)
  let framesPerCall = choices.number(in: 1...5_000)
  let options = writerOptions(&choices, format)
  let primingFrames = choices.one(of: [0, 1, 64, 2_112])
  let sound = pcm(&choices, channelCount: format.channelCount)
  let packets = encoded(sound, format, framesPerCall: sound.frameCount + 1)
  claim(
    packets == encoded(sound, format, framesPerCall: framesPerCall),
    "encoded in pieces, the packets are others")
  checkSamples(decoded(packets, format), of: sound, format)
  // Only a CAF can mark priming frames, and only ima4 has any.
  let hasPriming = container == .caf && format.coding == .ima4
  let writing = WritingCase(
    container: container, format: format, options: options, frameCount: sound.frameCount,
    primingFrames: hasPriming ? min(sound.frameCount, primingFrames) : 0)
  writing.check(packets)
}

private func dataFormat(_ choices: inout Choices, for container: Container) -> DataFormat {
  let coding = choices.one(of: container.writableCodings)
  let most = coding == .ima4 ? DataFormat.maximumIMA4ChannelCount : DataFormat.maximumChannelCount
  // Mono and stereo matter most: three of four inputs have at most two channels.
  let channelCount = choices.number(in: 1...(choices.byte() % 4 == 0 ? most : 2))
  let whole = choices.one(of: [1, 8_000, 44_100, 48_000, choices.number(in: 1...767_999)])
  let fraction = container == .wave ? 0 : Double(choices.byte()) / 256
  do {
    return try DataFormat(
      coding, sampleRate: Double(whole) + fraction, channelCount: channelCount)
  } catch { fatalError("\(error)") }
}

private func writerOptions(_ choices: inout Choices, _ format: DataFormat) -> WriterOptions {
  var options = WriterOptions()
  options.pageAligned = choices.byte().isMultiple(of: 2)
  let layouts = ChannelLayout.knownNames.compactMap(ChannelLayout.init)
    .filter { $0.channelCount == format.channelCount }
  options.channelLayout = choices.one(of: [nil] + layouts)
  let size = choices.number(in: 0...9_000)
  options.chunks = choices.one(of: [[:], ["uuid": [UInt8](repeating: 0, count: size)]])
  return options
}

private func pcm(_ choices: inout Choices, channelCount: Int) -> PCMBuffer {
  let format = choices.one(of: LinearPCM.all)
  var sound = PCMBuffer(channelCount: channelCount)
  LinearPCMDecoder(format).decode(choices.rest, into: &sound)
  return sound
}

private func encoded(_ sound: PCMBuffer, _ format: DataFormat, framesPerCall: Int) -> [UInt8] {
  var packets: [UInt8] = []
  do {
    var encoder = try makeEncoder(for: format)
    let samplesPerCall = framesPerCall * sound.channelCount
    for start in stride(from: 0, to: sound.samples.count, by: samplesPerCall) {
      let samples = Array(sound.samples[start...].prefix(samplesPerCall))
      encoder.encode(PCMBuffer(channelCount: sound.channelCount, samples: samples), into: &packets)
    }
    encoder.finish(into: &packets)
  } catch { fatalError("no encoder for \(format.codingName)") }
  return packets
}

private func decoded(_ packets: [UInt8], _ format: DataFormat) -> PCMBuffer {
  var sound = PCMBuffer(channelCount: format.channelCount)
  do {
    var decoder = try makeDecoder(for: format)
    try decoder.decode(packets, into: &sound)
  } catch { fatalError("our own packets cannot be decoded: \(error)") }
  return sound
}
