import AlertSounds
import AudioFormats
import Files
import Foundation
import TestSupport
import Testing

@Suite("Measuring: every container, coding and rate")
struct FormatMeasurementTests {
  /// Not 11,025 Hz: where a tenth of the rate is not a whole number, ffmpeg loses the first block.
  private static let rates = [8_000, 12_000, 16_000, 22_050, 32_000, 44_100, 48_000]

  @Test("ffmpeg measures the same in every format that is written", arguments: MatrixCell.all)
  func matrix(cell: MatrixCell) throws {
    let folder = try TemporaryFolder()
    let index = MatrixCell.all.firstIndex { "\($0)" == "\(cell)" } ?? 0
    let rate = Self.rates[index % Self.rates.count]
    for channels in [1, 2] {
      let bell = Signals.bell(channels: channels, sampleRate: rate)
      let sound = try MeasuredSound(bell, sampleRate: rate, as: cell, in: folder)
      let peer = try FFmpegMeter(sound.path, "astats=metadata=1,ebur128=peak=true:metadata=1")
      #expect(abs(try sound.loudness() - peer.last("r128.I")) < 0.1)
      let truePeak = 20 * log10(try peer.last("r128.true_peak"))
      #expect(abs(try #require(sound.measurements.truePeak) - truePeak) < 0.2)
      let samplePeak = try peer.last("astats.Overall.Peak_level")
      #expect(abs(try #require(sound.measurements.samplePeak) - samplePeak) < 0.01)
      #expect(sound.measurements.clippedRunCount == 0)
    }
  }

  @Test("Bytes in memory measure as the file does")
  func memory() throws {
    let folder = try TemporaryFolder()
    let sound = try MeasuredSound(Signals.bell(), in: folder)
    let bytes = MemorySource(try folder.bytes(of: "sound.wav"))
    let examination = SoundValidator(.allRules).examine(bytes, path: "App.ipa/sound.wav")
    #expect(examination.measurements == sound.measurements)
    #expect(examination.byteCount == bytes.byteCount)
    let description = try ContainerDescription(parsing: bytes)
    #expect(
      try SoundMeasurements(measuring: description, in: bytes, path: "x") == sound.measurements)
  }

  @Test("A bad packet is an error, and no measurement")
  func badPacket() throws {
    let folder = try TemporaryFolder()
    let cell = try #require(
      MatrixCell.all.first { $0.container == .caf && $0.coding == .ima4 })
    let path = try MeasuredSound(Signals.bell(), as: cell, in: folder).path
    var bytes = try folder.bytes(of: "sound.caf")
    bytes[4_096 + 34 * 100 + 1] |= 0x7F
    let description = try ContainerDescription(parsing: MemorySource(bytes))
    #expect(throws: SoundError.self) {
      try SoundMeasurements(measuring: description, in: MemorySource(bytes), path: path)
    }
    let examination = SoundValidator(.allRules).examine(MemorySource(bytes), path: path)
    #expect(examination.measurements == nil)
    #expect(examination.report.findings.map(\.rule) == ["packets"])
  }

  @Test("More channels or a higher rate than anybody plays are not measured")
  func limits() throws {
    let folder = try TemporaryFolder()
    for (channels, rate) in [(9, 44_100), (1, 192_001)] {
      let pcm = Signals.noise(frames: 1_000, channels: channels)
      let path = try folder.write(
        PlainWAVE.floats(pcm.samples, channelCount: channels, sampleRate: rate), to: "x.wav")
      #expect(SoundValidator(.allRules).examine(path: path).measurements == nil)
    }
  }

  @Test("The shipped sounds have no warning")
  func shippedSounds() throws {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().appending(path: "../../../sounds").standardized
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".caf") }
    #expect(names.count == 8)
    for name in names {
      let report = try MeasuredSound(folder.appending(path: name).path).examination.report
      #expect((report.worst ?? .note) == .note, "\(name): \(report.findings)")
    }
  }
}
