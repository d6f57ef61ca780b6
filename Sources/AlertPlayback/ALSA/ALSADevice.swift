public import AudioTypes
import CALSA
import Glibc

/// An ALSA playback device. ALSA resamples and mixes down where the hardware needs it.
public final class ALSADevice: PlaybackDevice {
  /// The device's ALSA name, such as `default`.
  public let name: String
  private let pcm: OpaquePointer
  /// Microseconds of sound between a write and the loudspeaker.
  private static let latency: UInt32 = 200_000
  /// A device that moves no sample for so many milliseconds has stalled.
  private static let patience: Int32 = 2_000

  /// Opens the device without waiting for others who hold it.
  public init(_ name: String, sampleRate: Double, channelCount: Int) throws(PlaybackError) {
    tocsin_alsa_silence()
    var opened: OpaquePointer?
    let result = snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
    guard result == 0, let opened else {
      throw .notOpened(device: name, reason: Self.text(result))
    }
    let set = snd_pcm_set_params(
      opened, SND_PCM_FORMAT_S32_LE, SND_PCM_ACCESS_RW_INTERLEAVED, UInt32(channelCount),
      UInt32(sampleRate.rounded()), 1, Self.latency)
    guard set == 0 else {
      snd_pcm_close(opened)
      throw .notOpened(device: name, reason: Self.text(set))
    }
    self.name = name
    pcm = opened
  }

  deinit { snd_pcm_close(pcm) }

  public func write(_ buffer: PCMBuffer) throws(PlaybackError) {
    let samples = buffer.samples.map(Self.sample)
    var done = 0
    while done < buffer.frameCount {
      let written = samples.withUnsafeBufferPointer { samples in
        snd_pcm_writei(
          pcm, samples.baseAddress.map { $0 + done * buffer.channelCount },
          snd_pcm_uframes_t(buffer.frameCount - done))
      }
      if written >= 0 {
        done += written
      } else {
        try recover(Int32(written))
      }
    }
  }

  public func drain() throws(PlaybackError) {
    // The handle does not block: the first call starts the draining, the state tells its end.
    snd_pcm_drain(pcm)
    let step: Int32 = 10
    var waited: Int32 = 0
    while snd_pcm_state(pcm) == SND_PCM_STATE_DRAINING {
      guard waited < Self.patience else {
        snd_pcm_drop(pcm)
        throw .stalled(device: name)
      }
      // The state is what counts, not what the wait returns: nothing is written any more.
      usleep(UInt32(step) * 1_000)
      waited += step
    }
  }

  /// Waits for room, or brings the device back from an underrun.
  private func recover(_ error: Int32) throws(PlaybackError) {
    if error == -EAGAIN {
      guard snd_pcm_wait(pcm, Self.patience) != 0 else {
        snd_pcm_drop(pcm)
        throw .stalled(device: name)
      }
      return
    }
    guard snd_pcm_recover(pcm, error, 1) == 0 else {
      throw .failed(device: name, reason: Self.text(error))
    }
  }

  /// Full scale is ±2³¹; NaN is silence.
  private static func sample(_ value: Double) -> Int32 {
    value.isNaN ? 0 : Int32(max(-0x1p31, min(0x1p31 - 1, (value * 0x1p31).rounded())))
  }

  private static func text(_ error: Int32) -> String {
    String(cString: snd_strerror(error)).lowercased()
  }
}
