import AudioFormats
import Files
import TestSupport
import Testing

/// A coding and how many channels it has, with a name to read.
struct CodingCase: Sendable, CustomTestStringConvertible {
  let coding: DataFormat.Coding
  let channelCount: Int

  func format() throws -> DataFormat {
    try DataFormat(coding, sampleRate: 44_100, channelCount: channelCount)
  }

  var testDescription: String {
    ((try? format().codingName) ?? "\(coding)") + " \(channelCount) ch"
  }

  static let encodable =
    (LinearPCM.all.map { DataFormat.Coding.linearPCM($0) } + [.uLaw, .aLaw, .ima4])
    .flatMap { coding in [1, 2].map { CodingCase(coding: coding, channelCount: $0) } }
  static let decodable =
    encodable + [
      CodingCase(coding: .msIMA(bytesPerPacket: 36, framesPerPacket: 65), channelCount: 1),
      CodingCase(coding: .msIMA(bytesPerPacket: 72, framesPerPacket: 65), channelCount: 2),
    ]
}

@Suite struct PacketCodecTests {
  private static let alac = DataFormat.Coding.other(
    .fourCharCode("alac"), bytesPerPacket: 0, framesPerPacket: 4_096)

  @Test(arguments: CodingCase.decodable)
  func anyBytesEndInSamplesOrAnErrorAboutThem(coding: CodingCase) throws {
    let format = try coding.format()
    var generator = SeededGenerator.printed(for: "bytes for \(coding.testDescription)")
    var decoder = try makeDecoder(for: format)
    var pcm = PCMBuffer(channelCount: coding.channelCount)
    for count in Array(0...150) + [1_000, 4_096] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let outcome = Result { () throws(CodecError) in try decoder.decode(bytes, into: &pcm) }
      switch outcome {
      case .success:
        #expect(pcm.frameCount == count / format.bytesPerPacket * format.framesPerPacket)
      case .failure(.malformed(let malformed)):
        #expect((0..<Int64(count)).contains(malformed.position))
      case .failure(let error):
        Issue.record("\(error)")
      }
    }
  }

  @Test(arguments: CodingCase.encodable)
  func anEncodedSoundHasItsPacketsAndComesBack(coding: CodingCase) throws {
    let format = try coding.format()
    let pcm = Signals.sine(frames: 100, channels: coding.channelCount)
    var encoder = try makeEncoder(for: format)
    var packets: [UInt8] = []
    encoder.encode(pcm, into: &packets)
    encoder.finish(into: &packets)
    let packetCount = coding.coding == .ima4 ? 2 : 100
    #expect(packets.count == packetCount * format.bytesPerPacket)
    var decoded = PCMBuffer(channelCount: coding.channelCount)
    var decoder = try makeDecoder(for: format)
    try decoder.decode(packets, into: &decoded)
    #expect(decoded.frameCount == packetCount * format.framesPerPacket)
    let worst = zip(pcm.samples, decoded.samples).map { abs($0 - $1) }.max() ?? 1
    // G.711 has steps of 1/32 at half of full scale, 8-bit samples of 1/128.
    #expect(worst < (coding.coding == .ima4 ? 0.1 : 0.016))
  }

  @Test func whatNobodyCanDecodeIsNamed() throws {
    let format = try DataFormat(Self.alac, sampleRate: 44_100, channelCount: 1)
    #expect(throws: CodecError.unsupported(Self.alac, name: "'alac'")) {
      try makeDecoder(for: format)
    }
    #expect(
      CodecError.unsupported(Self.alac, name: "'alac'").description
        == "Tocsin has no codec for 'alac'")
  }

  @Test(arguments: [alac, .msIMA(bytesPerPacket: 36, framesPerPacket: 65)])
  func whatNobodyCanEncodeIsNamed(coding: DataFormat.Coding) throws {
    let format = try DataFormat(coding, sampleRate: 44_100, channelCount: 1)
    #expect(throws: CodecError.unsupported(coding, name: format.codingName)) {
      try makeEncoder(for: format)
    }
  }

  @Test func anErrorTellsItsByte() {
    #expect(
      CodecError.malformed(Malformed(at: 34, "IMA4 step index 89 is over 88")).description
        == "bad packet at byte 34: IMA4 step index 89 is over 88")
  }
}
