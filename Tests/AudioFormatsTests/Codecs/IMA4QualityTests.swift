import AudioFormats
import TestSupport
import Testing

/// What the encoder's quality must not fall below.
struct QualityMargin: Sendable, CustomTestStringConvertible {
  let signal: IMA4Signal
  /// dB over the whole sound: what was measured, less 0.05 or a little more, for each effort.
  let floors: [Double]

  init(_ signal: IMA4Signal, _ floors: Double...) {
    self.signal = signal
    self.floors = floors
  }

  var testDescription: String { "\(signal.rawValue) \(floors) dB" }
}

@Suite struct IMA4QualityTests {
  /// For fast, normal and best. A better encoder raises these; none may lower one.
  private static let margins = [
    QualityMargin(.oneSample, 81.14, 81.14, 81.14),
    QualityMargin(.sixtyFour, 43.90, 46.80, 46.91),
    QualityMargin(.offset, 80.49, 80.49, 80.49),
    QualityMargin(.sine, 46.33, 47.64, 48.16),
    QualityMargin(.loudSine, 39.13, 40.04, 40.40),
    QualityMargin(.highSine, 23.93, 24.68, 24.88),
    QualityMargin(.chirp, 24.56, 25.42, 25.76),
    QualityMargin(.square, 8.77, 21.50, 21.49),
    QualityMargin(.fullScaleSquare, 7.79, 34.48, 34.90),
    QualityMargin(.clicks, 1.14, 10.06, 10.16),
    QualityMargin(.noise, 16.05, 17.22, 17.55),
    QualityMargin(.quietNoise, 15.89, 17.16, 17.53),
    QualityMargin(.alternation, 22.56, 22.56, 22.56),
    QualityMargin(.overFullScale, 21.05, 43.25, 46.24),
    QualityMargin(.notANumber, 9.67, 22.82, 23.35),
    QualityMargin(.bell, 29.93, 30.84, 31.10),
  ]

  @Test(arguments: margins) func theQualityStaysAboveItsMargin(margin: QualityMargin) throws {
    let original = margin.signal.integers()
    for (effort, floor) in zip(IMA4Encoder.Effort.allCases, margin.floors) {
      let ratio = signalToNoise(original, try margin.signal.decoded(effort: effort))
      print("\(margin.signal), \(effort): \(ratio ?? .nan) dB")
      #expect(try #require(ratio) >= floor, "\(effort)")
    }
  }

  @Test(
    "all others start from silence; the sound does not",
    arguments: [
      IMA4Signal.oneSample, .sixtyFour, .offset, .sine, .loudSine, .highSine, .chirp, .square,
      .fullScaleSquare, .noise, .quietNoise, .alternation, .overFullScale, .bell,
    ])
  func theFirstPacketIsBetterThanFromSilence(signal: IMA4Signal) throws {
    let start = signal.integers().prefix(64)
    let own = signalToNoise(start, try signal.decoded())
    let fromSilence = signalToNoise(
      start, TextbookIMA4.decode(TextbookIMA4.encode(Array(start)), channels: 1))
    #expect(try #require(own) > #require(fromSilence))
  }

  @Test(
    "a loud start gains most",
    arguments: [
      (IMA4Signal.bell, 20.0), (.loudSine, 25), (.offset, 65), (.sine, 20),
    ])
  func theFirstPacketOfALoudStartGains(signal: IMA4Signal, decibels: Double) throws {
    let start = signal.integers().prefix(64)
    let own = signalToNoise(start, try signal.decoded())
    let fromSilence = signalToNoise(
      start, TextbookIMA4.decode(TextbookIMA4.encode(Array(start)), channels: 1))
    #expect(try #require(own) > #require(fromSilence) + decibels)
  }

  @Test(
    "Each effort beats the one below, and every one the textbook",
    arguments: [IMA4Signal.sine, .chirp, .square, .highSine, .noise, .quietNoise, .bell])
  func effortPays(signal: IMA4Signal) throws {
    let original = signal.integers()
    let textbook = TextbookIMA4.decode(TextbookIMA4.encode(original), channels: 1)
    var ratios = [try #require(signalToNoise(original, textbook))]
    for effort in IMA4Encoder.Effort.allCases {
      ratios.append(try #require(signalToNoise(original, try signal.decoded(effort: effort))))
    }
    #expect(ratios == ratios.sorted() && Set(ratios).count == 4, "\(ratios)")
  }

  @Test(arguments: [IMA4Signal.sine, .noise, .bell])
  func theSecondChannelIsAsGoodAsTheFirst(signal: IMA4Signal) throws {
    let original = signal.integers(channels: 2)
    let decoded = try signal.decoded(channels: 2)
    let channels = [0, 1].map { channel in
      signalToNoise(
        stride(from: channel, to: original.count, by: 2).map { original[$0] },
        stride(from: channel, to: original.count, by: 2).map { decoded[$0] })
    }
    #expect(try #require(channels[1]) > #require(channels[0]) - 6)
  }
}
