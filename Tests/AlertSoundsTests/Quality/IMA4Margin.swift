import AlertSounds
import AudioFormats
import Foundation
import TestSupport

/// One sound encoded by Tocsin and by ffmpeg, both decoded by ffmpeg.
struct IMA4Margin {
  let name: String
  /// dB; infinite where nothing was lost.
  let own: Double
  let peer: Double

  var margin: Double { own == peer ? 0 : own - peer }

  /// Encodes and decodes each of `sources`, 16-bit WAVE files.
  static func measure(
    _ sources: [(name: String, path: String)], in folder: TemporaryFolder
  ) throws -> [IMA4Margin] {
    let own = sources.indices.map { folder.path("own-\($0).caf") }
    let peer = sources.indices.map { folder.path("peer-\($0).caf") }
    for (source, output) in zip(sources, own) {
      try convert(source.path, to: output, .caf, .ima4)
    }
    try Peer.ffmpeg(
      zip(sources, peer).map {
        Peer.FFmpegJob(input: $0.path, options: ["-c:a", "adpcm_ima_qt"], output: $1)
      })
    let decoded = try Peer.ffmpegSamples(own + peer)
    return try sources.indices.map { index in
      let original = try DecodedSound(sources[index].path).samples
      return IMA4Margin(
        name: sources[index].name, own: decibels(original, decoded[index]),
        peer: decibels(original, decoded[index + sources.count]))
    }
  }

  /// Signal-to-noise ratio over the frames of the original; the padding after them is not a
  /// signal.
  private static func decibels(_ original: [Double], _ decoded: [Double]) -> Double {
    var signal = 0.0
    var noise = 0.0
    for (original, decoded) in zip(original, decoded) {
      signal += original * original
      noise += (original - decoded) * (original - decoded)
    }
    return noise > 0 ? 10 * log10(signal / noise) : .infinity
  }

  /// The rows as a table for people.
  static func table(_ margins: [IMA4Margin]) -> String {
    let head = "ima4 SNR in dB".padded(to: 44) + "  Tocsin  ffmpeg  margin"
    let rows = margins.map { row in
      row.name.padded(to: 44)
        + [row.own, row.peer, row.margin].map { String(format: "%8.2f", $0) }.joined()
    }
    return ([head] + rows).joined(separator: "\n")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
