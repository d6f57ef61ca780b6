import AlertSounds
import AudioFormats
import Files
import TestSupport
import Testing

/// A CAF of a few bytes whose packet table claims any counts.
struct ClaimingCAF: Sendable {
  var formatID = "aac "
  var bytesPerPacket: UInt32 = 0
  var framesPerPacket: UInt32 = 1_024
  var bitsPerChannel: UInt32 = 0
  var packetCount: Int64 = .max
  var validFrames: Int64 = .max
  var primingFrames: Int32 = 1
  var remainderFrames: Int32 = 0

  var bytes: [UInt8] {
    var caf = ByteWriter()
    caf.write("caff".utf8)
    caf.write([0, 1, 0, 0])
    caf.write("desc".utf8)
    caf.writeBE(UInt64(32))
    caf.writeBE((44_100.0).bitPattern)
    caf.write(formatID.utf8)
    for field in [0, bytesPerPacket, framesPerPacket, 1, bitsPerChannel] as [UInt32] {
      caf.writeBE(field)
    }
    caf.write("pakt".utf8)
    caf.writeBE(UInt64(24))
    caf.writeBE(packetCount)
    caf.writeBE(validFrames)
    caf.writeBE(primingFrames)
    caf.writeBE(remainderFrames)
    caf.write("data".utf8)
    caf.writeBE(UInt64(4 + 34 * 2))
    caf.writeZeros(4 + 34 * 2)
    return caf.bytes
  }

  static let formats = [
    ClaimingCAF(), ClaimingCAF(framesPerPacket: .max), ClaimingCAF(framesPerPacket: 0),
    ClaimingCAF(formatID: "alac", framesPerPacket: 4_096),
    ClaimingCAF(formatID: "ima4", bytesPerPacket: 34, framesPerPacket: 64),
    ClaimingCAF(formatID: "lpcm", bytesPerPacket: 2, framesPerPacket: 1, bitsPerChannel: 16),
    ClaimingCAF(formatID: "ulaw", bytesPerPacket: 1, framesPerPacket: 1, bitsPerChannel: 8),
    ClaimingCAF(formatID: "abcd", bytesPerPacket: 1, framesPerPacket: .max),
  ]
}

@Suite("Counts of a packet table that no sum can hold")
struct ClaimedCountTests {
  // A trap would end all other tests: hence a process of its own.
  @Test("They end neither in a trap nor in a negative length, whatever part of the sound is read")
  func counts() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let numbers: [Int64] = [0, 1, 64, .max - 1, .max]
      let starts: [Int64] = [.min, -1, 0, 1, .max]
      let overrides: [Int32?] = [nil, 0, 1, .max]
      for format in ClaimingCAF.formats {
        for valid in numbers {
          for (packets, priming) in [(valid, Int32(1)), (.max, .max), (0, 0), (2, .max)] {
            var caf = format
            (caf.validFrames, caf.packetCount, caf.primingFrames) = (valid, packets, priming)
            caf.remainderFrames = priming
            let path = try folder.write(caf.bytes, to: "claim.caf")
            try ClaimedCountTests.read(path, starts, overrides)
          }
        }
      }
    }
  }

  static func read(_ path: String, _ starts: [Int64], _ overrides: [Int32?]) throws {
    var sound = try SoundFile(path: path, decoders: .libraries)
    let information = SoundInformation(sound)
    try #require(information.duration ?? 0 >= 0)
    _ = SoundValidator(.allRules).validate(path: path)
    for start in starts {
      for priming in overrides {
        for remainder in overrides {
          sound.excerpt.startFrame = start
          (sound.excerpt.primingFrames, sound.excerpt.remainderFrames) = (priming, remainder)
          // Without a program that decodes the coding, it may be refused.
          guard let pcm = try? sound.pcm() else { continue }
          try #require(pcm.frameCount ?? 0 >= 0)
        }
      }
    }
  }
}
