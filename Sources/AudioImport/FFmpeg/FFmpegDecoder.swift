import AudioFormats
import Files
import SystemPackage

/// The PCM of a file's first sound, as ffmpeg decodes it.
final class FFmpegDecoder: PCMSource {
  /// The request to ffmpeg.
  struct Job {
    var sampleRate: Double
    var channelCount: Int
    /// The number of frames to read; nil if only decoding can find it.
    var frameCount: Int64?
    /// FFmpeg's name of the container, where that is known.
    var demuxer: String?
    /// Whether priming and padding are kept, for a packet table of our own to cut off.
    var keepsAll = false
    var limits = ChildLimits()
    /// The program's path; nil finds it.
    var program: String?
  }

  let sampleRate: Double
  let channelCount: Int
  let frameCount: Int64?

  private let source: FileSource
  private let child: ChildProcess
  private let stream: ChildStream
  private var framesLeft: Int64
  private var hasEnded = false
  private static let blockFrames = 4_096
  /// The maximum error of a length: one in milliseconds, or one whose last packet is not full, may
  /// be off by less than a packet.
  private static let tolerance: Int64 = 4_096

  init(_ source: FileSource, _ job: Job) throws(ImportError) {
    sampleRate = job.sampleRate
    channelCount = job.channelCount
    frameCount = job.frameCount
    self.source = source
    framesLeft = job.frameCount ?? Self.mostFrames(of: source)
    let program: String
    if let given = job.program { program = given } else { program = try FFmpeg.path("ffmpeg") }
    let pipe: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    do { pipe = try FileDescriptor.pipe(options: .closeOnExec) } catch {
      throw .notStarted(program, "\(error)")
    }
    stream = ChildStream(pipe.readEnd, job.limits)
    defer { try? pipe.writeEnd.close() }
    child = try ChildProcess(
      ChildStart(
        program: program, arguments: Self.arguments(job), input: source.descriptor,
        output: pipe.writeEnd, limits: job.limits))
  }

  private static func arguments(_ job: Job) -> [String] {
    ["-nostdin", "-v", "error", "-xerror", "-threads", "1"]
      + (job.keepsAll ? ["-flags2", "+skip_manual"] : []) + FFmpeg.input(job.demuxer)
      + ["-map", "0:a:0", "-ac", "\(job.channelCount)", "-ar", "\(Int(job.sampleRate))"]
      + ["-c:a", "pcm_" + FFmpeg.sampleFormat, "-f", FFmpeg.sampleFormat, "pipe:1"]
  }

  /// The maximum number of frames: no coding makes more than 4,096 of one byte. Opus comes close
  /// with 5,760 of two.
  private static func mostFrames(of source: FileSource) -> Int64 {
    (min(source.byteCount, 1 << 50) + 16) * 4_096
  }

  func read(into buffer: inout PCMBuffer) throws(ImportError) {
    buffer.resize(frames: Int(min(framesLeft, Int64(Self.blockFrames))))
    guard !hasEnded else { return buffer.removeAll() }
    guard framesLeft > 0 else { return try finish() }
    let count: Int
    do { count = try stream.fill(&buffer.samples) } catch {
      child.kill()
      throw error
    }
    buffer.keepFirst(frames: count / (8 * channelCount))
    framesLeft -= Int64(buffer.frameCount)
    if buffer.frameCount == 0 { try end() }
  }

  /// Ends the sound after the requested frames; the rest is padding. If their number was unknown,
  /// there are more frames than a file of that size can hold, which is an error.
  private func finish() throws(ImportError) {
    hasEnded = true
    child.kill()
    if frameCount == nil { throw .tooMuch }
  }

  private func end() throws(ImportError) {
    hasEnded = true
    let ending = child.end()
    guard ending.status == 0 else { throw .notRead(FFmpeg.words(ending)) }
    if let frameCount, framesLeft > Self.tolerance {
      throw .notRead("\(frameCount - framesLeft) of \(frameCount) frames are there")
    }
  }
}
