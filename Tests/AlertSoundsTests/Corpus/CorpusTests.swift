import AlertSounds
import Foundation
import Testing

@Suite("Corpus: every fixture gets the verdict of its manifest")
struct CorpusTests {
  @Test("The manifest lists every fixture and nothing else")
  func manifestIsComplete() throws {
    let listed = Set(FixtureManifest.entries.map(\.file))
    let found = try ["valid", "defective"].flatMap { folder in
      try FileManager.default
        .contentsOfDirectory(atPath: FixtureManifest.folder.appending(path: folder).path)
        .map { "\(folder)/\($0)" }
    }
    #expect(listed.count > 400)
    #expect(listed == Set(found))
  }

  @Test("The verdict is the manifest's", arguments: FixtureManifest.entries)
  func verdict(on entry: ManifestEntry) {
    let report = SoundValidator().validate(path: entry.path)
    let verdict: ManifestEntry.Verdict =
      switch report.worst {
      case .error: .error
      case .warning: .warning
      case .note, nil: .clean
      }
    #expect(verdict == entry.expect, "\(report.findings.map(\.message))")
    if entry.expect == .clean { #expect(report.findings.isEmpty) }
  }

  /// Rules whose errors are about bytes that stand somewhere.
  private static let rulesAboutBytes: Set<String> = ["container", "structure", "packets", "empty"]

  @Test(
    "An error about bytes says where they stand",
    arguments: FixtureManifest.entries.filter { $0.expect == .error })
  func byteOffset(in entry: ManifestEntry) throws {
    let byteCount = try Data(contentsOf: URL(fileURLWithPath: entry.path)).count
    let report = SoundValidator().validate(path: entry.path)
    for finding in report.findings where finding.severity == .error {
      if Self.rulesAboutBytes.contains(finding.rule), byteCount > 0 {
        #expect(finding.byteOffset != nil, "[\(finding.rule)] \(finding.message)")
      }
      if let offset = finding.byteOffset {
        #expect((0...Int64(byteCount)).contains(offset), "[\(finding.rule)] \(finding.message)")
      }
    }
  }

  @Test("A finding is a sentence without a full stop", arguments: FixtureManifest.entries)
  func messages(on entry: ManifestEntry) {
    for finding in SoundValidator().validate(path: entry.path).findings {
      #expect(!finding.message.isEmpty && finding.message.last != ".", "\(finding.message)")
      #expect(finding.message.allSatisfy { !$0.isNewline }, "\(finding.message)")
    }
  }
}
