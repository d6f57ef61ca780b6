import AlertSounds
import Foundation
import TestSupport
import Testing

@testable import SoundResolution

/// The environment of a watched process.
private enum Watched {
  /// The path of an AAC sound in a CAF; `b.flac` is beside it.
  static let sound = "TOCSIN_WATCHED_SOUND"
  /// Whether it may run programs.
  static let allows = "TOCSIN_WATCHED_ALLOWS_PROGRAMS"
}

/// Runs inside a process that strace watches: see `ForeignDecoderTests`.
@Suite(
  "Work of a watched process",
  .enabled(if: ProcessInfo.processInfo.environment[Watched.sound] != nil))
struct ForeignDecoderWork {
  private let environment = ProcessInfo.processInfo.environment

  @Test func work() throws {
    let path = try #require(environment[Watched.sound])
    let url = URL(fileURLWithPath: path)
    let flac = url.deletingLastPathComponent().appending(path: "b.flac").path
    if environment[Watched.allows] != nil {
      #expect(try !SoundPicture(of: SoundFile(path: path), columnCount: 10).isEmpty)
      try addPackets(of: SoundFile(path: flac))
      return
    }
    try addPackets(of: SoundFile(path: flac, decoders: .libraries))
    #expect(throws: SoundError.self) { try SoundFile(path: flac, decoders: .own) }
    // Validation, and what a list of sounds with their shapes does.
    #expect(SoundValidator(.allRules).validate(path: path).container == "CAF")
    let error = #expect(throws: SoundError.self) {
      try SoundPicture(of: SoundFile(path: path, decoders: .own), columnCount: 10)
    }
    #expect(error.map { "\($0)" }?.contains("needs a foreign decoder") == true)
    // The daemon's way to a sound.
    let data = url.deletingLastPathComponent().path
    let resolver = SoundResolver(SoundPlaces(dataHome: data, dataFolders: [], shipped: [data]))
    let found = resolver.resolve(
      url.lastPathComponent, for: SoundOwner(app: "org.example", bundle: data))
    #expect(found.path != path)
  }

  private func addPackets(of sound: SoundFile) throws {
    var information = SoundInformation(sound)
    try information.addPackets(of: sound)
  }
}

@Suite("A sound that may not be given to foreign decoders is not")
struct ForeignDecoderTests {
  private let folder: TemporaryFolder

  /// A folder with an AAC sound in a CAF.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(SoundHome.wave(700, frames: 4_000), to: "in.wav")
    let made = try Tool.tocsin().run(["convert", "in.wav", "a.caf", "-d", "aac"], in: folder.url)
    try #require(made.status == 0, "\(made.errors)")
    let flac = try Tool("sox").run(["in.wav", "b.flac"], in: folder.url)
    try #require(flac.status == 0, "\(flac.errors)")
  }

  /// The programs that a command starts, by strace.
  private func programs(
    _ command: [String], environment: [String: String] = [:]
  ) throws -> (result: ToolResult, started: [Substring]) {
    let log = folder.path("trace")
    let result = try Tool("strace").run(
      ["-f", "-qq", "-o", log, "-e", "trace=execve,execveat"] + command, in: folder.url,
      environment: environment)
    let lines = String(decoding: try folder.bytes(of: "trace"), as: UTF8.self)
      .split(separator: "\n").filter { $0.contains("execve") }
    return (result, lines)
  }

  private func watched(_ environment: [String: String]) throws -> [Substring] {
    let this = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let run = try programs(
      [this, "--testing-library", "swift-testing", "--filter", "ForeignDecoderWork"],
      environment: environment.merging([Watched.sound: folder.path("a.caf")]) { $1 })
    #expect(run.result.status == 0, "\(run.result.text)\(run.result.errors)")
    return run.started
  }

  @Test("Validating, resolving and drawing it start no program")
  func inProcess() throws {
    let started = try watched([:])
    #expect(started.count == 1 && !started.contains { $0.contains("ffmpeg") }, "\(started)")
    // strace would see one.
    let allowed = try watched([Watched.allows: "1"])
    for name in ["ffmpeg", "ffprobe"] {
      #expect(allowed.contains { $0.contains("/\(name)\"") }, "\(allowed)")
    }
  }

  @Test(
    "tocsin validate, preflight and fix start no decoder",
    arguments: [
      ["validate", "a.caf"], ["preflight", "a.caf", "--output", "html=r.html"], ["fix"],
    ])
  func onCommandLine(arguments: [String]) throws {
    let run = try programs([try Tool.tocsin().path] + arguments)
    #expect(run.result.status <= 1 && !run.started.isEmpty)
    // The page of a report names the commit: Git may run.
    #expect(!run.started.contains { $0.contains("ffmpeg") || $0.contains("ffprobe") })
  }
}
