import AlertSounds
import AudioFormats
import TestSupport
import Testing

/// A container and a coding that it is written with.
struct MatrixCell: Sendable, CustomTestStringConvertible {
  let container: Container
  let coding: DataFormat.Coding

  /// Every container with every coding that its writer knows.
  static let all: [MatrixCell] = Container.allCases.flatMap { container in
    container.writableCodings.map { MatrixCell(container: container, coding: $0) }
  }

  /// Lengths around a packet of 64 frames, an odd one, and a whole number of packets.
  static let frameCounts = [63, 64, 4_411, 1_280]

  var testDescription: String { "\(container.name) \(codingName)" }

  private var codingName: String {
    switch coding {
    case .linearPCM(let pcm): pcm.description
    case .uLaw: "ulaw"
    case .aLaw: "alaw"
    default: "ima4"
    }
  }

  var isFloat: Bool {
    if case .linearPCM(let pcm) = coding { return pcm.sampleType == .float }
    return false
  }

  /// The source: beyond full scale for integers, which must hold it there; within for all others,
  /// because sndfile-convert scales floats of full scale.
  func source(samples count: Int) -> [Double] {
    if case .linearPCM = coding, !isFloat { return TestSamples.doubles(count: count) }
    return TestSamples.doubles(count: count, amplitude: 0.95)
  }

  /// The samples that linear PCM of this cell keeps of `samples`; nil for lossy codings.
  func expected(of samples: [Double]) -> [Double]? {
    guard case .linearPCM(let pcm) = coding else { return nil }
    switch (pcm.sampleType, pcm.bitDepth) {
    case (.float, 32): return samples.map { Double(Float($0)) }
    case (.float, _): return samples
    default: return TestSamples.quantized(samples, bitDepth: pcm.bitDepth)
    }
  }
}

/// One conversion of a cell: its file and what went into it.
struct MatrixFile {
  let path: String
  let frameCount: Int
  let channelCount: Int
  let source: [Double]

  /// Converts WAVE files of every length and channel count into `cell`.
  static func makeAll(_ cell: MatrixCell, in folder: TemporaryFolder) throws -> [MatrixFile] {
    try [1, 2].flatMap { channelCount in
      try MatrixCell.frameCounts.map { frameCount in
        let source = cell.source(samples: frameCount * channelCount)
        let input = try folder.write(
          PlainWAVE.floats(source, channelCount: channelCount),
          to: "\(frameCount)-\(channelCount).wav")
        let output = folder.path(
          "\(frameCount)-\(channelCount)-out.\(cell.container.fileExtensions[0])")
        let result = try convert(
          input, to: output, cell.container, DataFormatRequest(cell.coding))
        #expect(result.frameCount == Int64(frameCount))
        return MatrixFile(
          path: output, frameCount: frameCount, channelCount: channelCount, source: source)
      }
    }
  }

  var name: String { "\(frameCount) frames of \(channelCount) channels" }
}
