import AlertSounds
import AudioFormats
import Foundation
import Synchronization
import TestSupport
import Testing

/// Every input with every output. What the outputs of a plain WAVE hold is compared with other
/// readers elsewhere; here the way through any input must make the very same file.
@Suite("Input matrix: the input's container and coding leave no trace in the output")
struct InputMatrixTests {
  private struct Shape {
    let channelCount: Int
    let frameCount: Int
  }

  /// Mono and stereo, odd, and an exact multiple of 64 frames.
  private static let shapes = [
    Shape(channelCount: 1, frameCount: 641), Shape(channelCount: 2, frameCount: 641),
    Shape(channelCount: 1, frameCount: 640), Shape(channelCount: 2, frameCount: 640),
  ]

  @Test("Whatever holds the same samples becomes the same file", arguments: MatrixCell.all)
  func everyOutput(of input: MatrixCell) throws {
    for shape in Self.shapes {
      let folder = try TemporaryFolder()
      let source = folder.path("source.wav")
      try folder.write(
        PlainWAVE.integers(
          TestSamples.integers(bitDepth: 16, count: shape.channelCount * shape.frameCount),
          channelCount: shape.channelCount), to: "source.wav")
      try convert(source, to: folder.path("input"), input.container, input.coding)
      // The decoded samples of the input, in a form that loses none of them.
      let floats = LinearPCM.float64(.littleEndian)
      try convert(folder.path("input"), to: folder.path("decoded"), .caf, .linearPCM(floats))
      let decoded = Data(try folder.bytes(of: "decoded"))
      for output in MatrixCell.all where output.coding != input.coding {
        try convert(folder.path("input"), to: folder.path("a"), output.container, output.coding)
        let expected = try Self.expected(from: decoded, output) {
          try convert(folder.path("decoded"), to: folder.path("b"), output.container, output.coding)
          return try folder.bytes(of: "b")
        }
        let isSame = try folder.bytes(of: "a") == expected
        #expect(isSame, "\(input.testDescription) → \(output.testDescription), \(shape)")
        let frames = try DecodedSound(folder.path("a")).frameCount
        #expect(frames == expectedFrames(shape, input, output))
      }
    }
  }

  private struct Expectation: Hashable {
    let decoded: Data
    let output: String
  }
  /// What decoded samples become: many inputs hold the same ones.
  private static let known = Mutex<[Expectation: [UInt8]]>([:])

  private static func expected(
    from decoded: Data, _ output: MatrixCell, make: () throws -> [UInt8]
  ) throws -> [UInt8] {
    let key = Expectation(decoded: decoded, output: output.testDescription)
    if let bytes = known.withLock({ $0[key] }) { return bytes }
    let bytes = try make()
    known.withLock { $0[key] = bytes }
    return bytes
  }

  @Test(
    "A lossless foreign sound becomes the file that its WAVE becomes", arguments: ["flac", "au"])
  func foreignInput(suffix: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      PlainWAVE.integers(
        TestSamples.integers(bitDepth: 16, count: 1_282), channelCount: 2), to: "source.wav")
    let made = try Tool("ffmpeg").run([
      "-v", "error", "-i", folder.path("source.wav"), folder.path("input." + suffix),
    ])
    #expect(made.status == 0)
    for output in MatrixCell.all {
      try convert(
        folder.path("input." + suffix), to: folder.path("a"), output.container, output.coding)
      try convert(folder.path("source.wav"), to: folder.path("b"), output.container, output.coding)
      let isSame = try folder.bytes(of: "a") == folder.bytes(of: "b")
      #expect(isSame, "\(suffix) → \(output.testDescription)")
    }
  }

  private func convert(
    _ input: String, to output: String, _ container: Container, _ coding: DataFormat.Coding
  ) throws {
    let format = DataFormatRequest(coding, sampleRate: 44_100)
    let request = ConversionRequest(container: container, dataFormat: format)
    _ = try SoundConverter(request).convert(input, to: output)
  }

  /// AIFF-C cannot tell the padding of an IMA4 sound from the sound.
  private func expectedFrames(_ shape: Shape, _ input: MatrixCell, _ output: MatrixCell) -> Int {
    var frames = shape.frameCount
    for cell in [input, output] where cell.container == .aifc && cell.coding == .ima4 {
      frames = (frames / 64 + 1) * 64
    }
    return frames
  }
}
