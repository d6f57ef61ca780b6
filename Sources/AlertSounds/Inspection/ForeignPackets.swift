import AudioFormats
import AudioImport

extension SoundInformation {
  /// Adds the facts that only the packets of a foreign format contain: ffprobe reads all of them.
  /// Adds nothing if ffprobe is not installed or not allowed, or Core Audio does not know the
  /// coding. Plain samples in a NeXT file need no ffprobe.
  /// - Throws: ``SoundError`` where ffprobe fails on the file.
  public mutating func addPackets(of sound: SoundFile) throws(SoundError) {
    guard case .imported(let imported) = sound.content else { return }
    let format = ForeignFormat(imported)
    if fileType == "NeXT", let plain = format.plainFormat { return addNeXT(sound, plain) }
    guard sound.decoders == .programs, FFmpeg.isInstalled,
      let framesPerPacket = format.framesPerPacket
    else { return }
    let found: FFmpegPackets
    do { found = try FFmpegPackets(of: sound.source) } catch {
      throw .imported(path: sound.path, error)
    }
    guard found.count > 0 else { return }
    packets = found.count
    audioBytes = found.byteCount
    maximumPacketSize = found.largest
    packetSizeUpperBound = found.largest
    audioOffset = found.position
    isOptimized = true
    addTable(found, framesPerPacket)
    let frames = found.count.multipliedClamped(by: Int64(framesPerPacket))
    addBitRate(
      frames > 0 ? frames : packetTable.map { Int64(clamping: $0.frameCount) } ?? validFrames ?? 0)
    switch fileType {
    case "MPG3": addMP3()
    case "adts":
      // The packet starts after its header of 7 bytes; Core Audio's bound is 6144 bits a channel.
      maximumPacketSize = found.largest - 7
      packetSizeUpperBound = Int64(768 * channels)
      packetTable = nil
      duration = Double(frames) / sampleRate
    case "Oggf":
      // The offset of the page, not of the packet.
      audioOffset = OggPages(sound.source, headerCount: 2).audioOffset
      splitPackets = 0
      // Channel mapping family 0 (RFC 7845, 5.1.1.1).
      let layout: ChannelLayout? = [1: .mono, 2: .stereo][channels]
      (channelLayout, speakerLayout) = (layout?.name, layout?.speakerDescription)
      duration = packetTable.map { Double($0.frameCount) / sampleRate }
    case "flac": break
    default: isOptimized = MPEG4Boxes(sound.source).isOptimized
    }
  }

  /// A packet of plain samples is a frame.
  private mutating func addNeXT(_ sound: SoundFile, _ format: DataFormat) {
    guard let bytes = NeXTHeader(sound.source).audioBytes else { return }
    let size = Int64(format.bytesPerPacket)
    audioOffset = bytes.lowerBound
    packets = Int64(bytes.count) / size
    audioBytes = packets.map { $0 * size }
    bitRate = Int64(Double(size) * 8 * sampleRate)
    maximumPacketSize = size
    packetSizeUpperBound = size
    isOptimized = bytes.upperBound == sound.byteCount
  }

  private mutating func addTable(_ found: FFmpegPackets, _ framesPerPacket: Int) {
    guard let validFrames, found.skippedFrames > 0 || found.discardedFrames > 0 else { return }
    // FFmpeg adds the decoder's own delay of 529 frames to the encoder's delay in an MP3.
    let priming = max(0, found.skippedFrames - (fileType == "MPG3" ? 529 : 0))
    let held = found.count.multipliedClamped(by: Int64(framesPerPacket))
    let remainder =
      held > 0
      ? held.subtractingClamped(validFrames).subtractingClamped(priming) : found.discardedFrames
    packetTable = PacketTable(
      validFrames: validFrames, primingFrames: Int32(clamping: priming),
      remainderFrames: Int32(clamping: max(0, remainder)))
  }

  private mutating func addBitRate(_ frames: Int64) {
    guard frames > 0, let audioBytes else { return }
    let rate = Double(audioBytes) * 8 * sampleRate / Double(frames)
    bitRate = rate < 1e15 ? Int64(rate) : nil
  }

  /// Adds the values that Core Audio reports for an MP3: the nominal rate, and the duration
  /// computed from it and the bytes.
  private mutating func addMP3() {
    guard let average = bitRate.map(Double.init), let audioBytes else { return }
    if let nominal = Self.nominalRates.first(where: { abs($0 - average) < average / 200 }) {
      bitRate = Int64(nominal)
      duration = Double(audioBytes) * 8 / nominal
    }
    // The largest packet of 320 kbit/s, and 8 bytes: 1052 in all public outputs, at 44.1 kHz.
    packetSizeUpperBound = Int64(144 * 320_000 / sampleRate) + 8
  }

  /// Bits a second of layer III (ISO/IEC 11172-3, 2.4.2.3; 13818-3, 2.4.2.3).
  private static let nominalRates: [Double] = [
    8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 192, 224, 256, 320,
  ].map { $0 * 1_000 }
}
