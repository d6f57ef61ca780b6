import Foundation
import TestSupport

/// Another program that failed at what a test needs from it.
struct PeerFailure: Error, CustomStringConvertible {
  let description: String
}

/// The other programs that read and write sounds.
enum Peer: String, Sendable, CaseIterable {
  case ffmpeg
  case sndfileConvert = "sndfile-convert"
  case sox

  /// Runs the program to its end, which must be a good one.
  @discardableResult
  func run(_ arguments: [String]) throws -> ToolResult {
    let result = try Tool(rawValue).run(arguments)
    guard result.status == 0, !result.wasKilled else {
      let command = ([rawValue] + arguments).joined(separator: " ")
      throw PeerFailure(description: "\(command): \(result.status): \(result.errors)\(result.text)")
    }
    return result
  }
}

extension Peer {
  /// What ffmpeg must make of one file.
  struct FFmpegJob {
    let input: String
    let options: [String]
    let output: String
  }

  /// Runs all jobs in one process: its start is what costs time.
  static func ffmpeg(_ jobs: [FFmpegJob]) throws {
    let inputs = jobs.flatMap { ["-i", $0.input] }
    let outputs = jobs.enumerated().flatMap { index, job in
      ["-map", "\(index):a"] + job.options + [job.output]
    }
    try Peer.ffmpeg.run(["-nostdin", "-v", "error", "-y"] + inputs + outputs)
  }

  /// What ffmpeg decodes from each of `paths`, interleaved.
  static func ffmpegSamples(_ paths: [String]) throws -> [[Double]] {
    let folder = try TemporaryFolder()
    let outputs = paths.indices.map { folder.path("\($0).f64") }
    try ffmpeg(
      zip(paths, outputs).map {
        FFmpegJob(input: $0, options: ["-c:a", "pcm_f64le", "-f", "f64le"], output: $1)
      })
    return try outputs.map { RawSamples.floats(try Data(contentsOf: URL(fileURLWithPath: $0))) }
  }

  /// What libsndfile decodes from `path`, interleaved.
  /// - Parameter areFloats: whether `path` holds floats. Integers are read as integers, because
  ///   sndfile-convert scales them to full scale on their way to floats.
  static func sndfileSamples(_ path: String, areFloats: Bool = false) throws -> [Double] {
    let folder = try TemporaryFolder()
    let output = folder.path("decoded.raw")
    let coding = areFloats ? "-float64" : "-pcm32"
    try Peer.sndfileConvert.run([coding, "-endian=little", path, output])
    let data = try Data(contentsOf: URL(fileURLWithPath: output))
    return areFloats ? RawSamples.floats(data) : RawSamples.integers(data)
  }
}
