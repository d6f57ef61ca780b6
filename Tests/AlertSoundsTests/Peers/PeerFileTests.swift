import AlertSounds
import AudioFormats
import TestSupport
import Testing

@Suite("Peer files: what others write, Tocsin reads")
struct PeerFileTests {
  @Test("No row of the tables is lost")
  func tablesAreComplete() {
    #expect(PeerFile.ffmpegFiles.count == 33)
    #expect(PeerFile.sndfileFiles.count == 34)
    #expect(PeerFile.soxFiles.count == 25)
  }

  @Test("Every frame and sample of ffmpeg's file is read", arguments: PeerFile.ffmpegFiles)
  func ffmpeg(_ file: PeerFile) throws { try check(file) }

  @Test("Every frame and sample of libsndfile's file is read", arguments: PeerFile.sndfileFiles)
  func libsndfile(_ file: PeerFile) throws { try check(file) }

  @Test("Every frame and sample of SoX's file is read", arguments: PeerFile.soxFiles)
  func sox(_ file: PeerFile) throws { try check(file) }

  private func check(_ file: PeerFile) throws {
    let folder = try TemporaryFolder()
    let all = try file.makeAll(in: folder)
    // What a lossy coding makes of the source, ffmpeg knows as well.
    let expected =
      file.isLossless ? all.map(\.source) : try Peer.ffmpegSamples(all.map(\.path))
    for (made, expected) in zip(all, expected) {
      try checkSamples(file, made, expected)
      checkVerdict(file, made)
    }
  }

  private func checkSamples(
    _ file: PeerFile, _ made: PeerFile.Made, _ expected: [Double]
  ) throws {
    let decoded = try DecodedSound(made.path)
    #expect(decoded.container == file.container)
    #expect(decoded.dataFormat?.codingName == file.coding)
    #expect(decoded.channelCount == made.channelCount)
    // A peer's ima4 says nothing of its padding.
    let frames = file.coding == "ima4" ? (made.frameCount + 63) / 64 * 64 : made.frameCount
    let extra = file.fault(in: made)?.extraFrames ?? 0
    #expect(decoded.frameCount == frames + extra, "\(made.name)")
    let count = frames * made.channelCount
    let wrong = difference(Array(decoded.samples.prefix(count)), Array(expected.prefix(count)))
    #expect(wrong == nil, "\(made.name)")
  }

  private func checkVerdict(_ file: PeerFile, _ made: PeerFile.Made) {
    let report = SoundValidator().validate(path: made.path)
    // RF64's own extension is not an alert sound's: a finding about the name alone.
    let told = report.findings.filter { $0.rule != "name" }
    let severity = file.fault(in: made)?.severity
    #expect(told.map(\.severity).max() == severity, "\(made.name): \(told.map(\.message))")
    #expect(told.allSatisfy { $0.rule == "structure" && $0.byteOffset != nil })
  }
}
