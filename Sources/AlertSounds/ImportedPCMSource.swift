import AudioImport
import AudioTypes
import Files

/// A foreign sound's PCM, from its start, whose errors name the file. The decoder is opened when
/// the first block is read.
struct ImportedPCMSource: PCMSource {
  let sampleRate: Double
  let channelCount: Int
  let frameCount: Int64?
  private let path: String
  private let file: FileSource
  private var decoder: ImportedSound?

  init(_ sound: SoundFile) {
    (path, file) = (sound.path, sound.source)
    (sampleRate, channelCount) = (sound.sampleRate, sound.channelCount)
    frameCount = sound.frameCount
  }

  mutating func read(into buffer: inout PCMBuffer) throws {
    do throws(ImportError) {
      let decoder = if let decoder { decoder } else { try ImportedSound(file) }
      self.decoder = decoder
      try decoder.read(into: &buffer)
    } catch { throw SoundError.imported(path: path, error) }
  }
}
