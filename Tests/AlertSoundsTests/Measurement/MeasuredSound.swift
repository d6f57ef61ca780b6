import AlertSounds
import AudioFormats
import Foundation
import TestSupport
import Testing

/// A sound in a file, and what is measured in it.
struct MeasuredSound {
  let path: String
  let examination: SoundExamination
  let measurements: SoundMeasurements

  init(_ path: String, limits: RuleLimits = RuleLimits()) throws {
    self.path = path
    examination = SoundValidator(.allRules, limits: limits).examine(path: path)
    measurements = try #require(examination.measurements)
  }

  /// Writes `pcm` as 64-bit floats, in `cell`'s format if one is given, and measures it.
  init(
    _ pcm: PCMBuffer, sampleRate: Int = 44_100, as cell: MatrixCell? = nil,
    in folder: TemporaryFolder, name: String = "sound"
  ) throws {
    let master = try folder.write(
      PlainWAVE.floats(pcm.samples, channelCount: pcm.channelCount, sampleRate: sampleRate),
      to: cell == nil ? "\(name).wav" : "\(name)-master.wav")
    guard let cell else {
      try self.init(master)
      return
    }
    let output = folder.path("\(name).\(cell.container.fileExtensions[0])")
    try convert(master, to: output, cell.container, DataFormatRequest(cell.coding))
    try self.init(output)
  }

  /// The identifiers of what was found.
  var rules: [String] { examination.report.findings.map(\.rule) }

  func loudness() throws -> Double { try #require(measurements.loudness).value }
}

extension Signals {
  /// The same sine on all channels.
  static func tone(
    _ frequency: Double, decibels: Double, seconds: Double, channels: Int = 2,
    sampleRate: Int = 48_000
  ) -> PCMBuffer {
    let amplitude = pow(10, decibels / 20)
    let frames = Int((seconds * Double(sampleRate)).rounded())
    return make(frames: frames, channels: channels) { frame, _ in
      amplitude * sin(2 * .pi * frequency * Double(frame) / Double(sampleRate))
    }
  }

  /// A bell: a sine that starts softly and dies away; other channels are a fifth higher.
  static func bell(
    seconds: Double = 1, amplitude: Double = 0.8, channels: Int = 1, sampleRate: Int = 44_100
  ) -> PCMBuffer {
    let frames = Int(seconds * Double(sampleRate))
    return make(frames: frames, channels: channels) { frame, channel in
      let time = Double(frame) / Double(sampleRate)
      let pitch = 660 * pow(1.5, Double(channel))
      return amplitude * min(1, time * 500) * exp(-6 * time / seconds)
        * sin(2 * .pi * pitch * time)
    }
  }

  /// One sound after the other.
  static func sequence(_ parts: [PCMBuffer]) -> PCMBuffer {
    PCMBuffer(channelCount: parts[0].channelCount, samples: parts.flatMap(\.samples))
  }
}
