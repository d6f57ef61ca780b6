import AudioCodecs
import AudioTypes
import TestSupport
import Testing

/// What the encoder's quality must not fall below.
struct QualityMargin: Sendable, CustomTestStringConvertible {
  let signal: IMA4Signal
  /// dB over the whole sound: what was measured, less 0.2.
  let floor: Double

  init(_ signal: IMA4Signal, _ floor: Double) {
    self.signal = signal
    self.floor = floor
  }

  var testDescription: String { "\(signal.rawValue) \(floor) dB" }
}

@Suite struct IMA4QualityTests {
  /// A better encoder raises these; none may lower one.
  private static let margins = [
    QualityMargin(.oneSample, 21.86),
    QualityMargin(.sixtyFour, 44.97),
    QualityMargin(.offset, 94.13),
    QualityMargin(.sine, 45.37),
    QualityMargin(.loudSine, 38.43),
    QualityMargin(.highSine, 23.62),
    QualityMargin(.chirp, 23.97),
    QualityMargin(.square, 5.43),
    QualityMargin(.fullScaleSquare, 5.45),
    QualityMargin(.clicks, -0.2),
    QualityMargin(.noise, 15.35),
    QualityMargin(.quietNoise, 15.17),
    QualityMargin(.alternation, 23.47),
    QualityMargin(.overFullScale, 19.69),
    QualityMargin(.notANumber, 9.21),
    QualityMargin(.bell, 28.76),
  ]

  @Test(arguments: margins) func theQualityStaysAboveItsMargin(margin: QualityMargin) throws {
    let ratio = signalToNoise(margin.signal.integers(), try margin.signal.decoded())
    #expect(try #require(ratio) >= margin.floor)
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

  @Test(arguments: [IMA4Signal.sine, .chirp, .square, .fullScaleSquare, .noise, .quietNoise, .bell])
  func theWholeSoundIsNoWorseThanFromTheTextbook(signal: IMA4Signal) throws {
    let original = signal.integers()
    let own = signalToNoise(original, try signal.decoded())
    let textbook = signalToNoise(
      original, TextbookIMA4.decode(TextbookIMA4.encode(original), channels: 1))
    // 0.1 dB: another start leads the chain another way, now and then a little worse.
    #expect(try #require(own) >= #require(textbook) - 0.1)
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
