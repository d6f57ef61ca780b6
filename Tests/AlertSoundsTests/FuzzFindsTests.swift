import AlertSounds
import AudioFormats
import Files
import Foundation
import TestSupport
import Testing

/// What the fuzzer has found never again stops us: one file for each find, see Fuzz/README.md.
@Suite struct FuzzFindsTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "Fixtures/fuzz")

  static let finds =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []

  @Test func everyFindIsNamedAfterTheTargetThatReplaysIt() {
    let targets = [
      "caf", "wave", "aiff", "measure", "foreign", "edit", "ima4", "encode", "convert", "copy",
      "data-format", "name", "bridge",
      "boxes", "pakt",
    ]
    #expect(!Self.finds.isEmpty)
    for name in Self.finds {
      #expect(targets.contains { name.hasPrefix($0 + "-") }, "\(name)")
    }
  }

  @Test(arguments: finds)
  func aFindIsAnsweredWithAReport(name: String) throws {
    let content = try Self.content(of: name)
    let report = SoundValidator().validate(MemorySource(content), path: name)
    #expect(report.file == name)
    for finding in report.findings {
      #expect((0...Int64(content.count)).contains(finding.byteOffset ?? 0), "\(finding)")
      #expect(printable(finding.message) == finding.message)
    }
    // What the parser refuses has no data format; the report must then say why.
    #expect(report.dataFormat != nil || report.worst == .error)
  }

  /// After two bytes that choose: a packet table of packets that vary in size and in frames.
  @Test(arguments: finds.filter { $0.hasPrefix("pakt-") })
  func thePacketsOfATableAreNotCountedByWhatItClaims(name: String) throws {
    let table = try Self.content(of: name).dropFirst(2)
    var caf = ByteWriter()
    caf.write("caff".utf8)
    caf.write([0, 1, 0, 0])
    caf.write("desc".utf8)
    caf.writeBE(UInt64(32))
    caf.writeBE((44_100.0).bitPattern)
    caf.write("aac ".utf8)
    for field in [0, 0, 0, 1, 0] as [UInt32] { caf.writeBE(field) }
    caf.write("pakt".utf8)
    caf.writeBE(UInt64(table.count))
    caf.write(table)
    caf.write("data".utf8)
    caf.writeBE(UInt64(8))
    caf.writeZeros(8)
    let folder = try TemporaryFolder()
    try folder.write(caf.bytes, to: "table.caf")
    let sound = try SoundFile(path: folder.path("table.caf"), decoders: .libraries)
    #expect(SoundInformation(sound).maximumPacketSize == nil)
  }

  /// A terminal obeys an escape sequence in an error message as it would one in a file's name.
  @Test(arguments: ["LEI16\0", "0\u{9B}2J", "@\u{202E}"].map(Text.init) + texts("data-format-"))
  func aTextThatIsNoDataFormatIsToldWithoutControlCharacters(text: Text) throws {
    let error = try #require(throws: SoundError.self) { try DataFormatRequest(parsing: text.text) }
    let isPrintable = printable(error.description) == error.description
    #expect(isPrintable)
  }

  /// To a shell and to the system, a character is its bytes: an accent changes no quote and no
  /// slash. Control characters are not printed.
  @Test(arguments: ["-\u{301}.wav", "$(x) \"`y`.wav", "'.wav"].map(Text.init) + texts("name-"))
  func aCommandThatIsSuggestedNamesTheFileItself(name: Text) throws {
    let report = SoundValidator().validate(MemorySource(Array("ID3".utf8)), path: name.text)
    let fix = try #require(report.findings.lazy.compactMap(\.fix?.text).first)
    let words = try Tool("sh").run(["-c", "printf '%s\\n' " + fix]).text.split(separator: "\n")
    #expect(words.prefix(2) == ["tocsin", "convert"])
    try #require(words.count == 8)
    #expect(words[2].utf8.first != UInt8(ascii: "-"))
    let shown = printable(name.text)
    #expect([shown, "./" + shown].contains(String(words[2])))
  }

  @Test(
    arguments: ["/a/b.wav", "a/\u{301}", "/\u{FE0F}/\u{FE0F}.wav"].map(Text.init) + texts("name-"))
  func anOutputStaysInItsFolder(name: Text) {
    let output = outputName(for: name.text, in: .caf)
    #expect(!output.utf8.contains(UInt8(ascii: "/")))
    #expect(output.hasSuffix(".caf"))
  }

  /// What is decoded of a file is also what its copied packets hold, and its defects stay behind.
  @Test(arguments: finds.filter { $0.hasPrefix("copy-") })
  func copiedPacketsSoundAsTheirSource(name: String) throws {
    let folder = try TemporaryFolder()
    var request = ConversionRequest(container: .caf, dataFormat: DataFormatRequest(nil))
    request.extraChunks = [.copiedInformation]
    let source = Self.folder.appending(path: name).path
    _ = try SoundConverter(request).convert(source, to: folder.path("copy.caf"))
    let copy = try SoundFile(path: folder.path("copy.caf"))
    guard case .container(let description) = copy.content else {
      Issue.record("no CAF came out")
      return
    }
    #expect(description.irregularities == [])
    #expect(try Self.samples(of: copy) == Self.samples(of: SoundFile(path: source)))
  }

  @Test func anExcerptThatStartsBehindAnyEndIsEmpty() async {
    // The addition of priming frames to a start near 2^63 may trap: hence a process of its own.
    await #expect(processExitsWith: .success) {
      let name = "caf-excerpt-start-past-int64.caf"
      var sound = try SoundFile(path: Self.folder.appending(path: name).path)
      sound.excerpt.startFrame = .max
      sound.excerpt.primingFrames = 1
      var pcm = try sound.pcm()
      var block = PCMBuffer(channelCount: pcm.channelCount)
      try pcm.read(into: &block)
      try #require(block.frameCount == 0)
      try #require(pcm.frameCount == 0)
    }
  }

  /// A text whose control characters do not reach the test's own output.
  struct Text: CustomTestStringConvertible, Sendable {
    let text: String
    var testDescription: String { printable(text) }
  }

  private static func texts(_ target: String) -> [Text] {
    finds.filter { $0.hasPrefix(target) }
      .compactMap { try? String(decoding: content(of: $0), as: UTF8.self) }.map(Text.init)
  }

  private static func samples(of sound: SoundFile) throws -> [Double] {
    var pcm = try sound.pcm()
    var samples: [Double] = []
    var block = PCMBuffer(channelCount: pcm.channelCount)
    repeat {
      try pcm.read(into: &block)
      samples += block.samples
    } while block.frameCount > 0
    return samples
  }

  private static func content(of name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: folder.appending(path: name)))
  }
}
