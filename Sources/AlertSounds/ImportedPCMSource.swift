import AudioImport
import AudioTypes

/// A foreign sound's PCM, whose errors name the file.
struct ImportedPCMSource: PCMSource {
  let path: String
  let sound: ImportedSound

  var sampleRate: Double { sound.sampleRate }
  var channelCount: Int { sound.channelCount }
  var frameCount: Int64? { sound.frameCount }

  func read(into buffer: inout PCMBuffer) throws {
    do { try sound.read(into: &buffer) } catch { throw SoundError.imported(path: path, error) }
  }
}
