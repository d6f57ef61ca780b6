import AudioFormats
import Testing

/// A sound, and all that afinfo prints about it.
struct AfinfoGolden: Sendable, CustomTestStringConvertible {
  let name: String
  let write: @Sendable (AfinfoSounds, String) throws -> Void
  /// The report between the header and the last rule.
  let report: String
  let fileType: String

  var testDescription: String { name }

  /// The whole output.
  var text: String {
    """
    File:           \(name)
    File type ID:   \(fileType)
    Num Tracks:     1
    ----
    \(report)
    ----

    """
  }

  private init(
    _ name: String, _ fileType: String, _ report: String,
    _ write: @escaping @Sendable (AfinfoSounds, String) throws -> Void
  ) {
    (self.name, self.fileType, self.report, self.write) = (name, fileType, report, write)
  }

  static let all =
    [
      AfinfoGolden(
        "ima4-mono.caf", "caff",
        """
        Data format:     1 ch,  44100 Hz, ima4 (0x00000000) 0 bits/channel, 34 bytes/packet, \
        64 frames/packet, 0 bytes/frame
                        no channel layout.
        estimated duration: 6.000000 sec
        audio bytes: 140590
        audio packets: 4135
        bit rate: 187425 bits per second
        packet size upper bound: 34
        maximum packet size: 34
        audio data file offset: 4096
        optimized
        audio 264600 valid frames + 0 priming + 40 remainder = 264640
        source bit depth: I16
        info dictionary:
            approximate duration in seconds  : "6"
            source bit depth                 : "I16"
        """,
        {
          try $0.write(
            $1, .caf, .ima4, frames: 264_600, information: AfinfoSounds.appleInformation)
        }),
      AfinfoGolden(
        "ima4-stereo.caf", "caff",
        """
        Data format:     2 ch,  22050 Hz, ima4 (0x00000000) 0 bits/channel, 68 bytes/packet, \
        64 frames/packet, 0 bytes/frame
        Channel layout: Stereo (L R)
        estimated duration: 1.000454 sec
        audio bytes: 23460
        audio packets: 345
        bit rate: 187425 bits per second
        packet size upper bound: 68
        maximum packet size: 68
        audio data file offset: 4096
        optimized
        audio 22060 valid frames + 0 priming + 20 remainder = 22080
        """,
        { try $0.write($1, .caf, .ima4, channels: 2, sampleRate: 22_050, frames: 22_060) }),
      AfinfoGolden(
        "lei16.caf", "caff",
        """
        Data format:     1 ch,  44100 Hz, Int16
                        no channel layout.
        estimated duration: 1.950204 sec
        audio bytes: 172008
        audio packets: 86004
        bit rate: 705600 bits per second
        packet size upper bound: 2
        maximum packet size: 2
        audio data file offset: 4096
        optimized
        source bit depth: I16
        """, { try $0.write($1, .caf, .linearPCM(.int16(.littleEndian)), frames: 86_004) }),
      AfinfoGolden(
        "bei16.caf", "caff",
        """
        Data format:     2 ch,  48000 Hz, lpcm (0x0000000E) 16-bit big-endian signed integer
        Channel layout: Stereo (L R)
        estimated duration: 0.500000 sec
        audio bytes: 96000
        audio packets: 24000
        bit rate: 1536000 bits per second
        packet size upper bound: 4
        maximum packet size: 4
        audio data file offset: 4096
        optimized
        source bit depth: I16
        """,
        {
          try $0.write(
            $1, .caf, .linearPCM(.int16(.bigEndian)), channels: 2, sampleRate: 48_000,
            frames: 24_000)
        }),
    ] + others

  private static let others = [
    AfinfoGolden(
      "bei24.aiff", "AIFF",
      """
      Data format:     1 ch,  44100 Hz, lpcm (0x0000000E) 24-bit big-endian signed integer
                      no channel layout.
      estimated duration: 0.100023 sec
      audio bytes: 13233
      audio packets: 4411
      bit rate: 1058400 bits per second
      packet size upper bound: 3
      maximum packet size: 3
      audio data file offset: 4096
      optimized
      source bit depth: I24
      """, { try $0.write($1, .aiff, .linearPCM(.int24(.bigEndian)), frames: 4_411) }),
    // AIFF-C cannot tell valid frames from padding: all 64 of each packet count.
    AfinfoGolden(
      "ima4.aifc", "AIFC",
      """
      Data format:     1 ch,  11025 Hz, ima4 (0x00000000) 0 bits/channel, 34 bytes/packet, \
      64 frames/packet, 0 bytes/frame
                      no channel layout.
      estimated duration: 0.092880 sec
      audio bytes: 544
      audio packets: 16
      bit rate: 46856 bits per second
      packet size upper bound: 34
      maximum packet size: 34
      audio data file offset: 4096
      optimized
      """, { try $0.write($1, .aifc, .ima4, sampleRate: 11_025, frames: 1_000) }),
    AfinfoGolden(
      "float.wav", "WAVE",
      """
      Data format:     2 ch,  48000 Hz, Float32, interleaved
                      no channel layout.
      estimated duration: 5.160000 sec
      audio bytes: 1981440
      audio packets: 247680
      bit rate: 3072000 bits per second
      packet size upper bound: 8
      maximum packet size: 8
      audio data file offset: 4096
      optimized
      source bit depth: F32
      """,
      {
        try $0.write(
          $1, .wave, .linearPCM(.float32(.littleEndian)), channels: 2, sampleRate: 48_000,
          frames: 247_680)
      }),
    AfinfoGolden(
      "ulaw.wav", "WAVE",
      """
      Data format:     1 ch,   8000 Hz, ulaw (0x00000000) 8 bits/channel, 1 bytes/packet, \
      1 frames/packet, 1 bytes/frame
                      no channel layout.
      estimated duration: 0.250000 sec
      audio bytes: 2000
      audio packets: 2000
      bit rate: 64000 bits per second
      packet size upper bound: 1
      maximum packet size: 1
      audio data file offset: 4096
      optimized
      """, { try $0.write($1, .wave, .uLaw, sampleRate: 8_000, frames: 2_000) }),
    AfinfoGolden(
      "vorbis.ogg", "Oggf",
      """
      Data format:     2 ch,  44100 Hz, Vorbis
                      no channel layout.
      estimated duration: 1.500000 sec
      """, { try $0.writeForeign($1) }),
  ]
}
