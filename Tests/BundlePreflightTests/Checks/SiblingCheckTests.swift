import AlertSounds
import Testing

@testable import BundlePreflight

@Suite("The loudness of siblings")
struct SiblingCheckTests {
  private func sounds(_ levels: [Double?], bundle: String? = "App") -> [PreflightSound] {
    levels.enumerated().map { index, level in
      let measurements = SoundMeasurements(
        loudness: level.map { .init(value: $0, method: .integrated) }, truePeak: nil,
        samplePeak: nil, clippedRunCount: 0, leadingSilence: 0, trailingSilence: 0, dcOffset: 0,
        isSilent: level == nil, waveform: [])
      return PreflightSound(
        file: "\(index).caf", bundles: bundle.map { [$0] } ?? [], byteCount: 1, container: "CAF",
        dataFormat: "ima4", duration: 1, measurements: measurements)
    }
  }

  @Test("Who differs from the median by more than the limit is named")
  func outlier() {
    let found = SiblingCheck(limit: 12).findings(sounds([-20, -21, -19, -40, -5, nil]))
    #expect(Set(found.map(\.file)) == ["3.caf", "4.caf"])
    #expect(found.contains { $0.finding.message.hasPrefix("20.0 LU quieter") })
  }

  @Test("The median of an even number is between the two in the middle")
  func even() {
    #expect(SiblingCheck(limit: 12).findings(sounds([-30, -30, -10, -10])).isEmpty)
    let found = SiblingCheck(limit: 12).findings(sounds([-40, -30, -10, -10]))
    #expect(found.map(\.file) == ["0.caf"])
    #expect(found.first?.finding.message.contains("20.0 LU quieter") == true)
  }

  @Test("Two sounds have no median; other bundles are other families")
  func families() {
    #expect(SiblingCheck(limit: 12).findings(sounds([-10, -40])).isEmpty)
    let two = sounds([-10, -11]) + sounds([-40], bundle: "Other")
    #expect(SiblingCheck(limit: 12).findings(two).isEmpty)
  }
}
