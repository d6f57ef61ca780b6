import CALSA

/// The forms of a sample that hardware takes, best first.
enum DeviceSampleForm: CaseIterable {
  case s32, s24, s24Packed, s16

  var format: snd_pcm_format_t {
    switch self {
    case .s32: SND_PCM_FORMAT_S32_LE
    case .s24: SND_PCM_FORMAT_S24_LE
    case .s24Packed: SND_PCM_FORMAT_S24_3LE
    case .s16: SND_PCM_FORMAT_S16_LE
    }
  }

  /// ALSA's name of the form.
  var name: String {
    switch self {
    case .s32: "S32_LE"
    case .s24: "S24_LE"
    case .s24Packed: "S24_3LE"
    case .s16: "S16_LE"
    }
  }

  var bytesPerSample: Int {
    switch self {
    case .s32, .s24: 4
    case .s24Packed: 3
    case .s16: 2
    }
  }

  private var bitDepth: Int {
    switch self {
    case .s32: 32
    case .s24, .s24Packed: 24
    case .s16: 16
    }
  }

  /// Writes `samples` to `bytes`, rounded to nearest; full scale is ±1, NaN is silence.
  func convert(_ samples: Span<Double>, to bytes: UnsafeMutableRawPointer) {
    let scale = Double(UInt64(1) << (bitDepth - 1))
    let size = bytesPerSample
    for index in 0..<samples.count {
      let value = (samples[index] * scale).rounded()
      let sample = value.isNaN ? 0 : Int32(max(-scale, min(scale - 1, value)))
      let place = bytes + index * size
      if size == 4 {
        place.storeBytes(of: sample.littleEndian, as: Int32.self)
      } else {
        for byte in 0..<size {
          place.storeBytes(
            of: UInt8(truncatingIfNeeded: sample >> (8 * byte)), toByteOffset: byte,
            as: UInt8.self)
        }
      }
    }
  }
}
