import Foundation

/// Many short alert-like sounds: one second, 44.1 kHz, mono, 16 bits.
struct SmallFiles {
  let paths: [String]
  /// The first files, for peers that are slow because they need one process for each file.
  let sample: [String]
  /// The factor from the time of the sample to that of all files.
  let scale: Double

  /// Makes 1000 files, or 200 for a quick run, unless an earlier measure has made them.
  init(in workshop: Workshop) throws {
    let count = workshop.isQuick ? 200 : 1_000
    let sampleCount = workshop.isQuick ? 20 : 100
    paths = (0..<count).map { workshop.path(String(format: "small-%04d.wav", $0)) }
    sample = Array(paths.prefix(sampleCount))
    scale = Double(count / sampleCount)
    for (index, path) in paths.enumerated() where !FileManager.default.fileExists(atPath: path) {
      if index.isMultiple(of: 50) { workshop.progress.show("making file \(index) of \(count)") }
      try WAVEFile.write(Self.bell(index), to: path)
    }
  }

  var note: String { "\(sample.count) files, time ×\(Int(scale))" }

  /// A struck bell; each has a pitch of its own.
  static func bell(_ index: Int) -> Sound {
    var noise = Noise(seed: UInt64(index))
    let pitch = 300 + Double(index % 500) * 2
    return Sound("bell \(index)", sampleRate: 44_100, frameCount: 44_100) { second, _ in
      let strike = 0.6 * sin(2 * .pi * pitch * second) + 0.3 * sin(2 * .pi * 2.76 * pitch * second)
      return exp(-4 * second) * strike + 0.002 * noise.next()
    }
  }
}
