#if FFmpegImport
  import AudioTypes
  import CFFmpeg

  extension PCMBuffer {
    /// Appends the samples of `frame`, full scale ±1.
    /// - Returns: whether their format is known.
    mutating func append(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool {
      let format = unsafe AVSampleFormat(rawValue: frame.pointee.format)
      switch av_get_packed_sample_fmt(format) {
      case AV_SAMPLE_FMT_U8: unsafe append(frame) { (value: UInt8) in Double(value) / 128 - 1 }
      case AV_SAMPLE_FMT_S16: unsafe append(frame) { (value: Int16) in Double(value) * 0x1p-15 }
      case AV_SAMPLE_FMT_S32: unsafe append(frame) { (value: Int32) in Double(value) * 0x1p-31 }
      case AV_SAMPLE_FMT_FLT: unsafe append(frame) { (value: Float) in Double(value) }
      case AV_SAMPLE_FMT_DBL: unsafe append(frame) { (value: Double) in value }
      default: return false
      }
      return true
    }

    private mutating func append<Sample>(
      _ frame: UnsafeMutablePointer<AVFrame>, _ value: (Sample) -> Double
    ) {
      let frames = unsafe Int(max(0, frame.pointee.nb_samples))
      let start = samples.count
      resize(frames: frameCount + frames)
      let format = unsafe AVSampleFormat(rawValue: frame.pointee.format)
      // One plane a channel, or one plane of interleaved samples.
      let planes = av_sample_fmt_is_planar(format) != 0 ? channelCount : 1
      let count = frames * channelCount / planes
      for plane in 0..<planes {
        guard let bytes = unsafe frame.pointee.extended_data?[plane] else { continue }
        let values = unsafe UnsafeRawPointer(bytes).assumingMemoryBound(to: Sample.self)
        for index in 0..<count {
          unsafe samples[start + index * planes + plane] = value(values[index])
        }
      }
    }
  }
#endif
