import AudioFormats
import AudioProcessing
import TestSupport
import Testing

/// Rates at which libsoxr 0.1.3 never returns or crashes: they must not reach it.
@Suite struct ResamplingLimitTests {
  @Test(
    "libsoxr ends its input only below a ratio of 2^19",
    arguments: [
      RateChange(44_100, .nan), RateChange(44_100, .infinity), RateChange(44_100, -.infinity),
      RateChange(.nan, 44_100), RateChange(.infinity, 44_100), RateChange(0, 44_100),
      RateChange(1, 524_288), RateChange(1, 768_000), RateChange(1.25, 768_000),
    ]) func aRatioThatTheResamplerCannotTakeIsRefused(change: RateChange)
  {
    let input = BufferSource(Signals.silence(frames: 3), sampleRate: change.from)
    #expect(throws: ResamplingError.self) { try ResamplingSource(input, to: change.to) }
  }
}
