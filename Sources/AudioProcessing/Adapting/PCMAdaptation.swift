public import AudioTypes

extension PCMSource {
  /// This source at another sample rate and with another number of channels.
  /// - Throws: `ResamplingError` where the rates are too far apart.
  public func adapted(
    toRate sampleRate: Double, channelCount: Int, _ method: ChannelSource.Method,
    quality: ResamplingQuality = .best
  ) throws(ResamplingError) -> any PCMSource {
    var source: any PCMSource = self
    // Fewer channels first: what is dropped need not be resampled.
    if source.channelCount > channelCount {
      source = ChannelSource(source, channelCount: channelCount, method)
    }
    if source.sampleRate != sampleRate {
      source = try ResamplingSource(source, to: sampleRate, quality: quality)
    }
    if source.channelCount < channelCount {
      source = ChannelSource(source, channelCount: channelCount, method)
    }
    return source
  }
}
