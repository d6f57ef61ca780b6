import AlertPlayback
import AlertSounds
import AudioCodecs
import AudioContainers
import AudioTypes

/// A WAVE file with what a device would play.
struct PlaybackFile {
  private let path: String
  private let input: SoundFile

  init(_ path: String, input: SoundFile) {
    self.path = path
    self.input = input
  }

  /// Writes the sound, as `options` change it, as 16-bit PCM at its own rate.
  func write(_ options: PlaybackOptions) throws(SoundError) {
    do {
      let pcm = try input.pcm()
      let format = try DataFormat(
        .linearPCM(.int16(.littleEndian)), sampleRate: max(1, pcm.sampleRate.rounded()),
        channelCount: pcm.channelCount)
      let played = try options.processed(
        pcm,
        to: PlaybackFormat(sampleRate: format.sampleRate, channelCount: format.channelCount))
      try write(VolumeSource(played, volume: options.volume), as: format)
    } catch let error as SoundError {
      throw error
    } catch let error as FileError {
      throw .file(error)
    } catch let error as ContainerError {
      throw .container(path: path, error)
    } catch {
      throw .request("\(error)")
    }
  }

  private func write(_ pcm: any PCMSource, as format: DataFormat) throws {
    var pcm = pcm
    let file = try AtomicFile(path: path, input: input.identity)
    var writer = try ContainerWriter(.wave, format, to: file)
    var encoder = try makeEncoder(for: format)
    var block = PCMBuffer(channelCount: format.channelCount)
    var packets: [UInt8] = []
    var frameCount: Int64 = 0
    while true {
      try pcm.read(into: &block)
      if block.frameCount == 0 { break }
      frameCount += Int64(block.frameCount)
      packets.removeAll(keepingCapacity: true)
      encoder.encode(block, into: &packets)
      try writer.write(packets)
    }
    _ = try writer.finish(validFrames: frameCount)
    try file.commit()
  }
}
