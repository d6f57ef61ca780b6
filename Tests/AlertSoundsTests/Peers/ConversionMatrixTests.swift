import AlertSounds
import AudioFormats
import TestSupport
import Testing

@Suite("Conversion matrix: what Tocsin writes, others read")
struct ConversionMatrixTests {
  @Test("The matrix has every container and coding that is written")
  func matrixIsComplete() {
    #expect(MatrixCell.all.count == 37)
    #expect(Set(MatrixCell.all.map(\.container)) == [.caf, .wave, .aiff, .aifc])
  }

  @Test("Tocsin reads its own file sample for sample", arguments: MatrixCell.all)
  func ownReading(of cell: MatrixCell) throws {
    let folder = try TemporaryFolder()
    for file in try MatrixFile.makeAll(cell, in: folder) {
      let decoded = try DecodedSound(file.path)
      #expect(decoded.container == cell.container)
      #expect(decoded.dataFormat?.coding == cell.coding)
      #expect(decoded.channelCount == file.channelCount)
      #expect(decoded.frameCount == expectedFrames(file, cell), "\(file.name)")
      if let expected = cell.expected(of: file.source) {
        #expect(difference(decoded.samples, expected) == nil, "\(file.name)")
      }
      #expect(SoundValidator().validate(path: file.path).findings.isEmpty, "\(file.name)")
    }
  }

  @Test("ffmpeg reads every frame and sample", arguments: MatrixCell.all)
  func ffmpeg(reads cell: MatrixCell) throws {
    let folder = try TemporaryFolder()
    let files = try MatrixFile.makeAll(cell, in: folder)
    for (file, samples) in zip(files, try Peer.ffmpegSamples(files.map(\.path))) {
      let frames = samples.count / file.channelCount
      // ffmpeg knows no packet table: it plays the padding of the last packet too.
      #expect(frames == (cell.coding == .ima4 ? paddedFrames(file) : file.frameCount))
      try compare(Array(samples.prefix(file.source.count)), file, cell)
    }
  }

  @Test(
    "libsndfile reads every frame and sample",
    arguments: MatrixCell.all.filter { $0.container != .caf || $0.coding != .ima4 })
  func libsndfile(reads cell: MatrixCell) throws {
    let folder = try TemporaryFolder()
    for file in try MatrixFile.makeAll(cell, in: folder) {
      let samples = try Peer.sndfileSamples(file.path, areFloats: cell.isFloat)
      let frames = samples.count / file.channelCount
      if cell.coding == .ima4 {
        // Its decoder sets the predictor back with every packet: the samples differ by rule.
        #expect(frames == paddedFrames(file))
      } else {
        #expect(frames == file.frameCount, "\(file.name)")
        try compare(samples, file, cell)
      }
    }
  }

  /// Frames of whole IMA4 packets: the last one is never full.
  private func paddedFrames(_ file: MatrixFile) -> Int { (file.frameCount / 64 + 1) * 64 }

  /// AIFF-C cannot say where an IMA4 sound ends.
  private func expectedFrames(_ file: MatrixFile, _ cell: MatrixCell) -> Int {
    cell.container == .aifc && cell.coding == .ima4 ? paddedFrames(file) : file.frameCount
  }

  /// Expects of a peer's samples what linear PCM keeps, or else what Tocsin decodes.
  private func compare(_ samples: [Double], _ file: MatrixFile, _ cell: MatrixCell) throws {
    if let expected = cell.expected(of: file.source) {
      #expect(difference(samples, expected) == nil, "\(file.name)")
      return
    }
    let own = try DecodedSound(file.path).samples.prefix(file.source.count)
    #expect(difference(samples, Array(own)) == nil, "\(file.name)")
    guard cell.coding != .ima4 else { return }
    // G.711 keeps a sample within half a step, a thirty-second of its level at most.
    for (sample, source) in zip(samples, file.source) {
      let isNear = abs(sample - source) <= abs(source) / 30 + 0x1p-11
      #expect(isNear, "\(file.name): \(source) became \(sample)")
      if !isNear { return }
    }
  }
}
