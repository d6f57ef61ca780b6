import AudioFormats

// What each program writes rightly: all of it must be read to the last frame and found clean.
// Columns: extension, container and coding in Tocsin's words, bits of the source, options.
extension PeerFile {
  static let ffmpegFiles = table(
    .ffmpeg,
    """
    caf  CAF    I8    8  -c:a pcm_s8
    caf  CAF    BEI16 16 -c:a pcm_s16be
    caf  CAF    LEI16 16 -c:a pcm_s16le
    caf  CAF    BEI24 24 -c:a pcm_s24be
    caf  CAF    LEI24 24 -c:a pcm_s24le
    caf  CAF    BEI32 32 -c:a pcm_s32be
    caf  CAF    LEI32 32 -c:a pcm_s32le
    caf  CAF    BEF32 24 -c:a pcm_f32be
    caf  CAF    LEF32 24 -c:a pcm_f32le
    caf  CAF    BEF64 32 -c:a pcm_f64be
    caf  CAF    LEF64 32 -c:a pcm_f64le
    caf  CAF    ulaw  16 -c:a pcm_mulaw
    caf  CAF    alaw  16 -c:a pcm_alaw
    caf  CAF    ima4  16 -c:a adpcm_ima_qt
    aiff AIFF   I8    8  -c:a pcm_s8
    aiff AIFF   BEI16 16 -c:a pcm_s16be
    aiff AIFF   BEI24 24 -c:a pcm_s24be
    aiff AIFF   BEI32 32 -c:a pcm_s32be
    aiff AIFF-C UI8   8  -c:a pcm_u8
    aiff AIFF-C LEI16 16 -c:a pcm_s16le
    aiff AIFF-C BEF32 24 -c:a pcm_f32be
    aiff AIFF-C BEF64 32 -c:a pcm_f64be
    aiff AIFF-C ulaw  16 -c:a pcm_mulaw
    aiff AIFF-C alaw  16 -c:a pcm_alaw
    aiff AIFF-C ima4  16 -c:a adpcm_ima_qt
    wav  WAVE   UI8   8  -c:a pcm_u8
    wav  WAVE   LEI16 16 -c:a pcm_s16le
    wav  WAVE   LEI24 24 -c:a pcm_s24le
    wav  WAVE   LEI32 32 -c:a pcm_s32le
    wav  WAVE   LEF32 24 -c:a pcm_f32le
    wav  WAVE   LEF64 32 -c:a pcm_f64le
    wav  WAVE   ulaw  16 -c:a pcm_mulaw
    wav  WAVE   alaw  16 -c:a pcm_alaw
    """)

  static let sndfileFiles = table(
    .sndfileConvert,
    """
    caf  CAF    I8    8  -pcms8
    caf  CAF    BEI16 16 -pcm16
    caf  CAF    LEI16 16 -pcm16 -endian=little
    caf  CAF    BEI24 24 -pcm24
    caf  CAF    LEI24 24 -pcm24 -endian=little
    caf  CAF    BEI32 32 -pcm32
    caf  CAF    LEI32 32 -pcm32 -endian=little
    caf  CAF    BEF32 24 -float32
    caf  CAF    LEF32 24 -float32 -endian=little
    caf  CAF    BEF64 32 -float64
    caf  CAF    LEF64 32 -float64 -endian=little
    caf  CAF    ulaw  16 -ulaw
    caf  CAF    alaw  16 -alaw
    aif  AIFF   I8    8  -pcms8
    aif  AIFF   BEI16 16 -pcm16
    aif  AIFF   BEI24 24 -pcm24
    aif  AIFF   BEI32 32 -pcm32
    aif  AIFF-C UI8   8  -pcmu8
    aif  AIFF-C LEI16 16 -pcm16 -endian=little
    aif  AIFF-C LEI24 24 -pcm24 -endian=little
    aif  AIFF-C LEI32 32 -pcm32 -endian=little
    aif  AIFF-C BEF32 24 -float32
    aif  AIFF-C BEF64 32 -float64
    aif  AIFF-C ulaw  16 -ulaw
    aif  AIFF-C alaw  16 -alaw
    wav  WAVE   UI8   8  -pcmu8
    wav  WAVE   LEI16 16 -pcm16
    wav  WAVE   LEI24 24 -pcm24
    wav  WAVE   LEI32 32 -pcm32
    wav  WAVE   LEF32 24 -float32
    wav  WAVE   LEF64 32 -float64
    wav  WAVE   ulaw  16 -ulaw
    wav  WAVE   alaw  16 -alaw
    rf64 RF64   LEI16 16 -pcm16
    """)

  static let soxFiles = table(
    .sox,
    """
    caf  CAF    I8    8  -e signed -b 8
    caf  CAF    BEI16 16 -e signed -b 16
    caf  CAF    BEI24 24 -e signed -b 24
    caf  CAF    BEI32 32 -e signed -b 32
    caf  CAF    BEF32 24 -e float -b 32
    caf  CAF    ulaw  16 -e u-law
    caf  CAF    alaw  16 -e a-law
    aiff AIFF   I8    8  -e signed -b 8
    aiff AIFF   BEI16 16 -e signed -b 16
    aiff AIFF   BEI24 24 -e signed -b 24
    aiff AIFF   BEI32 32 -e signed -b 32
    aifc AIFF-C I8    8  -e signed -b 8
    aifc AIFF-C BEI16 16 -e signed -b 16
    aifc AIFF-C BEI24 24 -e signed -b 24
    aifc AIFF-C BEI32 32 -e signed -b 32
    aifc AIFF-C BEF32 24 -e float -b 32
    aifc AIFF-C BEF64 32 -e float -b 64
    wav  WAVE   UI8   8  -e unsigned -b 8
    wav  WAVE   LEI16 16 -e signed -b 16
    wav  WAVE   LEI24 24 -e signed -b 24
    wav  WAVE   LEI32 32 -e signed -b 32
    wav  WAVE   LEF32 24 -e float -b 32
    wav  WAVE   LEF64 32 -e float -b 64
    wav  WAVE   ulaw  16 -e u-law
    wav  WAVE   alaw  16 -e a-law
    """)

  private static let containers: [Substring: Container] = [
    "CAF": .caf, "AIFF": .aiff, "AIFF-C": .aifc, "WAVE": .wave, "RF64": .rf64,
  ]

  private static func table(_ writer: Peer, _ rows: String) -> [PeerFile] {
    rows.split(separator: "\n").compactMap { row in
      let cells = row.split(separator: " ")
      guard let container = containers[cells[1]], let bitDepth = Int(cells[3]) else { return nil }
      return PeerFile(
        writer, cells[4...].map(String.init), String(cells[0]), container, String(cells[2]),
        bitDepth: bitDepth)
    }
  }
}
