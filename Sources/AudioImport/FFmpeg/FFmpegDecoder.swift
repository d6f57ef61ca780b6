#if FFmpegImport
  import CFFmpeg
  import Glibc

  /// One open decoder: packets in, frames of samples out.
  @safe final class FFmpegDecoder {
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var frame: UnsafeMutablePointer<AVFrame>?
    /// The coding, in FFmpeg's words.
    let codingName: String

    /// Samples of one frame; the codings of sounds have some thousands.
    private static let maximumSamples: Int64 = 1 << 20

    init(_ stream: UnsafeMutablePointer<AVStream>) throws(ImportError) {
      guard let parameters = unsafe stream.pointee.codecpar,
        let codec = unsafe avcodec_find_decoder(parameters.pointee.codec_id)
      else { throw .notOpened("FFmpeg has no decoder for it") }
      unsafe codingName =
        codec.pointee.long_name.map { unsafe String(cString: $0) } ?? "unknown"
      unsafe context = avcodec_alloc_context3(codec)
      unsafe frame = av_frame_alloc()
      guard let context = unsafe context, unsafe frame != nil else { throw .outOfMemory }
      var status = unsafe avcodec_parameters_to_context(context, parameters)
      guard status >= 0 else { throw .opening(status) }
      unsafe context.pointee.thread_count = 1
      unsafe context.pointee.max_samples = Self.maximumSamples
      // What the decoder counts the frames in that it skips: the encoder's priming.
      unsafe context.pointee.pkt_timebase = stream.pointee.time_base
      status = unsafe avcodec_open2(context, codec, nil)
      guard status >= 0 else { throw .opening(status) }
    }

    deinit {
      unsafe av_frame_free(&frame)
      unsafe avcodec_free_context(&context)
    }

    /// The next frame, valid until the next call; nil at the end.
    func next(from demuxer: FFmpegDemuxer) throws(ImportError) -> UnsafeMutablePointer<AVFrame>? {
      while true {
        var status = unsafe avcodec_receive_frame(context, frame)
        if status == ffmpeg_end_of_file { return nil }
        if status == 0 { return unsafe frame }
        guard status == -EAGAIN else { throw .reading(status) }
        // No packet tells the decoder to hand out what it still holds.
        status = unsafe avcodec_send_packet(context, try demuxer.next())
        guard status >= 0 else { throw .reading(status) }
      }
    }
  }
#endif
