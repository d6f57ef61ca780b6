import AlertSounds
import AudioFormats
import AudioProcessing
import Files
import Foundation
import TestSupport
import Testing

/// Rates around the limits of what measures loudness, and all below 64 Hz.
private let rates: [Int] =
  Array(1...64) + [
    100, 441, 1_000, 2_000, 3_363, 3_364, 3_365, 8_000, 44_100, 96_000, 192_000, 192_001, 384_000,
    767_999, 768_000,
  ]

@Suite("Loudness at every rate and with every number of channels")
struct LoudnessRateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A WAVE file of 100 frames of full scale and its negative in turn.
  private func sound(_ rate: Int, _ channels: Int) throws -> String {
    let format = try DataFormat(
      .linearPCM(.int16(.littleEndian)), sampleRate: Double(rate), channelCount: channels)
    var writer = try ContainerWriter(.wave, format, to: MemorySink())
    let frame = [UInt8](repeating: 0x7F, count: 2 * channels)
    let other = [UInt8](repeating: 0x80, count: 2 * channels)
    for _ in 0..<50 { try writer.write(frame + other) }
    return try folder.write(
      try writer.finish(validFrames: 100).content, to: "\(rate)-\(channels).wav")
  }

  @Test("Drawing, validating, normalizing and storing it end in a result or in a reason")
  func all() throws {
    for rate in rates {
      for channels in [1, 2, 3, 8, 9, 64] where rate <= 192_001 || channels != 9 {
        try check(try sound(rate, channels), rate, channels)
      }
    }
  }

  private func check(_ path: String, _ rate: Int, _ channels: Int) throws {
    let isLow = rate < 3_364
    let picture = try SoundPicture(of: SoundFile(path: path), columnCount: 100)
    #expect(picture.columns.count == 100)
    let isDrawn = !isLow && channels <= 8 && rate <= 192_000
    #expect((picture.loudnessError == nil) == isDrawn, "\(path)")
    #expect((picture.loudness != nil) == isDrawn, "\(path)")

    let examination = SoundValidator(.allRules).examine(path: path)
    #expect((examination.measurements?.loudness != nil) == isDrawn, "\(path)")
    let hasReason = examination.report.findings.contains {
      $0.message.hasPrefix("no loudness: the rate")
    }
    #expect(hasReason == (isLow && channels <= 8), "\(path)")

    var request = ConversionRequest(
      container: .caf, dataFormat: DataFormatRequest(.linearPCM(.int16(.bigEndian))))
    request.edits.loudness = -20
    try expect(request, path, isLow)
    request.edits.loudness = nil
    request.extraChunks = [.loudness]
    try expect(request, path, isLow)
  }

  private func expect(_ request: ConversionRequest, _ path: String, _ isLow: Bool) throws {
    let output = folder.path("out.caf")
    guard isLow else {
      #expect(try SoundConverter(request).convert(path, to: output).frameCount == 100)
      return
    }
    let error = try #require(throws: SoundError.self) {
      try SoundConverter(request).convert(path, to: output)
    }
    #expect(error.description.contains("no loudness: the rate is"), "\(error)")
  }
}
