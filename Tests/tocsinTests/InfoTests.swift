import Foundation
import TestSupport
import Testing

@Suite("tocsin info: the facts")
struct InfoTests {
  /// A folder with an ima4 sound, whose bytes are the same whatever the encoder chooses.
  private func workplace() throws -> Workplace {
    let work = try Workplace()
    try work.write("stereo.wav", channels: 2)
    #expect(try work.tocsin("convert", "stereo.wav", "out.caf", "-d", "ima4").isQuietSuccess)
    return work
  }

  @Test("A CAF with a packet table, with its chunks")
  func chunks() throws {
    let work = try workplace()
    let result = try work.tocsin("info", "--chunks", "out.caf")
    #expect(result.isQuietSuccess)
    let golden = """
      out.caf
        container     CAF
        data format   ima4, 2 ch, 44100 Hz, 68 bytes and 64 frames a packet
        duration      0.100000 s, 4410 valid frames
        packets       69 in 4692 bytes at offset 4096
        packet table  4410 valid + 0 priming + 6 remainder = 4416
        bit rate      374850 bits a second
        layout        Stereo
        optimized     yes
        file size     8788 bytes
        chunk 'desc'  32 bytes at offset 8
        chunk 'chan'  12 bytes at offset 52
        chunk 'pakt'  24 bytes at offset 76
        chunk 'free'  3956 bytes at offset 112
        chunk 'data'  4696 bytes at offset 4080

      """
    #expect(result.text == golden)
  }

  @Test("Several files are told apart by an empty line")
  func several() throws {
    let work = try workplace()
    let result = try work.tocsin("info", "in.wav", "stereo.wav")
    let golden = """
      in.wav
        container     WAVE
        data format   LEI16, 1 ch, 44100 Hz
        duration      0.100000 s, 4410 valid frames
        packets       4410 in 8820 bytes at offset 44
        bit rate      705600 bits a second
        source depth  I16
        optimized     yes
        file size     8864 bytes

      stereo.wav
        container     WAVE
        data format   LEI16, 2 ch, 44100 Hz
        duration      0.100000 s, 4410 valid frames
        packets       4410 in 17640 bytes at offset 44
        bit rate      1411200 bits a second
        source depth  I16
        optimized     yes
        file size     17684 bytes

      """
    #expect(result.text == golden)
  }

  @Test("What deviates from the rules is told")
  func irregular() throws {
    let work = try workplace()
    let bytes = try work.folder.bytes(of: "in.wav")
    try work.folder.write(bytes.dropLast(101), to: "cut.wav")
    let result = try work.tocsin("info", "cut.wav")
    #expect(result.isQuietSuccess)
    #expect(result.text.contains("  duration      0.098844 s, 4359 valid frames\n"))
    #expect(
      result.text.contains(
        "  irregular     at byte 4: the form claims 8864 bytes, the file has 8763\n"))
    #expect(result.text.contains("'data' claims 8820 bytes, only 8719 are left in the file\n"))
    #expect(result.text.contains("the last packet has 1 of 2 bytes\n"))
  }

  @Test("A foreign format is told as far as its header goes")
  func foreign() throws {
    let work = try workplace()
    _ = try Tool("sox").run([work.folder.path("in.wav"), work.folder.path("x.flac")])
    let result = try work.tocsin("info", "x.flac")
    #expect(result.isQuietSuccess)
    let lines = result.text.split(separator: "\n").map(String.init)
    #expect(lines.prefix(2) == ["x.flac", "  container     FLAC (Free Lossless Audio Codec)"])
    #expect(lines.contains("  duration      0.100000 s, 4410 valid frames"))
  }

  @Test("--json has the same facts, and the chunks")
  func json() throws {
    let work = try workplace()
    let record = try #require(try work.tocsin("info", "--json", "out.caf").jsonList().first)
    #expect(record["file"] as? String == "out.caf")
    #expect(record["container"] as? String == "CAF")
    #expect(record["dataFormat"] as? String == "ima4")
    #expect(record["channels"] as? Int == 2)
    #expect(record["sampleRate"] as? Double == 44_100)
    #expect(record["duration"] as? Double == 0.1)
    #expect(record["validFrames"] as? Int == 4_410)
    #expect(record["packets"] as? Int == 69)
    #expect(record["bytesPerPacket"] as? Int == 68)
    #expect(record["framesPerPacket"] as? Int == 64)
    #expect(record["bitsPerChannel"] as? Int == 0)
    #expect(record["audioOffset"] as? Int == 4_096)
    #expect(record["audioBytes"] as? Int == 4_692)
    #expect(record["fileBytes"] as? Int == 8_788)
    #expect(record["channelLayout"] as? String == "Stereo")
    #expect(record["irregularities"] as? [String] == [])
    let table = record["packetTable"] as? [String: Int]
    #expect(table == ["validFrames": 4_410, "primingFrames": 0, "remainderFrames": 6])
    let chunks = record["chunks"] as? [[String: Any]] ?? []
    #expect(chunks.map { $0["id"] as? String } == ["desc", "chan", "pakt", "free", "data"])
    #expect(chunks.last?["offset"] as? Int == 4_080)
    #expect(chunks.last?["size"] as? Int == 4_696)
  }

  @Test("A file that cannot be read is an error, and the others are told")
  func partialFailure() throws {
    let work = try workplace()
    let plain = try work.tocsin("info", "gone.wav", "in.wav")
    #expect(plain.status == 1)
    #expect(plain.text.hasPrefix("in.wav\n"))
    #expect(plain.errors == "Error: cannot open gone.wav: no such file\n")
    let json = try work.tocsin("info", "--json", "gone.wav", "in.wav")
    #expect(json.status == 1)
    #expect(try json.jsonList().map { $0["file"] as? String } == ["gone.wav", "in.wav"])
    let none = try work.tocsin("info", "--json", "gone.wav")
    #expect(none.status == 1)
    let reason = try none.jsonList().first?["error"] as? String
    #expect(reason == "cannot open gone.wav: no such file")
  }
}
