import AlertSounds
import AudioFormats
import Files
import TestSupport
import Testing

@Suite("Scopes: which rules are asked, and what is decoded")
struct ScopeTests {
  private static let shapeRules: Set = [
    "loudness", "true-peak", "clipping", "leading-silence", "dc-offset", "banner-duration",
    "size-saving",
  ]

  @Test("Validating asks for Apple's rules alone", arguments: ShapeCase.all)
  func appleRules(_ shape: ShapeCase) throws {
    let folder = try TemporaryFolder()
    let path = try ShapeCase.write(shape.bad(), "x.wav", in: folder)
    let rules = SoundValidator().validate(path: path).findings.map(\.rule)
    #expect(rules == (shape.rule == "silence" ? ["silence"] : []))
  }

  @Test("A fixture's verdict is the same with all rules", arguments: FixtureManifest.entries)
  func corpus(_ entry: ManifestEntry) {
    let apple = SoundValidator().validate(path: entry.path).findings
    let all = SoundValidator(.allRules).validate(path: entry.path).findings
    #expect(all.filter { !Self.shapeRules.contains($0.rule) } == apple)
  }

  @Test("Without samples the rules that need none are asked", arguments: ShapeCase.all)
  func withoutSamples(_ shape: ShapeCase) throws {
    let folder = try TemporaryFolder()
    let path = try ShapeCase.write(shape.bad(), "x.wav", in: folder)
    let examination = SoundValidator(.rulesWithoutSamples).examine(path: path)
    #expect(examination.measurements == nil)
    let page = try #require(SoundRules.all.first { $0.identifier == shape.rule })
    let found = examination.report.findings.map(\.rule).contains(shape.rule)
    #expect(found == !page.needsSamples)
  }

  /// Counts what is read of a sound in memory.
  final class CountingSource: ByteSource, @unchecked Sendable {
    private let source: MemorySource
    private(set) var readCount = 0

    init(_ bytes: [UInt8]) { source = MemorySource(bytes) }

    var byteCount: Int64 { source.byteCount }

    func read(at offset: Int64, count: Int, into bytes: inout [UInt8]) {
      source.read(at: offset, count: count, into: &bytes)
      readCount += bytes.count
    }
  }

  @Test("Linear PCM is read once with all rules, and only its header without samples")
  func bytesRead() throws {
    let folder = try TemporaryFolder()
    _ = try ShapeCase.write(Signals.silence(frames: 100_000), "x.wav", in: folder)
    let bytes = try folder.bytes(of: "x.wav")
    let whole = CountingSource(bytes)
    #expect(SoundValidator(.allRules).validate(whole, path: "x.wav").worst == .warning)
    #expect((200_000..<205_000).contains(whole.readCount), "\(whole.readCount)")
    let header = CountingSource(bytes)
    #expect(SoundValidator(.rulesWithoutSamples).validate(header, path: "x.wav").worst == .note)
    #expect(header.readCount < 5_000, "\(header.readCount)")
  }
}
