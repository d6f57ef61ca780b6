import Files

#if FFmpegImport
  import AudioTypes
  import CFFmpeg

  /// A sound that FFmpeg's libraries read: M4A with AAC or ALAC, and what libsndfile does not know.
  @safe final class FFmpegSound: ForeignDecoder {
    let sampleRate: Double
    let channelCount: Int
    /// Frames by the container, priming and padding left out; nil where it only has an estimate.
    let frameCount: Int64?

    private let demuxer: FFmpegDemuxer
    private let decoder: FFmpegDecoder
    /// Frames that are still to come; what the last packet holds beyond them is padding.
    private var remaining: Int64

    init(_ source: FileSource) throws(ImportError) {
      demuxer = try FFmpegDemuxer(source)
      let stream = unsafe demuxer.stream
      decoder = try unsafe FFmpegDecoder(stream)
      guard let parameters = unsafe stream.pointee.codecpar else { throw .outOfMemory }
      sampleRate = unsafe Double(parameters.pointee.sample_rate)
      channelCount = unsafe Int(ffmpeg_stream_channels(parameters))
      frameCount =
        demuxer.knowsDuration
        ? unsafe Self.frames(
          stream.pointee.duration, stream.pointee.time_base, parameters.pointee.sample_rate)
        : nil
      remaining = frameCount ?? .max
    }

    var names: (format: String, coding: String) { (demuxer.formatName, decoder.codingName) }

    /// A duration in frames; nil where its unit is too coarse to tell each frame. (HE-AAC counts
    /// pairs of them.)
    private static func frames(_ duration: Int64, _ unit: AVRational, _ rate: Int32) -> Int64? {
      let (ticks, framesPerTick) = (Int64(unit.den), Int64(unit.num) * Int64(rate))
      guard ticks > 0, framesPerTick == ticks || framesPerTick == 2 * ticks else { return nil }
      let (frames, overflow) = duration.multipliedReportingOverflow(by: framesPerTick / ticks)
      return overflow ? nil : frames
    }

    func read(into buffer: inout PCMBuffer) throws(ImportError) {
      buffer.removeAll()
      while buffer.frameCount == 0, remaining > 0 {
        guard let frame = unsafe try decoder.next(from: demuxer) else { return }
        guard unsafe Int(ffmpeg_frame_channels(frame)) == channelCount,
          unsafe Double(frame.pointee.sample_rate) == sampleRate
        else { throw .unsupported("the channels or the sample rate change within the sound") }
        guard unsafe buffer.append(frame) else {
          throw unsafe .unsupported("samples of FFmpeg's format \(frame.pointee.format)")
        }
        buffer.keepFirst(frames: Int(min(remaining, Int64(buffer.frameCount))))
        remaining -= Int64(buffer.frameCount)
      }
    }
  }
#endif
