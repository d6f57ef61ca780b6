import AudioFormats
import AudioProcessing
import TestSupport
import Testing

@Suite("The rates and channels that a loudness meter takes")
struct LoudnessLimitTests {
  @Test("Below 3,364 Hz and beyond 64 channels libebur128 is not opened")
  func refusals() {
    let others = [0, -1, 16.4, 17.5, 3_363.9, 2_822_401, .nan, .infinity]
    for rate in (1...3_363).map(Double.init) + others {
      for channels in [1, 2, 64] {
        let error = LoudnessMeter.refusal(channelCount: channels, sampleRate: rate)
        guard case .sampleRate? = error else {
          Issue.record("\(rate) Hz: \(error.map { "\($0)" } ?? "it is opened")")
          return
        }
        #expect(throws: LoudnessError.self) {
          try LoudnessMeter(channelCount: channels, sampleRate: rate)
        }
      }
    }
    for channels in [0, -1, 65, .max] {
      #expect(throws: LoudnessError.channelCount(channels, maximum: 64)) {
        try LoudnessMeter(channelCount: channels, sampleRate: 44_100)
      }
    }
  }

  @Test("The reason names the rate and those that are measured")
  func text() {
    #expect(
      LoudnessMeter.refusal(channelCount: 1, sampleRate: 16)?.description
        == "no loudness: the rate is 16 Hz; 3364 to 2822400 Hz are measured")
  }

  @Test("A tone of a tenth of its rate has about the same loudness at all rates that are taken")
  func rates() throws {
    let lowest = [3_364, 3_365, 3_366, 3_400, 4_001, 5_512]
    for rate in lowest + stride(from: 8_000, to: 192_000, by: 9_973) {
      let frames = rate / 2
      let tone = Signals.sine(
        frequency: Double(rate) / 10, amplitude: 0.5, frames: frames, sampleRate: Double(rate))
      let meter = try LoudnessMeter(channelCount: 1, sampleRate: Double(rate))
      meter.add(tone)
      let loudness = try #require(meter.loudness())
      // The filter raises high tones by 4 dB.
      #expect((-10.5 ... -4.5).contains(loudness), "\(rate) Hz: \(loudness) LUFS")
    }
  }

  @Test("A rate with the most channels is measured", arguments: [3_364, 44_100, 768_000])
  func manyChannels(rate: Int) throws {
    let meter = try LoudnessMeter(channelCount: 64, sampleRate: Double(rate))
    meter.add(PCMBuffer(channelCount: 64, samples: Array(repeating: 0.1, count: 64 * 1_000)))
    #expect(meter.isShort)
    #expect(meter.truePeak != nil)
  }

  @Test("An envelope of any number of frames has its columns, whatever a header claims")
  func claimedFrames() {
    for claimed in [Int64.max, .max - 1, 1 << 62, 872 * 3 + 5, 872, 871, 1, 0, -1, .min] {
      var meter = EnvelopeMeter(columnCount: 872, frameCount: claimed)
      meter.add(PCMBuffer(channelCount: 1, samples: Array(repeating: 0.5, count: 5_000)))
      #expect(meter.columns.count == Int(min(872, max(0, claimed))))
      let isFilled = meter.columns.allSatisfy { $0.highest == 0.5 }
      #expect(isFilled == (claimed <= 5_000), "\(claimed)")
    }
  }
}
