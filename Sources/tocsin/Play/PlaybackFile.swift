import AlertPlayback
import AlertSounds
import AudioFormats
import Files

/// A WAVE file with the samples that a device would play.
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
    let file = try OutputFile(path: path, inputs: [input.identity], followsLinks: true)
    try writeSound(pcm, to: ContainerWriter(.wave, format, to: file))
    try file.commit()
  }
}
