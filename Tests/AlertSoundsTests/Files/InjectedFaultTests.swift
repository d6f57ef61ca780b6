import TestSupport
import Testing

@Suite(
  "Injected faults: a conversion that the system fails leaves the old output and nothing else",
  .needs(Facility.traces, "strace is not allowed to trace here"))
struct InjectedFaultTests {
  /// It begins as a CAF does: an output replaces a file of its kind.
  private static let old = Array("caff".utf8)
  /// Its conversion takes three writes of audio and one of the header.
  private static let wave = PlainWAVE.integers(
    TestSamples.integers(bitDepth: 16, count: 250_000), channelCount: 2)

  /// A folder with an input and an old output.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.wave, to: "in.wav")
    try folder.write(Self.old, to: "out.caf")
    return folder
  }

  private func arguments(_ folder: TemporaryFolder) -> [String] {
    ["convert", folder.path("in.wav"), folder.path("out.caf"), "-d", "LEI24"]
  }

  @Test(
    "An error of the system is one line and exit status 1",
    arguments: [
      ("pwrite64", "error=ENOSPC:when=1", "no space left on device"),
      ("pwrite64", "error=ENOSPC:when=3", "no space left on device"),
      ("pwrite64", "error=EIO:when=2+", "input/output error"),
      ("pwrite64", "error=EDQUOT:when=2", "disk quota exceeded"),
      ("fsync", "error=EIO:when=1", "input/output error"),
      ("fsync", "error=ENOSPC:when=1", "no space left on device"),
      ("linkat", "error=EACCES:when=1", "permission denied"),
      ("renameat", "error=EIO:when=1", "input/output error"),
      ("pread64", "error=EIO:when=1+", "input/output error"),
    ])
  func systemError(call: String, effect: String, text: String) throws {
    let folder = try folder()
    let paths = call == "pread64" ? [folder.path("in.wav")] : []
    let outcome = try Fault.inject(call, effect, paths: paths, into: arguments(folder))
    #expect(outcome.injected > 0)
    #expect(outcome.result.status == 1 && !outcome.result.wasKilled)
    #expect(outcome.result.errors.hasPrefix("Error: cannot "))
    #expect(outcome.result.errors.hasSuffix(": \(text)\n"))
    #expect(outcome.result.errors.count { $0.isNewline } == 1)
    #expect(outcome.result.output.isEmpty)
    #expect(try folder.bytes(of: "out.caf") == Self.old)
    #expect(try folder.names() == ["in.wav", "out.caf"])
  }

  @Test(
    "A kill before the file has a name leaves the old output and no other file",
    arguments: [("pwrite64", 1), ("pwrite64", 2), ("pwrite64", 4), ("fsync", 1), ("linkat", 1)])
  func kill(call: String, count: Int) throws {
    let folder = try folder()
    let outcome = try Fault.inject(call, "signal=KILL:when=\(count)", into: arguments(folder))
    #expect(outcome.result.wasKilled)
    #expect(try folder.bytes(of: "out.caf") == Self.old)
    #expect(try folder.names() == ["in.wav", "out.caf"])
  }

  @Test(
    "So does a kill of whatever else makes a file",
    arguments: [
      ["convert", "--join", "in.wav", "in.wav", "out.caf", "-d", "LEI16"],
      ["convert", "in.wav", "out.caf", "-d", "ima4", "--normalize", "-16", "--trim-silence"],
      ["wave", "in.wav", "-o", "out.svg"],
    ], [("pwrite64", 1), ("fsync", 1), ("linkat", 1)])
  func killOthers(arguments: [String], call: (name: String, count: Int)) throws {
    let folder = try folder()
    try folder.write(Self.old, to: "out.svg")
    let paths = arguments.map { $0.contains(".") ? folder.path($0) : $0 }
    let outcome = try Fault.inject(call.name, "signal=KILL:when=\(call.count)", into: paths)
    #expect(outcome.result.wasKilled)
    #expect(try folder.bytes(of: "out.caf") == Self.old)
    #expect(try folder.bytes(of: "out.svg") == Self.old)
    #expect(try folder.names() == ["in.wav", "out.caf", "out.svg"])
  }

  /// The kernel can link a nameless file but not over another one: between link and rename both
  /// names exist. What a kill leaves there, the next conversion takes away.
  @Test("A kill between link and rename leaves no file behind the next conversion")
  func killBeforeRename() throws {
    let folder = try folder()
    let outcome = try Fault.inject("renameat", "signal=KILL:when=1", into: arguments(folder))
    #expect(outcome.result.wasKilled)
    #expect(try folder.bytes(of: "out.caf") == Self.old)
    #expect(try Tool.tocsin().run(arguments(folder)).status == 0)
    #expect(try DecodedSound(folder.path("out.caf")).frameCount == 125_000)
    #expect(try folder.names() == ["in.wav", "out.caf"])
  }

  /// Nothing has to be replaced: the file can get its own name at once.
  @Test("A new output is never seen under another name")
  func killOfNewOutput() throws {
    let folder = try TemporaryFolder()
    try folder.write(PlainWAVE.integers([1, 2, 3]), to: "in.wav")
    _ = try Fault.inject("renameat", "signal=KILL:when=1", into: arguments(folder))
    #expect(Set(try folder.names()).isSubset(of: ["in.wav", "out.caf"]))
  }

  @Test("A kill after the rename leaves the new output whole")
  func killAfterRename() throws {
    let folder = try folder()
    let outcome = try Fault.inject("fsync", "signal=KILL:when=2", into: arguments(folder))
    #expect(outcome.result.wasKilled)
    #expect(try DecodedSound(folder.path("out.caf")).frameCount == 125_000)
    #expect(try folder.names() == ["in.wav", "out.caf"])
  }

  @Test("Where the file system knows no nameless files, the result is the same")
  func namedTemporaryFile() throws {
    let folder = try folder()
    #expect(try Tool.tocsin().run(arguments(folder)).status == 0)
    let expected = try folder.bytes(of: "out.caf")
    // The output's folder is one of the first descriptors; a nameless file is opened through it.
    let folders = (3...12).map { "/proc/self/fd/\($0)" }
    let outcome = try Fault.inject(
      "openat", "error=EOPNOTSUPP", paths: folders, into: arguments(folder))
    #expect(outcome.injected == 1 && outcome.result.status == 0)
    #expect(try folder.bytes(of: "out.caf") == expected)
    #expect(try folder.names() == ["in.wav", "out.caf"])
  }
}
