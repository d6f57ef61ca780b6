import AudioFormats
import Foundation

/// Signal-to-noise ratio over time as an SVG: one line for each encoder.
struct IMA4Plot {
  private static let segmentSeconds = 0.04
  private static let width = 720.0
  private static let height = 300.0
  /// The margin for the labels.
  private static let margin = 46.0
  private static let classes = ["a", "b", "c"]
  private let sound: Sound
  private let lines: [(name: String, ratios: [Double])]
  private let greatest: Double

  init(_ sound: Sound) throws {
    self.sound = sound
    let peers = [
      ("greedy", IMA4Peer.greedy), ("normal", .own(.normal)), ("best", .own(.best)),
    ]
    lines = try peers.map { name, peer in
      (name, Self.ratios(sound, try peer.decoded(sound) ?? []))
    }
    greatest = (lines.flatMap(\.ratios).max() ?? 0) / 10
  }

  /// dB of each segment.
  private static func ratios(_ sound: Sound, _ decoded: [Int16]) -> [Double] {
    let length = Int(segmentSeconds * Double(sound.sampleRate)) * sound.channelCount
    return stride(from: 0, to: sound.samples.count - length + 1, by: length).map { start in
      var (signal, noise) = (0.0, 1e-9)
      for index in start..<start + length {
        signal += pow(Double(sound.samples[index]), 2)
        noise += pow(Double(sound.samples[index]) - Double(decoded[index]), 2)
      }
      return max(0, 10 * log10(signal / noise))
    }
  }

  var svg: String {
    Drawing.svg(
      width: Int(Self.width), height: Int(Self.height),
      title: "IMA4, signal-to-noise ratio in dB over seconds: \(sound.name)",
      grid + lines.indices.map(line))
  }

  private var top: Double { 10 * greatest.rounded(.up) }
  private var seconds: Double { Double(sound.frameCount) / Double(sound.sampleRate) }

  private func x(_ second: Double) -> Double {
    Self.margin + second / seconds * (Self.width - 2 * Self.margin)
  }

  private func y(_ decibels: Double) -> Double {
    Self.height - Self.margin * 0.7 - decibels / top * (Self.height - 1.4 * Self.margin)
  }

  private var grid: [String] {
    let rows = stride(from: 0.0, through: top, by: 10).map { decibels in
      """
      <path d="M\(Self.margin) \(y(decibels))H\(Self.width - Self.margin)" class="grid"/>
      <text x="\(Self.margin - 6)" y="\(y(decibels) + 4)" text-anchor="end">\(Int(decibels))</text>
      """
    }
    let columns = stride(from: 0.0, through: seconds, by: 0.5).map { second in
      "<text x=\"\(x(second))\" y=\"\(Self.height - 12)\" text-anchor=\"middle\">\(second)</text>"
    }
    return rows + columns
  }

  private func line(_ number: Int) -> String {
    let (name, ratios) = lines[number]
    let points = ratios.enumerated().map { index, ratio in
      String(format: "%.1f,%.1f", x((Double(index) + 0.5) * Self.segmentSeconds), y(ratio))
    }
    let kind = Self.classes[number]
    let end = x(seconds) - 150 + 52 * Double(number)
    return """
      <polyline points="\(points.joined(separator: " "))" class="line \(kind)"/>
      <text x="\(end)" y="34" class="name \(kind)">\(name)</text>
      """
  }
}
