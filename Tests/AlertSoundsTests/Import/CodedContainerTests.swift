import AlertSounds
import AudioFormats
import Files
import Foundation
import TestSupport
import Testing

@Suite("Containers of ours with a coding of others: ffmpeg decodes, the packet table counts")
struct CodedContainerTests {
  /// A CAF with the packets of an AAC stream, as Apple's tools would number them.
  private func caf(
    of tone: CodedTone, priming: Int32, validFrames: Int64
  ) throws -> (path: String, stream: String) {
    let stream = try tone.coded(["-c:a", "aac"], as: "tone.aac")
    let bytes = try tone.folder.bytes(of: "tone.aac")
    let format = try DataFormat(
      .other(.fourCharCode("aac "), bytesPerPacket: 0, framesPerPacket: 1_024),
      sampleRate: 44_100, channelCount: 1)
    // AudioSpecificConfig: AAC-LC, 44.1 kHz, mono; in an ES descriptor.
    let cookie: [UInt8] =
      descriptor(3, 34) + [0, 0, 0] + descriptor(4, 20) + [0x40, 0x15]
      + [UInt8](repeating: 0, count: 11) + descriptor(5, 2) + [0x12, 0x08] + descriptor(6, 1) + [2]
    var writer = try CAFVariableWriter(format, cookie: cookie, to: MemorySink())
    var at = 0
    while at < bytes.count {
      let size = Int(bytes[at + 3] & 3) << 11 | Int(bytes[at + 4]) << 3 | Int(bytes[at + 5]) >> 5
      try writer.write(Array(bytes[(at + 7)..<(at + size)]))
      at += size
    }
    let file = try writer.finish(validFrames: validFrames, primingFrames: priming)
    return (try tone.folder.write(file.content, to: "tone.caf"), stream)
  }

  private func descriptor(_ tag: UInt8, _ size: UInt8) -> [UInt8] { [tag, 0x80, 0x80, 0x80, size] }

  @Test(
    "AAC in CAF is as long as its packet table says, and starts after its priming",
    arguments: [(2_112, 50_000), (1_024, 54_441), (0, 56_320), (1_023, 1)])
  func aac(priming: Int, validFrames: Int) throws {
    let tone = try CodedTone()
    let (path, stream) = try caf(of: tone, priming: Int32(priming), validFrames: Int64(validFrames))
    let all = try DecodedSound(stream).samples
    let decoded = try DecodedSound(path)
    #expect(decoded.frameCount == validFrames)
    #expect(difference(decoded.samples, Array(all[priming..<priming + validFrames])) == nil)
  }

  @Test("An excerpt of AAC in CAF begins at its frame")
  func excerpt() throws {
    let tone = try CodedTone()
    var sound = try SoundFile(path: try caf(of: tone, priming: 1_024, validFrames: 54_441).path)
    let whole = try DecodedSound(of: sound).samples
    sound.excerpt.startFrame = 10_000
    #expect(difference(try DecodedSound(of: sound).samples, Array(whole[10_000...])) == nil)
    sound.excerpt.startFrame = 0
    sound.excerpt.primingFrames = 2_112
    let later = try DecodedSound(of: sound)
    #expect(difference(later.samples, Array(whole[1_088...])) == nil)
  }

  @Test("ALAC in CAF gives every sample", arguments: ["s16p", "s32p"], [1, 2])
  func alac(sampleFormat: String, channels: Int) throws {
    let tone = try CodedTone(channels: channels)
    let path = try tone.coded(["-c:a", "alac", "-sample_fmt", sampleFormat], as: "tone.caf")
    #expect(difference(try DecodedSound(path).samples, tone.samples) == nil)
  }

  @Test("Microsoft's ADPCM in WAVE sounds as ffmpeg decodes it", arguments: [1, 2])
  func msADPCM(channels: Int) throws {
    let tone = try CodedTone(channels: channels)
    let path = try tone.coded(["-c:a", "adpcm_ms"], as: "ms.wav")
    let decoded = try DecodedSound(path)
    let theirs = try Peer.ffmpegSamples([path])[0]
    let shared = min(decoded.samples.count, theirs.count)
    #expect(decoded.frameCount >= CodedTone.frames)
    #expect(difference(Array(decoded.samples[..<shared]), Array(theirs[..<shared])) == nil)
  }

  @Test("MACE 3:1 in AIFF-C has six frames a packet")
  func mace() throws {
    var writer = ByteWriter()
    let packets = (0..<200).flatMap { [UInt8($0), UInt8(255 - $0)] }
    let name: [UInt8] = [0]
    writer.write("FORM" as FourCharCode)
    writer.writeBE(UInt32(4 + 12 + 8 + 24 + 16 + packets.count))
    writer.write("AIFC" as FourCharCode)
    writer.write("FVER" as FourCharCode)
    writer.writeBE(UInt32(4))
    writer.writeBE(UInt32(0xA280_5140))
    writer.write("COMM" as FourCharCode)
    writer.writeBE(UInt32(24))
    writer.writeBE(UInt16(1))
    writer.writeBE(UInt32(200))
    writer.writeBE(UInt16(8))
    // 22,050 Hz as an 80-bit float.
    writer.write([0x40, 0x0D, 0xAC, 0x44, 0, 0, 0, 0, 0, 0])
    writer.write("MAC3" as FourCharCode)
    writer.write(name + [0])
    writer.write("SSND" as FourCharCode)
    writer.writeBE(UInt32(8 + packets.count))
    writer.writeZeros(8)
    writer.write(packets)
    let folder = try TemporaryFolder()
    let path = try folder.write(writer.bytes, to: "mace.aifc")
    let decoded = try DecodedSound(path)
    #expect(decoded.frameCount == 1_200)
    #expect(decoded.samples.contains { $0 != 0 })
  }
}
