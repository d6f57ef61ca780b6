import AudioFormats
import Files
import Testing

@Suite struct TruncationTests {
  /// The first length of `file` that ends in something else than a result or a sound error.
  private func complaint(aboutCutsOf file: [UInt8]) -> String? {
    for length in 0...file.count {
      if let complaint = DamagedFile.complaint(about: Array(file[..<length])) {
        return "cut to \(length) bytes: \(complaint)"
      }
    }
    return nil
  }

  @Test(arguments: Cell.all) func aSmallFileMayEndAtAnyByte(cell: Cell) throws {
    #expect(complaint(aboutCutsOf: try cell.smallFile(frames: 3)) == nil)
  }

  @Test(arguments: Cell.onePerContainer) func aWholeFileMayEndAtAnyByte(cell: Cell) throws {
    #expect(complaint(aboutCutsOf: try cell.file(frames: 65)) == nil)
  }

  @Test(arguments: Cell.all) func aCutIsNeverSilent(cell: Cell) throws {
    let file = try cell.smallFile(frames: 3)
    for length in 0..<file.count {
      let sound = try? ContainerDescription(parsing: MemorySource(Array(file[..<length])))
      #expect(sound?.irregularities != [], "cut to \(length) of \(file.count) bytes")
    }
  }

  @Test(arguments: Cell.all) func aCutAudioIsToldAndOnlyWholePacketsCount(cell: Cell) throws {
    let file = try cell.file(frames: 65)
    let cut = Array(file[..<4_097])
    let sound = try ContainerDescription(parsing: MemorySource(cut))
    #expect(sound.irregularities.map(\.kind).contains(.truncatedAudio))
    #expect(sound.audioBytes == 4_096..<4_097)
    let packetCount: Int64 = try cell.format().bytesPerPacket == 1 ? 1 : 0
    #expect(sound.packetCount == packetCount)
    #expect(sound.validFrames == packetCount)
  }
}
