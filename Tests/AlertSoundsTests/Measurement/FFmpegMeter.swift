import Foundation
import TestSupport
import Testing

/// What ffmpeg's filters measure in a sound: the second opinion.
struct FFmpegMeter {
  private let values: [(key: String, value: String)]

  /// Sends `path` through `filter`, whose measurements become metadata of the frames.
  init(_ path: String, _ filter: String) throws {
    let result = try Peer.ffmpeg.run([
      "-nostdin", "-v", "error", "-i", path, "-af", filter + ",ametadata=print:file=-", "-f",
      "null", "-",
    ])
    values = result.text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("lavfi."), let equals = line.firstIndex(of: "=") else { return nil }
      return (String(line[..<equals]), String(line[line.index(after: equals)...]))
    }
  }

  /// The first value of `key`.
  func first(_ key: String) throws -> Double {
    try number(values.first { $0.key == "lavfi." + key }?.value, key)
  }

  /// The value of `key` when the sound was over.
  func last(_ key: String) throws -> Double {
    try number(values.last { $0.key == "lavfi." + key }?.value, key)
  }

  private func number(_ text: String?, _ key: String) throws -> Double {
    try #require(text.flatMap { Double($0) }, "ffmpeg says nothing about \(key)")
  }
}
