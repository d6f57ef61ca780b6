import Foundation
import TestSupport

/// A folder with sounds and payloads in it, made for one test.
struct PreflightFolder {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes `bytes` to `path`, whose folders are made.
  @discardableResult
  func write(_ bytes: [UInt8], to path: String) throws -> String {
    let url = folder.url(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    return try folder.write(bytes, to: path)
  }

  @discardableResult
  func write(_ text: String, to path: String) throws -> String {
    try write(Array(text.utf8), to: path)
  }

  /// A tone of a tenth of a second, or of `seconds`, as 16-bit WAVE.
  static func tone(seconds: Double = 0.5, level: Double = 0.25, sampleRate: Int = 8_000) -> [UInt8]
  {
    let count = Int(seconds * Double(sampleRate))
    let samples = (0..<count).map { index in
      Int32((sin(Double(index) * 2 * .pi * 440 / Double(sampleRate)) * level * 32_767).rounded())
    }
    return PlainWAVE.integers(samples, sampleRate: sampleRate)
  }

  /// Runs the tool in the folder.
  func tocsin(_ arguments: String..., environment: [String: String] = [:]) throws -> ToolResult {
    try Tool.tocsin().run(
      arguments, in: folder.url,
      environment: ["GITHUB_ACTIONS": "", "TERM": "dumb"].merging(environment) { $1 })
  }

  /// Runs Python, which the test set-up installs.
  @discardableResult
  func python(_ script: String) throws -> ToolResult {
    let result = try Tool.python.run(["-c", script], in: folder.url)
    guard result.status == 0 else { throw ScriptFailure(description: result.errors) }
    return result
  }

  struct ScriptFailure: Error, CustomStringConvertible { let description: String }
}
