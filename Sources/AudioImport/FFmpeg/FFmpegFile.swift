import Files

#if FFmpegImport
  import AudioTypes
  import CFFmpeg
  import Glibc

  /// A file as FFmpeg sees it: through our own checked reads, never by a path.
  @safe final class FFmpegFile {
    let context: UnsafeMutablePointer<AVIOContext>
    /// From here on every read fails, so that a header without end comes to one.
    var deadline: ContinuousClock.Instant?

    private let source: FileSource
    private var position: Int64 = 0
    private var buffer: [UInt8] = []
    private static let bufferSize = 32_768

    init(_ source: FileSource) throws(ImportError) {
      guard let memory = unsafe av_malloc(Self.bufferSize) else { throw .outOfMemory }
      let made = unsafe avio_alloc_context(
        memory.assumingMemoryBound(to: UInt8.self), Int32(Self.bufferSize), 0, nil,
        { unsafe FFmpegFile.at($0).read(into: $1, count: $2) }, nil,
        { unsafe FFmpegFile.at($0).seek($1, whence: $2) })
      guard let made = unsafe made else {
        unsafe av_free(memory)
        throw .outOfMemory
      }
      unsafe context = made
      self.source = source
      unsafe context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
      unsafe av_free(context.pointee.buffer)
      var context: UnsafeMutablePointer<AVIOContext>? = unsafe context
      unsafe avio_context_free(&context)
    }

    private static func at(_ pointer: UnsafeMutableRawPointer?) -> FFmpegFile {
      guard let pointer = unsafe pointer else { preconditionFailure("FFmpeg lost the file") }
      return unsafe Unmanaged<FFmpegFile>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// A target behind the end is an error: there a file that was cut off is found out.
    private func seek(_ offset: Int64, whence: Int32) -> Int64 {
      if whence & AVSEEK_SIZE != 0 { return source.byteCount }
      let base: Int64
      switch whence & ~AVSEEK_FORCE {
      case SEEK_CUR: base = position
      case SEEK_END: base = source.byteCount
      default: base = 0
      }
      let (target, overflow) = base.addingReportingOverflow(offset)
      guard !overflow, (0...source.byteCount).contains(target) else { return Int64(-EINVAL) }
      position = target
      return position
    }

    private func read(into bytes: UnsafeMutablePointer<UInt8>?, count: Int32) -> Int32 {
      if let deadline, ContinuousClock.now > deadline { return ffmpeg_exit }
      guard let bytes = unsafe bytes, count > 0,
        (try? source.read(at: position, count: Int(count), into: &buffer)) != nil
      else { return -EIO }
      guard !buffer.isEmpty else { return ffmpeg_end_of_file }
      unsafe buffer.withUnsafeBufferPointer {
        guard let base = $0.baseAddress else { return }
        unsafe bytes.update(from: base, count: $0.count)
      }
      position += Int64(buffer.count)
      return Int32(buffer.count)
    }
  }
#endif
