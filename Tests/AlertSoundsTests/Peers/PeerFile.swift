import AudioFormats
import TestSupport
import Testing

/// A file that another program writes, and what Tocsin has to find in it.
struct PeerFile: Sendable, CustomTestStringConvertible {
  let writer: Peer
  /// The options that choose coding and byte order.
  let options: [String]
  let fileExtension: String
  let container: Container
  /// What Tocsin calls the coding.
  let coding: String
  /// Bits of the source's samples: those that the coding keeps.
  let bitDepth: Int

  var testDescription: String {
    "\(writer.rawValue) \(options.joined(separator: " ")) .\(fileExtension)"
  }

  init(
    _ writer: Peer, _ options: [String], _ fileExtension: String, _ container: Container,
    _ coding: String, bitDepth: Int
  ) {
    self.writer = writer
    self.options = options
    self.fileExtension = fileExtension
    self.container = container
    self.coding = coding
    self.bitDepth = bitDepth
  }

  var isLossless: Bool { !["ulaw", "alaw", "ima4", "MS IMA ADPCM"].contains(coding) }
  var isFloat: Bool { coding.contains("F") }

  /// Lengths: odd, and a whole number of packets.
  static let frameCounts = [4_411, 4_416]

  /// What `make` made.
  struct Made {
    let path: String
    let frameCount: Int
    let channelCount: Int
    let source: [Double]

    var name: String { "\(frameCount) frames of \(channelCount) channels" }
  }

  /// Lets the writer make the file from samples of `channelCount` channels.
  func make(frameCount: Int, channelCount: Int, in folder: TemporaryFolder) throws -> Made {
    try make([(frameCount, channelCount)], in: folder)[0]
  }

  /// Makes every length with one and two channels.
  func makeAll(in folder: TemporaryFolder) throws -> [Made] {
    try make([1, 2].flatMap { count in Self.frameCounts.map { ($0, count) } }, in: folder)
  }

  private func make(
    _ sizes: [(frameCount: Int, channelCount: Int)], in folder: TemporaryFolder
  ) throws -> [Made] {
    let jobs = try sizes.map { frameCount, channelCount in
      let name = "\(frameCount)-\(channelCount)"
      let (bytes, source) = source(frameCount, channelCount)
      let made = Made(
        path: folder.path("\(name).\(fileExtension)"), frameCount: frameCount,
        channelCount: channelCount, source: source)
      return (input: try folder.write(bytes, to: "\(name)-source.wav"), made: made)
    }
    switch writer {
    case .ffmpeg:
      try Peer.ffmpeg(
        jobs.map { Peer.FFmpegJob(input: $0.input, options: options, output: $0.made.path) })
    case .sndfileConvert:
      for job in jobs { try writer.run(options + [job.input, job.made.path]) }
    case .sox:
      for job in jobs { try writer.run(["-D", job.input] + options + [job.made.path]) }
    }
    return jobs.map(\.made)
  }

  /// A WAVE file that the writer takes over exactly, and its samples.
  private func source(_ frameCount: Int, _ channelCount: Int) -> (bytes: [UInt8], samples: [Double])
  {
    let integers = TestSamples.integers(bitDepth: bitDepth, count: frameCount * channelCount)
    let samples = TestSamples.normalized(integers, bitDepth: bitDepth)
    guard writer == .sndfileConvert, isFloat else {
      let wide = TestSamples.widened(integers, bitDepth: bitDepth)
      return (PlainWAVE.integers(wide, bitDepth: 32, channelCount: channelCount), samples)
    }
    // sndfile-convert scales integers on their way to floats, so it gets floats for them; ones
    // below full scale, because it scales those of full scale too.
    let halved = samples.map { $0 / 2 }
    return (PlainWAVE.floats(halved, channelCount: channelCount), halved)
  }
}
