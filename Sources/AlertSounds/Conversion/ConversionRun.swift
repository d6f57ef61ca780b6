import AudioCodecs
import AudioContainers
import AudioImport
import AudioProcessing
import AudioTypes

/// One conversion on its way: file bytes → packets → PCM → packets → file.
struct ConversionRun {
  private let sound: SoundFile
  private let plan: ConversionPlan
  private let output: String
  private let file: AtomicFile
  private var writer: ContainerWriter<AtomicFile>
  private var frameCount: Int64 = 0
  private var primingFrames: Int32 = 0
  private var ratio: SignalToNoise?

  init(_ sound: SoundFile, _ plan: ConversionPlan, to file: AtomicFile, output: String) throws {
    self.sound = sound
    self.plan = plan
    self.file = file
    self.output = output
    do {
      writer = try ContainerWriter(plan.container, plan.dataFormat, to: file)
    } catch { throw SoundError.container(path: output, error) }
  }

  /// Packets are written in pieces of about this size.
  private static let pieceSize = 1 << 18

  /// Copies the packets of the source, which have the wanted format, untouched.
  mutating func copyPackets() throws {
    guard case .container(let description) = sound.content else { return }
    var reader = PacketReader(sound.source, description)
    var packets: [UInt8] = []
    let packetSize = description.dataFormat.bytesPerPacket
    frameCount = description.validFrames ?? 0
    primingFrames = description.packetTable?.primingFrames ?? 0
    // Where a packet is a frame, what the header does not count is not copied.
    let isPerFrame = description.dataFormat.framesPerPacket == 1
    var left = (isPerFrame ? frameCount : description.packetCount ?? 0) * Int64(packetSize)
    while left > 0 {
      do {
        let count = min(Int64(Self.pieceSize / packetSize * packetSize), left)
        try reader.read(byteCount: Int(count), into: &packets)
        left -= count
      } catch { throw SoundError.file(error) }
      try write(packets)
    }
  }

  /// Decodes, processes and encodes, block by block.
  mutating func transcode(measuresSignalToNoise: Bool) throws {
    var source = try processed(try sound.pcm())
    var encoder = try encoder()
    var monitor = measuresSignalToNoise ? try CodingMonitor(plan.dataFormat) : nil
    var block = PCMBuffer(channelCount: plan.dataFormat.channelCount)
    var packets: [UInt8] = []
    repeat {
      try source.read(into: &block)
      frameCount += Int64(block.frameCount)
      let start = packets.count
      if block.frameCount > 0 {
        encoder.encode(block, into: &packets)
      } else {
        encoder.finish(into: &packets)
      }
      try monitor?.compare(block, with: packets[start...])
      if packets.count >= Self.pieceSize || block.frameCount == 0 {
        try write(packets)
        packets.removeAll(keepingCapacity: true)
      }
    } while block.frameCount > 0
    ratio = monitor?.ratio
  }

  /// Completes the container and gives the file its name.
  consuming func finish() throws -> ConversionResult {
    let (sound, plan, file, output) = (sound, plan, file, output)
    let (frameCount, primingFrames, ratio) = (frameCount, primingFrames, ratio)
    do {
      _ = try writer.finish(validFrames: frameCount, primingFrames: primingFrames)
    } catch { throw SoundError.container(path: output, error) }
    do { try file.commit() } catch { throw SoundError.file(error) }
    return ConversionResult(
      container: plan.container, dataFormat: plan.dataFormat, frameCount: frameCount,
      inputFrames: sound.frameCount, inputBytes: sound.byteCount,
      outputBytes: file.byteCount, signalToNoise: ratio?.decibels,
      warnings: sound.warnings(converting: plan, frameCount: frameCount))
  }

  private func encoder() throws -> any PacketEncoder {
    do {
      return try makeEncoder(for: plan.dataFormat)
    } catch { throw SoundError.codec(path: output, error) }
  }

  private func processed(_ pcm: any PCMSource) throws -> any PCMSource {
    var source = pcm
    // Fewer channels first: what is dropped need not be resampled.
    if source.channelCount > plan.dataFormat.channelCount {
      source = ChannelSource(source, channelCount: plan.dataFormat.channelCount)
    }
    if source.sampleRate != plan.dataFormat.sampleRate {
      source = try ResamplingSource(source, to: plan.dataFormat.sampleRate)
    }
    if source.channelCount < plan.dataFormat.channelCount {
      source = ChannelSource(source, channelCount: plan.dataFormat.channelCount)
    }
    return source
  }

  private mutating func write(_ packets: [UInt8]) throws {
    do { try writer.write(packets) } catch {
      if case .file(let fileError) = error { throw SoundError.file(fileError) }
      throw SoundError.container(path: output, error)
    }
  }
}

/// Decodes what an encoder made and compares it with what went in.
private struct CodingMonitor {
  private(set) var ratio = SignalToNoise()
  private var decoder: any PacketDecoder
  /// Frames that the encoder has not given back yet.
  private var waiting: PCMBuffer
  private var decoded: PCMBuffer

  init(_ format: DataFormat) throws(CodecError) {
    decoder = try makeDecoder(for: format)
    waiting = PCMBuffer(channelCount: format.channelCount)
    decoded = PCMBuffer(channelCount: format.channelCount)
  }

  mutating func compare(_ block: PCMBuffer, with packets: ArraySlice<UInt8>) throws {
    waiting.samples += block.samples
    try decoder.decode(Array(packets), into: &decoded)
    ratio.add(waiting.samples, decoded.samples)
    waiting.dropFirst(frames: decoded.frameCount)
  }
}

extension SoundFile {
  /// Frames, where the header tells them.
  public var frameCount: Int64? {
    switch content {
    case .container(let description): description.validFrames
    case .imported(let sound): sound.frameCount
    }
  }

  /// What the user of a conversion should know, each a sentence.
  func warnings(converting plan: ConversionPlan, frameCount: Int64) -> [String] {
    var warnings: [String] = []
    let name = printable(path)
    if case .container(let description) = content {
      for irregularity in description.irregularities where irregularity.kind == .truncatedAudio {
        warnings.append("\(name): \(irregularity.text); what is there was converted")
      }
      if plan.copiesPackets, plan.container == .aifc, plan.dataFormat.coding == .ima4 {
        warnings.append("AIFF-C cannot say where an ima4 sound ends: its padding becomes sound")
      }
    }
    let channels = SourceFormat(content).channelCount
    if channels > plan.dataFormat.channelCount {
      warnings.append(
        "\(name): \(channels - plan.dataFormat.channelCount) of \(channels) channels were dropped")
    }
    if frameCount == 0 { warnings.append("\(name): there is no sound in it") }
    return warnings
  }
}
