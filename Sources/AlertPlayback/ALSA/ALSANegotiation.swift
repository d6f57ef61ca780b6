import CALSA
import Glibc

/// The parameters that a device and its opener agree on, step by step (alsa-lib, "PCM interface:
/// hardware and software parameters").
struct ALSANegotiation {
  private(set) var form = DeviceSampleForm.s32
  private(set) var format: PlaybackFormat
  private(set) var periodFrames = 0
  private(set) var bufferFrames = 0
  private let pcm: OpaquePointer

  /// A step that the device refuses.
  struct Refusal: Error {
    let step: String
    let code: Int32
  }

  /// Requests `wish` from `pcm`, takes the nearest that it offers, and sets it up.
  init(
    _ pcm: OpaquePointer, wish: PlaybackFormat, period: Duration, buffer: Duration
  ) throws(Refusal) {
    self.pcm = pcm
    format = wish
    try setHardware(period: period, buffer: buffer)
    try setSoftware()
  }

  private mutating func setHardware(period: Duration, buffer: Duration) throws(Refusal) {
    var allocated: OpaquePointer?
    try check("memory", snd_pcm_hw_params_malloc(&allocated))
    guard let parameters = allocated else { return }
    defer { snd_pcm_hw_params_free(parameters) }
    try check("any configuration", snd_pcm_hw_params_any(pcm, parameters))
    // The caller resamples better than ALSA's plugins do.
    try check("its own rate", snd_pcm_hw_params_set_rate_resample(pcm, parameters, 0))
    try check(
      "interleaved access",
      snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED))
    guard
      let form = DeviceSampleForm.allCases.first(where: {
        snd_pcm_hw_params_test_format(pcm, parameters, $0.format) == 0
      })
    else { throw Refusal(step: "integer samples of 16, 24 or 32 bits", code: -EINVAL) }
    try check("\(form.name)", snd_pcm_hw_params_set_format(pcm, parameters, form.format))
    self.form = form

    var channels = UInt32(format.channelCount)
    try check("channels", snd_pcm_hw_params_set_channels_near(pcm, parameters, &channels))
    var rate = UInt32(format.sampleRate.rounded())
    var direction: Int32 = 0
    try check("rate", snd_pcm_hw_params_set_rate_near(pcm, parameters, &rate, &direction))
    var time = UInt32(period / .microseconds(1))
    direction = 0
    try check("period", snd_pcm_hw_params_set_period_time_near(pcm, parameters, &time, &direction))
    time = UInt32(buffer / .microseconds(1))
    direction = 0
    try check("buffer", snd_pcm_hw_params_set_buffer_time_near(pcm, parameters, &time, &direction))
    try check("the configuration", snd_pcm_hw_params(pcm, parameters))
    format = PlaybackFormat(sampleRate: Double(rate), channelCount: Int(channels))

    var frames: snd_pcm_uframes_t = 0
    direction = 0
    try check("period", snd_pcm_hw_params_get_period_size(parameters, &frames, &direction))
    periodFrames = Int(frames)
    try check("buffer", snd_pcm_hw_params_get_buffer_size(parameters, &frames))
    bufferFrames = Int(frames)
  }

  /// Starts when the buffer is full, stops when it is empty, wakes when a period is free.
  private func setSoftware() throws(Refusal) {
    var allocated: OpaquePointer?
    try check("memory", snd_pcm_sw_params_malloc(&allocated))
    guard let parameters = allocated else { return }
    defer { snd_pcm_sw_params_free(parameters) }
    try check("any wake-up", snd_pcm_sw_params_current(pcm, parameters))
    let period = snd_pcm_uframes_t(periodFrames)
    let buffer = snd_pcm_uframes_t(bufferFrames)
    try check("wake-ups", snd_pcm_sw_params_set_avail_min(pcm, parameters, period))
    try check(
      "start", snd_pcm_sw_params_set_start_threshold(pcm, parameters, buffer / period * period))
    try check("stop", snd_pcm_sw_params_set_stop_threshold(pcm, parameters, buffer))
    try check("the wake-ups", snd_pcm_sw_params(pcm, parameters))
  }

  private func check(_ step: String, _ result: Int32) throws(Refusal) {
    if result < 0 { throw Refusal(step: step, code: result) }
  }
}
