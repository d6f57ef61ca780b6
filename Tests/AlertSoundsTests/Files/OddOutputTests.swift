import AlertSounds
import AudioFormats
import Files
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Odd outputs: the input stays as it is, and what stands at the output's place is safe")
struct OddOutputTests {
  private static let wave = PlainWAVE.integers(TestSamples.integers(bitDepth: 16, count: 5_000))

  /// How an output can be the input.
  enum SameFile: String, CaseIterable, Sendable {
    case samePath = "same path"
    case detour = "same file by a detour"
    case hardLink = "hard link"
    case symbolicLink = "symbolic link"
    case linkToLink = "link to a link"
  }

  @Test("An output that is the input is refused", arguments: SameFile.allCases)
  func sameFile(_ kind: SameFile) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Self.wave, to: "in.wav")
    var output = folder.path("out.wav")
    switch kind {
    case .samePath: output = input
    case .detour: output = folder.path("../\(folder.url.lastPathComponent)/./in.wav")
    case .hardLink: try folder.makeHardLink("out.wav", to: "in.wav")
    case .symbolicLink: try folder.makeLink("out.wav", to: "in.wav")
    case .linkToLink:
      try folder.makeLink("link.wav", to: "in.wav")
      try folder.makeLink("out.wav", to: "link.wav")
    }
    let before = try folder.names()
    let error = #expect(throws: SoundError.self) {
      try convert(input, to: output, .wave, .linearPCM(.uint8))
    }
    #expect(error.map { "\($0)" }?.contains("the output is the input file") == true)
    #expect(try folder.bytes(of: "in.wav") == Self.wave)
    #expect(try folder.names() == before)
  }

  @Test("An input that is a link is protected too")
  func linkedInput() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.wave, to: "real.wav")
    try folder.makeLink("in.wav", to: "real.wav")
    #expect(throws: SoundError.self) {
      try convert(folder.path("in.wav"), to: folder.path("real.wav"), .wave, .linearPCM(.uint8))
    }
    #expect(try folder.bytes(of: "real.wav") == Self.wave)
  }

  @Test("An existing output is replaced whole, keeps its mode, and its other names keep the old")
  func replaced() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Self.wave, to: "in.wav")
    let old = [UInt8](repeating: 7, count: 1 << 20)
    try folder.write(old, to: "out.caf")
    try folder.setMode(0o640, of: "out.caf")
    try folder.makeHardLink("other.caf", to: "out.caf")
    try convert(input, to: folder.path("out.caf"), .caf, .ima4)
    #expect(try DecodedSound(folder.path("out.caf")).frameCount == 5_000)
    #expect(try folder.bytes(of: "other.caf") == old)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("out.caf"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try folder.names() == ["in.wav", "other.caf", "out.caf"])
  }

  @Test("A link at the output's place stays, and what it leads to becomes the file")
  func linkIsFollowed() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Self.wave, to: "in.wav")
    for target in ["new.caf", "old.caf"] {
      try folder.write([1, 2, 3], to: "old.caf")
      try folder.makeLink("\(target).link", to: target)
      try convert(input, to: folder.path("\(target).link"), .caf, .ima4)
      #expect(try DecodedSound(folder.path(target)).frameCount == 5_000)
      let link = try FileManager.default.destinationOfSymbolicLink(
        atPath: folder.path("\(target).link"))
      #expect(link == target)
    }
  }

  @Test("A link into a folder that does not exist is refused and stays")
  func danglingLink() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Self.wave, to: "in.wav")
    try folder.makeLink("out.caf", to: "gone/away.caf")
    #expect(throws: SoundError.self) {
      try convert(input, to: folder.path("out.caf"), .caf, .ima4)
    }
    #expect(try folder.names() == ["in.wav", "out.caf"])
  }

  @Test(
    "An output that cannot be a file is refused at once and left alone", .timeLimit(.minutes(20)),
    arguments: [
      OddFile.directory, .pipe, .socket, .linkLoop, .linkToDirectory, .linkToZero, .linkToNull,
      .linkToPipe,
    ])
  func refused(_ odd: OddFile) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Self.wave, to: "in.wav")
    try odd.make("out.caf", in: folder)
    let before = try folder.names()
    #expect(throws: SoundError.self) { try convert(input, to: folder.path("out.caf"), .caf, .ima4) }
    #expect(try folder.names() == before)
    #expect(try folder.bytes(of: "in.wav") == Self.wave)
  }

  @Test(
    "A place where no file can be is refused",
    arguments: ["", "/", ".", "..", "gone/out.caf", "in.wav/out.caf", "/dev/full", "/dev/stdout"])
  func noPlace(output: String) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Self.wave, to: "in.wav")
    let isRelative = output.contains(".caf")
    #expect(throws: SoundError.self) {
      try convert(input, to: isRelative ? folder.path(output) : output, .caf, .ima4)
    }
    #expect(try folder.names() == ["in.wav"])
  }

  @Test("A name that is too long for the system is refused", arguments: [256, 5_000])
  func longName(length: Int) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Self.wave, to: "in.wav")
    let name = String(repeating: "x", count: length)
    #expect(throws: SoundError.self) { try convert(input, to: folder.path(name), .caf, .ima4) }
    #expect(try folder.names() == ["in.wav"])
  }

  @Test("A folder that is swapped for a link meanwhile still gets its file")
  func swappedFolder() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "elsewhere"] {
      try FileManager.default.createDirectory(
        at: folder.url(name), withIntermediateDirectories: false)
    }
    let file = try AtomicFile(path: folder.path("a/out.caf"))
    try file.write([1, 2, 3], at: 0)
    #expect(rename(folder.path("a"), folder.path("moved")) == 0)
    try folder.makeLink("a", to: "elsewhere")
    try file.commit()
    #expect(try folder.bytes(of: "moved/out.caf") == [1, 2, 3])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("elsewhere")) == [])
  }

  @Test("A conversion that fails half-way leaves the old output and nothing else")
  func failsHalfway() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Self.wave, to: "in.wav")
    try convert(input, to: folder.path("in.caf"), .caf, .ima4)
    var bytes = try folder.bytes(of: "in.caf")
    bytes[4_096 + 34 * 70 + 1] = 0x7F  // a step index that does not exist
    try folder.write(bytes, to: "in.caf")
    try folder.write([7, 7], to: "out.wav")
    let error = #expect(throws: SoundError.self) {
      try convert(folder.path("in.caf"), to: folder.path("out.wav"), .wave)
    }
    #expect(error.map { "\($0)" }?.contains("byte \(4_096 + 34 * 70)") == true)
    #expect(try folder.bytes(of: "out.wav") == [7, 7])
    #expect(try folder.names() == ["in.caf", "in.wav", "out.wav"])
  }
}
