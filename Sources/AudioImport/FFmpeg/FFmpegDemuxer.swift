import Files

#if FFmpegImport
  import AudioTypes
  import CFFmpeg
  import Glibc

  /// One open container: its audio stream, packet by packet.
  @safe final class FFmpegDemuxer {
    private let file: FFmpegFile
    private var context: UnsafeMutablePointer<AVFormatContext>?
    private let packet: UnsafeMutablePointer<AVPacket>
    private(set) var stream: UnsafeMutablePointer<AVStream>

    /// What may be read, and how much sound, to find out what a file is.
    private static let probeBytes: Int64 = 1 << 20
    private static let probeMicroseconds: Int64 = 5_000_000
    private static let openingTime = Duration.milliseconds(800)

    /// What holds for the whole process: no talk, and no single allocation that a header could
    /// make large.
    private static let prepared: Void = {
      av_log_set_level(AV_LOG_QUIET)
      av_max_alloc(256 << 20)
    }()

    init(_ source: FileSource) throws(ImportError) {
      Self.prepared
      file = try FFmpegFile(source)
      file.deadline = .now + Self.openingTime
      var opened = try unsafe Self.open(file)
      guard let packet = unsafe av_packet_alloc() else {
        unsafe avformat_close_input(&opened)
        throw .outOfMemory
      }
      do {
        unsafe stream = try unsafe Self.audioStream(of: opened)
      } catch {
        var packet: UnsafeMutablePointer<AVPacket>? = unsafe packet
        unsafe av_packet_free(&packet)
        unsafe avformat_close_input(&opened)
        throw error
      }
      unsafe self.packet = packet
      unsafe context = opened
      file.deadline = nil
    }

    deinit {
      var packet: UnsafeMutablePointer<AVPacket>? = unsafe packet
      unsafe av_packet_free(&packet)
      unsafe avformat_close_input(&context)
    }

    private static func open(
      _ file: FFmpegFile
    ) throws(ImportError) -> UnsafeMutablePointer<AVFormatContext>? {
      guard let context = unsafe avformat_alloc_context() else { throw .outOfMemory }
      unsafe context.pointee.pb = file.context
      unsafe context.pointee.probesize = probeBytes
      unsafe context.pointee.max_analyze_duration = probeMicroseconds
      // A playlist or a reference in a file leads nowhere: not to the network, not to a file.
      unsafe av_opt_set(context, "protocol_whitelist", "", 0)
      unsafe context.pointee.io_open = { _, _, _, _, _ in -EACCES }
      var opened: UnsafeMutablePointer<AVFormatContext>? = unsafe context
      // Frees the context where it fails.
      let status = unsafe avformat_open_input(&opened, nil, nil, nil)
      guard status >= 0 else { throw .opening(status) }
      return unsafe opened
    }

    /// The sound's stream; packets of the others are passed over.
    private static func audioStream(
      of context: UnsafeMutablePointer<AVFormatContext>?
    ) throws(ImportError) -> UnsafeMutablePointer<AVStream> {
      let status = unsafe avformat_find_stream_info(context, nil)
      guard status >= 0 else { throw .opening(status) }
      let best = unsafe av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
      guard let context = unsafe context, best >= 0 else { throw .notOpened("no audio in it") }
      let streams = unsafe UnsafeBufferPointer(
        start: context.pointee.streams, count: Int(context.pointee.nb_streams))
      for index in streams.indices where index != Int(best) {
        unsafe streams[index]?.pointee.discard = AVDISCARD_ALL
      }
      guard let stream = unsafe streams[Int(best)] else { throw .notOpened("no audio in it") }
      return unsafe stream
    }

    /// The container's name; FFmpeg's one name for all of MPEG-4's kin is that of QuickTime.
    var formatName: String {
      guard let format = unsafe context?.pointee.iformat else { return "unknown" }
      if unsafe String(cString: format.pointee.name).hasPrefix("mov") { return "MPEG-4" }
      return unsafe format.pointee.long_name.map { unsafe String(cString: $0) } ?? "unknown"
    }

    /// Whether the container itself says how long the stream is.
    var knowsDuration: Bool {
      unsafe context?.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM
        && stream.pointee.duration != ffmpeg_no_time && stream.pointee.duration > 0
    }

    /// The next packet of the sound, valid until the next call; nil at the end.
    func next() throws(ImportError) -> UnsafeMutablePointer<AVPacket>? {
      while true {
        unsafe av_packet_unref(packet)
        let status = unsafe av_read_frame(context, packet)
        if status == ffmpeg_end_of_file { return nil }
        guard status >= 0 else { throw .reading(status) }
        guard unsafe packet.pointee.stream_index == stream.pointee.index else { continue }
        guard unsafe packet.pointee.flags & AV_PKT_FLAG_CORRUPT == 0 else {
          throw .notRead("a damaged packet")
        }
        return unsafe packet
      }
    }
  }

  extension ImportError {
    static let outOfMemory = notOpened("no memory")

    static func opening(_ status: Int32) -> Self {
      status == ffmpeg_exit ? .tookTooLong : .notOpened(text(status))
    }

    static func reading(_ status: Int32) -> Self { .notRead(text(status)) }

    private static func text(_ status: Int32) -> String {
      var text = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
      _ = unsafe text.withUnsafeMutableBufferPointer {
        unsafe av_strerror(status, $0.baseAddress, $0.count)
      }
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
#endif
