public import AudioTypes
import CSndFile
import Dispatch

/// A sound of a foreign format, read through libsndfile: the one door for them.
///
/// Never give it a CAF, WAVE or AIFF: those have readers of our own, and libsndfile's can be sent
/// in circles by a crafted header.
public final class ImportedSound: PCMSource {
  public let sampleRate: Double
  public let channelCount: Int
  /// Frames by the header; some formats do not know.
  public let frameCount: Int64?
  /// The file format, in libsndfile's words.
  public let formatName: String
  /// The coding, in libsndfile's words.
  public let codingName: String

  private let file: SndFile
  private let source: FileSource
  private static let blockFrames = 4_096

  /// A header is read in microseconds; one that takes a second never ends.
  private static let deadline = DispatchTimeInterval.milliseconds(900)

  public init(_ source: FileSource) throws(ImportError) {
    self.source = source
    file = try Self.open(source)
    let info = file.info
    (formatName, codingName) = file.names
    let format: DataFormat
    do {
      format = try DataFormat(
        .linearPCM(.float64(.littleEndian)), sampleRate: Double(info.samplerate),
        channelCount: Int(info.channels))
    } catch { throw .unsupported(error.description) }
    sampleRate = format.sampleRate
    channelCount = format.channelCount
    frameCount = info.frames > 0 && info.frames < Int64.max ? info.frames : nil
  }

  public func read(into buffer: inout PCMBuffer) throws(ImportError) {
    buffer.resize(frames: Self.blockFrames)
    let read = try file.read(Self.blockFrames, channels: channelCount, into: &buffer.samples)
    buffer.resize(frames: read)
  }

  /// Opens the file on another thread, so that a header without end costs that thread only.
  private static func open(_ source: FileSource) throws(ImportError) -> SndFile {
    // Written before the signal and read after it; after a timeout it is not read at all.
    nonisolated(unsafe) var outcome: Result<SndFile, ImportError>?
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      unsafe outcome = Result { () throws(ImportError) in
        try SndFile(source)
      }
      done.signal()
    }
    guard done.wait(timeout: .now() + deadline) == .success, let opened = unsafe outcome else {
      throw .tookTooLong
    }
    return try opened.get()
  }
}
