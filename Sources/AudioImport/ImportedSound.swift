public import AudioTypes
import Dispatch
public import Files

/// A sound of a foreign format, read through libsndfile, or through FFmpeg where Tocsin was built
/// with it and libsndfile does not know the format: the one door for them.
///
/// Never give it a CAF, WAVE or AIFF: those have readers of our own, and libsndfile's can be sent
/// in circles by a crafted header.
public final class ImportedSound: PCMSource {
  public let sampleRate: Double
  public let channelCount: Int
  /// Frames by the header; some formats do not know.
  public let frameCount: Int64?
  /// The file format, in the library's words.
  public let formatName: String
  /// The coding, in the library's words.
  public let codingName: String

  private let decoder: any ForeignDecoder

  /// A header is read in microseconds; one that takes a second never ends.
  private static let deadline = DispatchTimeInterval.milliseconds(900)

  public init(_ source: FileSource) throws(ImportError) {
    decoder = try Self.open(source)
    (formatName, codingName) = decoder.names
    let format: DataFormat
    do {
      format = try DataFormat(
        .linearPCM(.float64(.littleEndian)), sampleRate: decoder.sampleRate,
        channelCount: decoder.channelCount)
    } catch { throw .unsupported(error.description) }
    sampleRate = format.sampleRate
    channelCount = format.channelCount
    frameCount = decoder.frameCount
  }

  public func read(into buffer: inout PCMBuffer) throws(ImportError) {
    try decoder.read(into: &buffer)
  }

  /// Opens the file on another thread, so that a header without end costs that thread only.
  private static func open(_ source: FileSource) throws(ImportError) -> any ForeignDecoder {
    // Written before the signal and read after it; after a timeout it is not read at all.
    nonisolated(unsafe) var outcome: Result<any ForeignDecoder, ImportError>?
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      unsafe outcome = Result { () throws(ImportError) in
        try decoder(of: source)
      }
      done.signal()
    }
    guard done.wait(timeout: .now() + deadline) == .success, let opened = unsafe outcome else {
      throw .tookTooLong
    }
    return try opened.get()
  }

  /// libsndfile for what it knows, FFmpeg for the rest.
  private static func decoder(of source: FileSource) throws(ImportError) -> any ForeignDecoder {
    do {
      return try SndFile(source)
    } catch {
      #if FFmpegImport
        return try FFmpegSound(source)
      #else
        throw isMPEG4(source) ? .needsFFmpeg : error
      #endif
    }
  }

  #if !FFmpegImport
    /// Whether the file begins with a file type box (ISO/IEC 14496-12, 4.3).
    private static func isMPEG4(_ source: FileSource) -> Bool {
      var head: [UInt8] = []
      try? source.read(at: 4, count: 4, into: &head)
      return head.elementsEqual("ftyp".utf8)
    }
  #endif
}
