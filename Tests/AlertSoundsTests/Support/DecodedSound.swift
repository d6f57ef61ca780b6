import AlertSounds
import AudioFormats

/// A sound file as Tocsin reads it.
struct DecodedSound {
  let container: Container?
  let dataFormat: DataFormat?
  let channelCount: Int
  /// Interleaved, full scale ±1.
  let samples: [Double]

  init(_ path: String) throws { try self.init(of: try SoundFile(path: path)) }

  init(of sound: SoundFile) throws {
    if case .container(let description) = sound.content {
      container = description.container
      dataFormat = description.dataFormat
    } else {
      container = nil
      dataFormat = nil
    }
    var source = try sound.pcm()
    var block = PCMBuffer(channelCount: source.channelCount)
    var samples: [Double] = []
    repeat {
      try source.read(into: &block)
      samples += block.samples
    } while block.frameCount > 0
    channelCount = source.channelCount
    self.samples = samples
  }

  var frameCount: Int { samples.count / channelCount }
}

/// Converts with the options that afconvert's `-f`, `-d` and `-c` would give.
@discardableResult
func convert(
  _ input: String, to output: String, _ container: Container? = nil,
  _ dataFormat: DataFormatRequest? = nil, channelCount: Int? = nil
) throws -> ConversionResult {
  let request = ConversionRequest(
    container: container, dataFormat: dataFormat, channelCount: channelCount)
  return try SoundConverter(request).convert(input, to: output)
}

extension DataFormatRequest {
  static let ima4 = DataFormatRequest(.ima4)
  static let sameAsSource = DataFormatRequest(nil)

  static func linearPCM(_ pcm: LinearPCM) -> DataFormatRequest {
    DataFormatRequest(.linearPCM(pcm))
  }
}
