import AlertSounds
import AudioFormats
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Changing inputs: what was opened counts, whatever happens to it afterwards")
struct ChangingInputTests {
  /// Longer than what a source keeps of the file's head.
  private static let samples = TestSamples.integers(bitDepth: 16, count: 100_000)

  private func open(_ folder: TemporaryFolder) throws -> SoundFile {
    try folder.write(PlainWAVE.integers(Self.samples), to: "x.wav")
    return try SoundFile(path: folder.path("x.wav"))
  }

  /// Reads to the end and counts.
  private func frames(of sound: SoundFile) throws -> Int {
    var source = try sound.pcm()
    var block = PCMBuffer(channelCount: source.channelCount)
    var count = 0
    repeat {
      try source.read(into: &block)
      count += block.frameCount
    } while block.frameCount > 0
    return count
  }

  @Test("A file that is cut while it is read is an error, and no bus fault")
  func cut() throws {
    let folder = try TemporaryFolder()
    let sound = try open(folder)
    #expect(truncate(folder.path("x.wav"), 50_000) == 0)
    let error = #expect(throws: SoundError.self) { try frames(of: sound) }
    #expect(error.map { "\($0)" }?.hasSuffix("the file became shorter while it was read") == true)
  }

  @Test("A conversion of a file that is cut meanwhile leaves the old output")
  func cutWhileConverting() throws {
    let folder = try TemporaryFolder()
    let sound = try open(folder)
    try folder.write([1, 2, 3], to: "out.caf")
    #expect(truncate(folder.path("x.wav"), 50_000) == 0)
    let converter = SoundConverter(ConversionRequest(container: .caf))
    #expect(throws: SoundError.self) { try converter.convert(sound, to: folder.path("out.caf")) }
    #expect(try folder.bytes(of: "out.caf") == [1, 2, 3])
    #expect(try folder.names() == ["out.caf", "x.wav"])
  }

  @Test("What is appended after opening is not read")
  func grown() throws {
    let folder = try TemporaryFolder()
    let sound = try open(folder)
    let handle = try FileHandle(forWritingTo: folder.url("x.wav"))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(repeating: 1, count: 100_000))
    try handle.close()
    #expect(try frames(of: sound) == Self.samples.count)
  }

  @Test("A name that is given to another file changes nothing")
  func swapped() throws {
    let folder = try TemporaryFolder()
    let sound = try open(folder)
    try folder.write(PlainWAVE.integers([1, 2]), to: "other.wav")
    #expect(rename(folder.path("other.wav"), folder.path("x.wav")) == 0)
    #expect(try frames(of: sound) == Self.samples.count)
    try FileManager.default.removeItem(at: folder.url("x.wav"))
    #expect(try frames(of: sound) == Self.samples.count)
  }
}

@Suite("Huge inputs: holes and headers that claim gigabytes")
struct HugeInputTests {
  @Test("A hole of 5 GiB is refused, not read", .timeLimit(.minutes(20)))
  func hole() throws {
    let folder = try TemporaryFolder()
    try folder.makeSparse("x.wav", [], size: 5 << 30)
    let findings = SoundValidator().validate(path: folder.path("x.wav")).findings
    #expect(findings.contains { $0.rule == "container" && $0.severity == .error })
    #expect(findings.contains { $0.rule == "file-size" && $0.message.contains("16 MiB") })
    #expect(throws: SoundError.self) { try SoundFile(path: folder.path("x.wav")) }
  }

  @Test("4 GiB of WAVE audio are counted without being read", .timeLimit(.minutes(20)))
  func wave() throws {
    let folder = try TemporaryFolder()
    let size: UInt32 = 0xFFFF_FF00
    try folder.makeSparse("x.wav", PlainWAVE.header(audioSize: size), size: Int64(size) + 44)
    let sound = try SoundFile(path: folder.path("x.wav"))
    #expect(sound.frameCount == Int64(size / 2))
    let rules = SoundValidator().validate(path: folder.path("x.wav")).findings.map(\.rule)
    #expect(rules == ["duration", "file-size"])
  }

  @Test("5 GiB of CAF audio are counted without being read", .timeLimit(.minutes(20)))
  func caf() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(PlainWAVE.integers([1, 2]), to: "in.wav")
    try convert(input, to: folder.path("x.caf"), .caf)
    var bytes = try folder.bytes(of: "x.caf")
    // The audio starts at 4096, after the data chunk's size and its edit count.
    let size = Int64(5) << 30
    bytes.replaceSubrange(
      4_084..<4_092, with: (0..<8).map { UInt8(truncatingIfNeeded: (size + 4) >> (56 - 8 * $0)) })
    try folder.makeSparse("x.caf", Array(bytes[..<4_096]), size: 4_096 + size)
    #expect(try SoundFile(path: folder.path("x.caf")).frameCount == size / 2)
    let report = SoundValidator().validate(path: folder.path("x.caf"))
    #expect(report.findings.map(\.rule) == ["duration", "file-size"])
  }

  @Test("The limit of 16 MiB is for alert sounds; a conversion has none")
  func conversion() throws {
    let folder = try TemporaryFolder()
    let size = UInt32(17 << 20)
    try folder.makeSparse("x.wav", PlainWAVE.header(audioSize: size), size: Int64(size) + 44)
    #expect(SoundValidator().validate(path: folder.path("x.wav")).worst == .error)
    let result = try convert(folder.path("x.wav"), to: folder.path("out.caf"), .caf, .sameAsSource)
    #expect(result.frameCount == Int64(size / 2))
    #expect(result.outputBytes == Int64(size) + 4_096)
  }
}
