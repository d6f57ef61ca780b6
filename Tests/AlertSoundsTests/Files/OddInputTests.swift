import AlertSounds
import AudioFormats
import Files
import Foundation
import TestSupport
import Testing

@Suite("Odd inputs: whatever stands there, the answer comes at once and says what it is")
struct OddInputTests {
  private static let reasons: [OddFile: FileError.Reason] = [
    .nothing: .notFound, .danglingLink: .notFound, .linkLoop: .tooManyLinks,
    .directory: .notRegular(.directory), .linkToDirectory: .notRegular(.directory),
    .pipe: .notRegular(.pipe), .linkToPipe: .notRegular(.pipe), .socket: .notRegular(.socket),
    .linkToZero: .notRegular(.device), .linkToRandom: .notRegular(.device),
    .linkToNull: .notRegular(.device),
  ]

  @Test("Opening tells what it is", .timeLimit(.minutes(20)), arguments: OddFile.allCases)
  func opening(_ odd: OddFile) throws {
    let folder = try TemporaryFolder()
    try odd.make("x.wav", in: folder)
    let error = #expect(throws: SoundError.self) { try SoundFile(path: folder.path("x.wav")) }
    guard case .file(let fileError) = error else {
      Issue.record("\(error.map { "\($0)" } ?? "no error")")
      return
    }
    #expect(fileError.operation == .open)
    #expect(fileError.reason == Self.reasons[odd])
  }

  @Test("Validating makes a finding of it", .timeLimit(.minutes(20)), arguments: OddFile.allCases)
  func validating(_ odd: OddFile) throws {
    let folder = try TemporaryFolder()
    try odd.make("x.wav", in: folder)
    let findings = SoundValidator().validate(path: folder.path("x.wav")).findings
    #expect(findings.map(\.rule) == ["file-unreadable"])
    #expect(findings.first?.severity == .error)
  }

  @Test("Converting it writes nothing", .timeLimit(.minutes(20)), arguments: OddFile.allCases)
  func converting(_ odd: OddFile) throws {
    let folder = try TemporaryFolder()
    try odd.make("x.wav", in: folder)
    let before = try folder.names()
    #expect(throws: SoundError.self) {
      try convert(folder.path("x.wav"), to: folder.path("out.caf"), .caf, .ima4)
    }
    #expect(try folder.names() == before)
  }

  @Test(
    "Files of the kernel that call themselves regular hold no sound", .timeLimit(.minutes(20)),
    arguments: ["/proc/self/mem", "/proc/kmsg", "/proc/self/maps", "/proc/version"])
  func kernelFiles(path: String) {
    #expect(throws: SoundError.self) { try SoundFile(path: path) }
    #expect(SoundValidator().validate(path: path).worst == .error)
  }

  @Test("A path through a file is not found")
  func pathThroughFile() throws {
    let folder = try TemporaryFolder()
    try folder.write(PlainWAVE.integers([1]), to: "x.wav")
    let finding = SoundValidator().validate(path: folder.path("x.wav/y.wav")).findings.first
    #expect(finding?.message == "no such file")
  }

  @Test(
    "A path longer than the system takes is an error", .timeLimit(.minutes(20)),
    arguments: [256, 4_096, 100_000])
  func longPath(length: Int) {
    let path = "/tmp/" + String(repeating: "x", count: length)
    #expect(throws: SoundError.self) { try SoundFile(path: path) }
    #expect(SoundValidator().validate(path: path).findings.map(\.rule) == ["file-unreadable"])
  }

  @Test("A name of 255 bytes is read, whatever its letters", arguments: ["x", "ü", "🔔"])
  func longName(letter: String) throws {
    let folder = try TemporaryFolder()
    let count = (255 - 4) / letter.utf8.count
    let fill = String(repeating: "y", count: 255 - 4 - count * letter.utf8.count)
    let name = String(repeating: letter, count: count) + fill + ".wav"
    #expect(name.utf8.count == 255)
    let input = try folder.write(PlainWAVE.integers([1_000, -1_000]), to: name)
    #expect(try DecodedSound(input).frameCount == 2)
    // An output of such a name needs a temporary name too.
    let output = String(repeating: letter, count: count) + fill + ".caf"
    try convert(input, to: folder.path(output), .caf, .ima4)
    try convert(input, to: folder.path(output), .caf, .ima4)
    #expect(try folder.names() == [name, output].sorted())
  }

  @Test("Content wins over the name, and the validator warns of it")
  func aiffNamedWAVE() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(PlainWAVE.integers([1_000, 2, 3]), to: "in.wav")
    try convert(input, to: folder.path("out.wav"), .aiff)
    let decoded = try DecodedSound(folder.path("out.wav"))
    #expect(decoded.container == .aiff && decoded.frameCount == 3)
    let report = SoundValidator().validate(path: folder.path("out.wav"))
    #expect(report.findings.map(\.rule) == ["name"])
    #expect(report.worst == .warning)
    #expect(report.findings.first?.fix?.text == "rename it to out.aiff")
  }
}
