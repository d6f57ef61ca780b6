import Foundation

/// A program to compare with.
struct Peer {
  let name: String
  /// The program's path; nil if it is not installed.
  let path: String?

  init(_ name: String) {
    self.name = name
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    path = folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
  }

  static let ffmpeg = Peer("ffmpeg")
  static let ffprobe = Peer("ffprobe")
  static let sox = Peer("sox")
  static let soxi = Peer("soxi")
  static let sndfileInfo = Peer("sndfile-info")
  static let espeak = Peer("espeak-ng")
  static let xq = Peer("adpcm-xq")
}

/// The machine on which the tables were measured.
enum Machine {
  static func description(quick: Bool) -> String {
    let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
    let average = load.split(separator: " ").first.map { ", load \($0) at the start" } ?? ""
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let missing = [Peer.ffmpeg, .ffprobe, .sox, .soxi, .sndfileInfo, .espeak]
      .filter { $0.path == nil }.map(\.name)
    let gaps = missing.isEmpty ? "" : " Not installed: \(missing.joined(separator: ", "))."
    return "\(cores) cores\(average)\(quick ? ", quick run" : "").\(gaps)"
  }
}
