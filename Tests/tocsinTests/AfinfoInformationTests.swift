import AudioFormats
import Files
import Foundation
import TestSupport
import Testing

@Suite("The information dictionary, and files that lie")
struct AfinfoInformationTests {
  private let sounds: AfinfoSounds

  init() throws { sounds = try AfinfoSounds() }

  /// What a CAF says whose information chunk has `content`.
  private func information(_ content: [UInt8]) throws -> [String] {
    var options = WriterOptions()
    options.chunks["info"] = content
    let format = try DataFormat(.uLaw, sampleRate: 8_000, channelCount: 1)
    var writer = try ContainerWriter(.caf, format, to: MemorySink(), options)
    try writer.write([0xFF])
    let bytes = try writer.finish(validFrames: 1).content
    let description = try ContainerDescription(parsing: MemorySource(bytes))
    #expect(description.validFrames == 1)
    return description.information.map { "\($0.key)=\($0.value)" }
  }

  @Test("Whole entries are read, whatever the chunk claims")
  func boundedEntries() throws {
    let two = [("a", "1"), ("b", "2")]
    #expect(try information(AfinfoSounds.chunk(two)) == ["a=1", "b=2"])
    #expect(try information(AfinfoSounds.chunk(two, count: 1)) == ["a=1"])
    #expect(try information(AfinfoSounds.chunk(two, count: 0xFFFF_FFFF)) == ["a=1", "b=2"])
    #expect(try information(AfinfoSounds.chunk(two).dropLast()) == ["a=1"])
    #expect(try information([0, 0, 0]) == [])
    #expect(try information([]) == [])
    #expect(try information([0, 0, 0, 9] + Array("no end".utf8)) == [])
    #expect(try information([0, 0, 0, 1, 0xFF, 0, 0xC3, 0]) == ["\u{FFFD}=\u{FFFD}"])
  }

  @Test("A flood of entries or bytes is cut off")
  func flood() throws {
    let entries = (0..<2_000).map { ("k\($0)", "v") }
    #expect(try information(AfinfoSounds.chunk(entries)).count == 1_000)
    let long = String(repeating: "x", count: 70_000)
    #expect(try information(AfinfoSounds.chunk([("a", "1"), ("long", long)])) == ["a=1"])
  }

  @Test("Random chunks give entries within the bounds, and the sound stays")
  func randomChunks() throws {
    var generator = SeededGenerator.printed(for: "information chunks")
    for _ in 0..<300 {
      let count = Int.random(in: 0...64, using: &generator)
      let bytes = (0..<count).map { _ in
        Bool.random(using: &generator) ? 0 : UInt8.random(in: 0...255, using: &generator)
      }
      #expect(try information(bytes).count <= max(0, count - 4) / 2)
    }
  }

  /// A packet table of a CAF at 1 Hz, with the coding that it is for.
  struct AbsurdTable: Sendable {
    let formatID: String
    let bytesPerPacket: UInt32
    let framesPerPacket: UInt32
    let packets: Int64
    let validFrames: Int64

    /// Sums of these do not fit into 64 bits, microseconds of these do not either.
    static let all = [
      AbsurdTable("ima4", 34, 64, packets: 0, validFrames: .max),
      AbsurdTable("aac ", 0, 0, packets: 0, validFrames: .max),
      AbsurdTable("aac ", 0, 0, packets: 0, validFrames: 100_000_000_000_000),
      AbsurdTable("aac ", 0, .max, packets: .max, validFrames: .max),
    ]

    init(_ id: String, _ bytes: UInt32, _ frames: UInt32, packets: Int64, validFrames: Int64) {
      (formatID, bytesPerPacket, framesPerPacket) = (id, bytes, frames)
      (self.packets, self.validFrames) = (packets, validFrames)
    }

    var file: [UInt8] {
      var writer = ByteWriter()
      writer.write("caff".utf8 + [0, 1, 0, 0] + "desc".utf8)
      writer.writeBE(UInt64(32))
      writer.writeBE((1.0).bitPattern)
      writer.write(formatID.utf8)
      for field in [0, bytesPerPacket, framesPerPacket, 1, 0] { writer.writeBE(field) }
      writer.write("pakt".utf8)
      writer.writeBE(UInt64(24))
      for count in [packets, validFrames] { writer.writeBE(count) }
      for count in [Int32.max, Int32.max] { writer.writeBE(count) }
      writer.write("data".utf8 + [0, 0, 0, 0, 0, 0, 0, 72, 0, 0, 0, 1])
      writer.writeZeros(68)
      return writer.bytes
    }
  }

  @Test("A packet table that claims the absurd is told, not trusted", arguments: AbsurdTable.all)
  func absurdTable(_ table: AbsurdTable) throws {
    try sounds.folder.write(table.file, to: "absurd.caf")
    for result in [
      try sounds.afinfo("-i", "-r", "absurd.caf"), try sounds.afinfo("-x", "absurd.caf"),
      try sounds.tocsin("info", "absurd.caf"), try sounds.tocsin("info", "--json", "absurd.caf"),
    ] {
      #expect(result.status == 0)
      #expect(result.text.contains("\(table.validFrames)"))
    }
  }

  @Test("Every fixture is told or refused", arguments: ["valid", "defective"])
  func fixtures(_ kind: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "AlertSoundsTests/Fixtures/\(kind)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    try #require(names.count > 50)
    let tocsin = try Tool.tocsin()
    for options in [["-x", "-i"], ["-b", "--warnings"], ["-r", "--chunks"]] {
      let result = try tocsin.run(["info"] + options + ["--"] + names, in: folder)
      #expect(!result.wasKilled)
      #expect(result.status == (kind == "valid" ? 0 : 1))
      let failures = result.errors.split(separator: "\n")
      #expect(failures.allSatisfy { $0.hasPrefix("Error: ") }, "\(failures)")
      let told = names.count { result.text.contains($0) }
      #expect(told + failures.count == names.count)
    }
  }
}
