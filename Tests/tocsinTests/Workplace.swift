import AudioFormats
import Foundation
import TestSupport

/// A folder with sounds, and `tocsin` at work in it: paths in its output are plain names.
struct Workplace {
  let folder: TemporaryFolder
  private let tool: Tool

  /// The frames of `in.wav`.
  static let frameCount = 4_410

  /// A folder with a sine of a tenth of a second as `in.wav`.
  init() throws {
    folder = try TemporaryFolder()
    tool = try Tool.tocsin()
    try write("in.wav", channels: 1)
  }

  /// The 16-bit samples of a sine.
  static func samples(channels: Int) -> [Int32] {
    Signals.sine(frames: frameCount, channels: channels).samples.map {
      Int32(($0 * 32_768).rounded())
    }
  }

  func write(_ name: String, channels: Int) throws {
    try folder.write(
      PlainWAVE.integers(Self.samples(channels: channels), channelCount: channels), to: name)
  }

  func tocsin(_ arguments: String..., environment: [String: String] = [:]) throws -> ToolResult {
    try tool.run(arguments, in: folder.url, environment: environment)
  }

  /// Runs a script in which `"$0"` is tocsin.
  func shell(_ script: String) throws -> ToolResult {
    try Tool("sh").run(["-c", script, tool.path], in: folder.url)
  }
}

extension ToolResult {
  /// The output, which must be JSON.
  func json() throws -> Any { try JSONSerialization.jsonObject(with: output) }

  /// The output, which must be one JSON object.
  func jsonObject() throws -> [String: Any] { try json() as? [String: Any] ?? [:] }

  /// The output, which must be a list of JSON objects.
  func jsonList() throws -> [[String: Any]] { try json() as? [[String: Any]] ?? [] }

  /// Whether the program did its work and had nothing to say about it.
  var isQuietSuccess: Bool { status == 0 && !wasKilled && errors.isEmpty }
}
