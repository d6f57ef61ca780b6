import AlertSounds
import Testing

@testable import BundlePreflight

@Suite("The loudness of siblings")
struct SiblingCheckTests {
  /// Sounds of these loudnesses in one project, which ships them in one bundle.
  private struct Shipment {
    let sounds: [PreflightSound]
    let project: Project

    init(_ levels: [Double?], bundle: String? = "App", root: TreePath = "app") {
      sounds = levels.enumerated().map { index, level in
        let measurements = SoundMeasurements(
          loudness: level.map { .init(value: $0, method: .integrated) }, truePeak: nil,
          samplePeak: nil, clippedRunCount: 0, leadingSilence: 0, trailingSilence: 0, dcOffset: 0,
          isSilent: level == nil, waveform: [])
        return PreflightSound(
          file: "\(root)/\(index).caf", bundles: bundle.map { [$0] } ?? [], byteCount: 1,
          container: "CAF", dataFormat: "ima4", duration: 1, measurements: measurements)
      }
      let shipped = sounds.map {
        ShippedSound(file: TreePath($0.file), name: $0.file.fileName)
      }
      let bundles = bundle.map {
        [SoundBundle(name: $0, platform: .apple, role: .app, sounds: shipped)]
      }
      project = Project(kind: .xcode, root: root, bundles: bundles ?? [])
    }
  }

  private func findings(_ shipments: Shipment...) -> [TreeFinding] {
    SiblingCheck(projects: shipments.map(\.project), limit: 12)
      .findings(shipments.flatMap(\.sounds))
  }

  @Test("Who differs from the median by more than the limit is named")
  func outlier() {
    let found = findings(Shipment([-20, -21, -19, -40, -5, nil]))
    #expect(Set(found.map(\.file)) == ["app/3.caf", "app/4.caf"])
    #expect(found.contains { $0.finding.message.hasPrefix("20.0 LU quieter") })
  }

  @Test("The median of an even number is between the two in the middle")
  func even() {
    #expect(findings(Shipment([-30, -30, -10, -10])).isEmpty)
    let found = findings(Shipment([-40, -30, -10, -10]))
    #expect(found.map(\.file) == ["app/0.caf"])
    #expect(found.first?.finding.message.contains("20.0 LU quieter") == true)
  }

  @Test("Two sounds have no median; other bundles are other families")
  func families() {
    #expect(findings(Shipment([-10, -40])).isEmpty)
    #expect(
      findings(Shipment([-10, -11]), Shipment([-40], bundle: "Other", root: "other")).isEmpty)
  }

  @Test("Bundles of two projects with one name are two families")
  func oneName() {
    let loud = Shipment([-10, -10, -11], bundle: "Runner", root: "apps/loud")
    let quiet = Shipment([-40, -40], bundle: "Runner", root: "apps/quiet")
    #expect(findings(loud, quiet).isEmpty)
  }

  @Test("Without a project the files of a folder are a family")
  func folders() {
    let loose = Shipment([-10, -10, -11, -40], bundle: nil)
    #expect(findings(loose).map(\.file) == ["app/3.caf"])
  }
}
