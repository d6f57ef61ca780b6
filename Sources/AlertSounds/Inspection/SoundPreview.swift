import AudioCodecs
import AudioContainers
import AudioProcessing
public import AudioTypes

/// Alert sounds as every browser plays them: WAVE with 16-bit samples, mono or stereo.
public enum SoundPreview {
  /// Seconds: what a device would play of a sound, and a little more.
  private static let longest = 31.0

  /// The sound in `source`, an alert container, as a WAVE file in memory.
  /// - Returns: nil where it cannot be decoded.
  public static func wave(of source: any ByteSource, path: String) -> [UInt8]? {
    guard let description = try? ContainerDescription(parsing: source),
      let pcm = try? PacketPCMSource(path: path, source, description)
    else { return nil }
    return try? encode(pcm.channelCount > 2 ? ChannelSource(pcm, channelCount: 2) : pcm)
  }

  private static func encode(_ input: any PCMSource) throws -> [UInt8] {
    var pcm = input
    let format = try DataFormat(
      .linearPCM(.int16(.littleEndian)), sampleRate: pcm.sampleRate,
      channelCount: pcm.channelCount)
    var options = WriterOptions()
    options.pageAligned = false
    var writer = try ContainerWriter(.wave, format, to: MemorySink(), options)
    var encoder = try makeEncoder(for: format)
    var block = PCMBuffer(channelCount: pcm.channelCount)
    var packets: [UInt8] = []
    var framesLeft = Int(longest * pcm.sampleRate)
    repeat {
      try pcm.read(into: &block)
      if block.frameCount > framesLeft { block.resize(frames: framesLeft) }
      framesLeft -= block.frameCount
      packets.removeAll(keepingCapacity: true)
      encoder.encode(block, into: &packets)
      try writer.write(packets)
    } while block.frameCount > 0
    let frames = Int64(Int(longest * pcm.sampleRate) - framesLeft)
    return try writer.finish(validFrames: frames).content
  }
}
