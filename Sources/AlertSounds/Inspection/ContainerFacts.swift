import AudioFormats

extension ContainerDescription {
  /// Bits a second: of the packets where all have one size, else of all audio bytes over all
  /// frames, padding included, as Core Audio counts. Fractions are cut off.
  var bitRate: Int64? {
    let format = dataFormat
    if format.bytesPerPacket > 0, format.framesPerPacket > 0 {
      let bits = Double(format.bytesPerPacket) * 8
      return whole(bits * format.sampleRate / Double(format.framesPerPacket))
    }
    let frames = packetTable.map { Double($0.frameCount) } ?? validFrames.map(Double.init) ?? 0
    guard frames > 0 else { return nil }
    return whole(Double(audioBytes.count) * 8 * format.sampleRate / frames)
  }

  /// A rate as an integer; nil for impossible ones: a table may claim one frame for a large file.
  private func whole(_ rate: Double) -> Int64? { rate < 1e15 ? Int64(rate) : nil }

  /// Whether no chunk follows the audio. Core Audio says "optimized" of a file that is "ready to
  /// start having sound data written to it" (AudioFile.h, `kAudioFilePropertyIsOptimized`).
  var isOptimized: Bool {
    guard let last = chunks.last else { return false }
    return last.payload.lowerBound <= audioBytes.lowerBound
      && audioBytes.upperBound == last.payload.upperBound
  }
}

extension ChannelLayout {
  /// The name with the speakers in the order of the channels, as afinfo has it. Seen in its public
  /// outputs are Mono, Stereo and 5.1; layouts that alert sounds do not have keep their name.
  var speakerDescription: String {
    switch name {
    case "Stereo": "Stereo (L R)"
    case "Quadraphonic": "Quadraphonic (L R Ls Rs)"
    case "MPEG_5_1_A": "5.1 (L R C LFE Ls Rs)"
    default: name
    }
  }
}
