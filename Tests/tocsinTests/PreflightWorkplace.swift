import AudioFormats
import Foundation
import TestSupport

/// A folder with sounds and payloads, and `tocsin preflight` and `fix` at work in it.
struct PreflightWorkplace {
  let folder: TemporaryFolder
  private let tool: Tool

  /// A folder with a sound without fault, `ding.wav`, and a payload that asks for it.
  init() throws {
    folder = try TemporaryFolder()
    tool = try Tool.tocsin()
    try write(Self.tone(), to: "ding.wav")
    try write(Self.payload("ding.wav"), to: "push.apns")
  }

  static func payload(_ name: String) -> String {
    "{\n  \"aps\": {\n    \"sound\": \"\(name)\"\n  }\n}\n"
  }

  /// A tone of half a second, or of `seconds`.
  static func tone(seconds: Double = 0.5) -> [UInt8] {
    let frames = Int(seconds * 8_000)
    let tone = Signals.sine(amplitude: 0.1, frames: frames, sampleRate: 8_000)
    return PlainWAVE.integers(
      tone.samples.map { Int32(($0 * 32_768).rounded()) }, sampleRate: 8_000)
  }

  func write(_ bytes: [UInt8], to path: String) throws {
    try FileManager.default.createDirectory(
      at: folder.url(path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try folder.write(bytes, to: path)
  }

  func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

  /// Adds a sound with a warning: `still.wav` is silent.
  func addWarning() throws {
    try write(
      PlainWAVE.integers([Int32](repeating: 0, count: 4_000), sampleRate: 8_000), to: "still.wav")
  }

  /// Adds an error: `other.apns` asks on line 3 for a sound that is not there.
  func addError() throws { try write(Self.payload("gone.wav"), to: "other.apns") }

  /// Writes sounds that ffmpeg makes of `ding.wav`, by its options in front of each name.
  func ffmpeg(_ outputs: [String]...) throws {
    let arguments = ["-nostdin", "-v", "error", "-y", "-i", "ding.wav"] + outputs.flatMap(\.self)
    let result = try Tool("ffmpeg").run(arguments, in: folder.url)
    guard result.status == 0 else { throw Failure(description: result.errors) }
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  private static let plain = ["GITHUB_ACTIONS": "", "NO_COLOR": "", "TERM": "dumb"]

  func tocsin(_ arguments: String..., environment: [String: String] = [:]) throws -> ToolResult {
    try run(arguments, environment: environment)
  }

  func run(
    _ arguments: [String], in place: String = ".", environment: [String: String] = [:]
  ) throws -> ToolResult {
    try tool.run(
      arguments, in: folder.url(place), environment: Self.plain.merging(environment) { $1 })
  }

  /// Runs the tool on a terminal of Python's, whose whole output is the result's.
  func onTerminal(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ToolResult {
    let script = """
      import os, pty, sys
      status = pty.spawn(sys.argv[1:], lambda fd: os.read(fd, 65536))
      sys.exit(os.waitstatus_to_exitcode(status))
      """
    return try Tool("python3").run(
      ["-c", script, tool.path] + arguments, in: folder.url,
      environment: Self.plain.merging(["TERM": "xterm"]) { $1 }.merging(environment) { $1 })
  }

  /// Runs a shell script in which `"$0"` is tocsin.
  func shell(_ script: String) throws -> ToolResult {
    try Tool("sh").run(["-c", script, tool.path], in: folder.url, environment: Self.plain)
  }

  /// The content of each file, by its path.
  /// - Parameter withOriginals: whether the originals that a repair keeps are among them.
  func contents(withOriginals: Bool = true) throws -> [String: [UInt8]] {
    let paths = FileManager.default.subpaths(atPath: folder.url.path) ?? []
    var contents: [String: [UInt8]] = [:]
    for path in paths where withOriginals || !path.contains(".orig") {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder.path(path), isDirectory: &isFolder)
      if !isFolder.boolValue { contents[path] = try folder.bytes(of: path) }
    }
    return contents
  }
}

extension ToolResult {
  /// The rules of the findings in a JSON report, sorted.
  func rules() throws -> [String] {
    let findings = try jsonObject()["findings"] as? [[String: Any]] ?? []
    return findings.compactMap { $0["rule"] as? String }.sorted()
  }
}
