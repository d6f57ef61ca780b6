import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("tocsin fix --write: a repair takes no sound away")
struct FixLossTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func tocsin(_ arguments: String...) throws -> ToolResult {
    try Tool.tocsin().run(arguments, in: folder.url, environment: ["GITHUB_ACTIONS": ""])
  }

  private static let frames = 4_410

  private static func number(_ value: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * (bytes - 1 - $0))) }
  }

  private static func chunk(_ id: String, _ content: [UInt8], size: Int? = nil) -> [UInt8] {
    Array(id.utf8) + number(size ?? content.count, bytes: 4) + content
  }

  /// 16-bit samples of a sine, big-endian.
  private static var samples: [UInt8] {
    Signals.sine(frames: frames, channels: 1).samples.flatMap {
      number(Int(($0 * 32_767).rounded()), bytes: 2)
    }
  }

  /// An AIFF whose `COMM` chunk counts `count` frames.
  private static func aiff(count: Int, size: Int? = nil, form: Int? = nil) -> [UInt8] {
    let common =
      number(1, bytes: 2) + number(count, bytes: 4) + number(16, bytes: 2)
      + [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
    let body =
      Array("AIFF".utf8) + chunk("COMM", common)
      + chunk("SSND", [UInt8](repeating: 0, count: 8) + samples, size: size)
    return chunk("FORM", body, size: form)
  }

  private func validFrames(_ name: String) throws -> Int? {
    try tocsin("info", "--json", name).jsonList().first?["validFrames"] as? Int
  }

  /// The frames that the other programs read.
  private func opinions(_ name: String) throws -> [Int] {
    let ffmpeg = try Tool("ffmpeg").run(
      ["-v", "quiet", "-i", name, "-f", "s16le", "-"], in: folder.url)
    let sox = try Tool("sox").run([name, "-t", "raw", "-b", "16", "-"], in: folder.url)
    let copied = try Tool("sndfile-convert").run(["-pcm16", name, "lib.raw"], in: folder.url)
    #expect(copied.status == 0, "\(copied.text)")
    let library = try folder.bytes(of: "lib.raw")
    return [ffmpeg.output.count / 2, sox.output.count / 2, library.count / 2]
  }

  @Test(
    "The audio of an AIFF decides, whatever COMM counts: so say ffmpeg, SoX and libsndfile",
    arguments: [0, 441, 4_409, 4_410])
  func aiffCount(count: Int) throws {
    try folder.write(Self.aiff(count: count), to: "a.aiff")
    #expect(try validFrames("a.aiff") == Self.frames)
    #expect(try opinions("a.aiff") == [Self.frames, Self.frames, Self.frames])
    #expect(try tocsin("convert", "a.aiff", "a.wav").status == 0)
    #expect(try folder.bytes(of: "a.wav").count == 4_096 + 2 * Self.frames)
    guard count != Self.frames else { return }
    #expect(try tocsin("validate", "a.aiff").text.contains("says \(count) frames"))
    let fixed = try tocsin("fix", "a.aiff", "--write", "--no-config")
    #expect(fixed.status == 0, "\(fixed.text)\(fixed.errors)")
    #expect(try validFrames("a.aiff") == Self.frames)
    #expect(try opinions("a.aiff") == [Self.frames, Self.frames, Self.frames])
    #expect(Array(try folder.bytes(of: "a.aiff").suffix(2 * Self.frames)) == Self.samples)
    // COMM is right now.
    #expect(try tocsin("validate", "a.aiff").status == 0)
  }

  private static let warning =
    "There is no undo by Git for a.aiff: each original is kept as NAME.orig.\n"

  @Test("Outside of Git the original is kept, and no file is replaced for it")
  func original() throws {
    let before = Self.aiff(count: 441)
    try folder.write(before, to: "a.aiff")
    let first = try tocsin("fix", "a.aiff", "--write", "--no-config")
    #expect(first.errors == Self.warning + "The original is kept as a.aiff.orig.\n")
    #expect(try folder.bytes(of: "a.aiff.orig") == before)
    let later = Self.aiff(count: 442)
    try folder.write(later, to: "a.aiff")
    let second = try tocsin("fix", "a.aiff", "--write", "--no-config")
    #expect(second.errors == Self.warning + "The original is kept as a.aiff.orig-2.\n")
    #expect(try folder.bytes(of: "a.aiff.orig") == before)
    #expect(try folder.bytes(of: "a.aiff.orig-2") == later)
  }

  @Test("A second sound behind the first is not dropped without --unsafe-fixes")
  func tail() throws {
    let two = Self.aiff(count: 441) + Self.aiff(count: 4_410)
    try folder.write(two, to: "a.aiff")
    let refused = try tocsin("fix", "a.aiff", "--write", "--no-config")
    #expect(refused.status == 1)
    #expect(refused.errors.contains("bytes follow the last chunk, perhaps more sound"))
    #expect(refused.errors.contains("--unsafe-fixes"))
    #expect(try folder.bytes(of: "a.aiff") == two)
    #expect(try folder.names() == ["a.aiff"])
    let forced = try tocsin("fix", "a.aiff", "--write", "--no-config", "--unsafe-fixes")
    #expect(forced.status == 0, "\(forced.text)\(forced.errors)")
    #expect(try folder.bytes(of: "a.aiff").count < two.count)
    #expect(try folder.bytes(of: "a.aiff.orig") == two)
  }

  @Test("A packet table that hides the packets does not cut them off")
  func packetTable() throws {
    try folder.write(PlainWAVE.integers([Int32](repeating: 900, count: 640)), to: "in.wav")
    #expect(try tocsin("convert", "in.wav", "a.caf").status == 0)
    var bytes = try folder.bytes(of: "a.caf")
    let table = try #require(Data(bytes).range(of: Data("pakt".utf8))).lowerBound + 12
    // No valid frames, and more priming than there are frames.
    bytes.replaceSubrange(
      table + 8..<table + 24,
      with: Self.number(0, bytes: 8) + Self.number(0x7FFF_FFFF, bytes: 4)
        + Self.number(0x7FFF_FFFF, bytes: 4))
    try folder.write(bytes, to: "a.caf")
    let result = try tocsin("fix", "a.caf", "--write", "--no-config")
    #expect(result.status == 1)
    #expect(try folder.bytes(of: "a.caf") == bytes, "\(result.text)\(result.errors)")
    // Nothing but zeros: all 11 packets count, with their padding.
    bytes.replaceSubrange(table..<table + 24, with: [UInt8](repeating: 0, count: 24))
    try folder.write(bytes, to: "b.caf")
    #expect(try validFrames("b.caf") == 704)
  }

  @Test(
    "A recording that was never finished is whole, as ffmpeg reads it",
    arguments: ["a.wav", "a.aiff", "a.caf"])
  func unfinished(name: String) throws {
    var bytes: [UInt8]
    switch name {
    case "a.aiff": bytes = Self.aiff(count: 0, size: 8, form: 46)
    case "a.wav":
      bytes = PlainWAVE.integers([Int32](repeating: 300, count: Self.frames))
      bytes.replaceSubrange(4..<8, with: [36, 0, 0, 0])
      bytes.replaceSubrange(40..<44, with: [0, 0, 0, 0])
    default:
      try folder.write(Self.aiff(count: Self.frames), to: "in.aiff")
      #expect(try tocsin("convert", "in.aiff", "a.caf", "-d", "BEI16").status == 0)
      bytes = try folder.bytes(of: "a.caf")
      let size = try #require(Data(bytes).range(of: Data("data".utf8))).lowerBound + 4
      bytes.replaceSubrange(size..<size + 8, with: Self.number(4, bytes: 8))
    }
    try folder.write(bytes, to: name)
    #expect(try validFrames(name) == Self.frames)
    if name != "a.aiff" {
      let ffmpeg = try Tool("ffmpeg").run(
        ["-v", "quiet", "-i", name, "-f", "s16le", "-"], in: folder.url)
      #expect(ffmpeg.output.count == 2 * Self.frames)
    }
    let report = try tocsin("validate", name)
    #expect(report.status == 0 && report.text.contains("unfinished recording"), "\(report.text)")
    #expect(try tocsin("fix", name, "--write", "--no-config").status == 0)
    #expect(try validFrames(name) == Self.frames)
    #expect(try tocsin("convert", name, "out.caf", "-d", "LEI16").status == 0)
    #expect(try validFrames("out.caf") == Self.frames)
  }

  @Test(
    "Sizes that stand for no size are one warning",
    arguments: [
      (0x7FFF_FFFF, 0x7FFF_FFFF), (2_000_000_036, 2_000_000_000), (0x7FFF_FFFF, 0x7FFF_FFDB),
      (0xFFFF_FFFF, 0xFFFF_FFDB),
    ])
  func placeholders(form: Int, data: Int) throws {
    var bytes = PlainWAVE.integers([Int32](repeating: 300, count: Self.frames))
    bytes.replaceSubrange(4..<8, with: Self.number(form, bytes: 4).reversed())
    bytes.replaceSubrange(40..<44, with: Self.number(data, bytes: 4).reversed())
    try folder.write(bytes, to: "a.wav")
    #expect(try validFrames("a.wav") == Self.frames)
    let report = try tocsin("validate", "a.wav")
    #expect(report.status == 0 && report.text.contains("0 errors, 1 warning"), "\(report.text)")
  }

  @Test(
    "An AIFF from a pipe is whole",
    arguments: ["ffmpeg -v error -i in.wav -f aiff -", "sox in.wav -t aiff - 2>/dev/null"])
  func pipedAIFF(command: String) throws {
    try folder.write(PlainWAVE.integers([Int32](repeating: 300, count: Self.frames)), to: "in.wav")
    let made = try Tool("sh").run(["-c", "\(command) | cat > p.aiff"], in: folder.url)
    #expect(made.status == 0)
    #expect(try validFrames("p.aiff") == Self.frames)
    let report = try tocsin("validate", "p.aiff")
    #expect(report.status == 0, "\(report.text)")
  }

  @Test("Channels are not dropped without --unsafe-fixes")
  func channels() throws {
    let six = Signals.sine(frames: 800, channels: 6).samples.map { Int32(($0 * 9_000).rounded()) }
    let bytes = PlainWAVE.integers(six, channelCount: 6)
    try folder.write(bytes, to: "six.caf")
    let result = try tocsin("fix", "six.caf", "--write", "--no-config")
    #expect(result.status == 1 && result.errors.contains("6 channels would become 2"))
    #expect(try folder.bytes(of: "six.caf") == bytes)
  }
}
