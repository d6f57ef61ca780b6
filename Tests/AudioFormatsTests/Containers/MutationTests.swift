import AudioFormats
import TestSupport
import Testing

@Suite struct MutationTests {
  /// Damaged files of each cell; as a whole they take seconds.
  private static let roundCount = 1_000

  @Test(arguments: Cell.all) func anyDamageEndsInAResultOrAnError(cell: Cell) throws {
    let file = try cell.smallFile(frames: 3)
    var generator = SeededGenerator.printed(for: "damage to \(cell.testDescription)")
    for round in 0..<Self.roundCount {
      var damaged = file
      let mutations = (0...round % 3).map { _ in Mutation(of: file.count, using: &generator) }
      for mutation in mutations { mutation.apply(to: &damaged) }
      if let complaint = DamagedFile.complaint(about: damaged) {
        Issue.record("round \(round), \(mutations): \(complaint)")
        return
      }
    }
  }

  @Test(arguments: Cell.onePerContainer) func everyBitOfAHeaderMayFlip(cell: Cell) throws {
    let file = try cell.smallFile(frames: 65)
    let headerSize = try file.count - cell.packets(frames: 65).count
    for offset in 0..<headerSize {
      for bit in 0..<8 {
        var damaged = file
        damaged[offset] ^= 1 << UInt8(bit)
        let complaint = DamagedFile.complaint(about: damaged)
        #expect(complaint == nil, "bit \(bit) of byte \(offset)")
      }
    }
  }

  @Test(arguments: Cell.onePerContainer) func everyByteOfAHeaderMayBeZeroOrAllOnes(cell: Cell)
    throws
  {
    let file = try cell.smallFile(frames: 65)
    let headerSize = try file.count - cell.packets(frames: 65).count
    for offset in 0..<headerSize {
      for count in [1, 2, 4, 8] {
        for value in [UInt8(0), 0x7F, 0xFF] {
          var damaged = file
          let end = min(damaged.count, offset + count)
          for index in offset..<end { damaged[index] = value }
          let complaint = DamagedFile.complaint(about: damaged)
          #expect(complaint == nil, "\(count) bytes of \(value) at \(offset)")
        }
      }
    }
  }

  @Test(arguments: ["caff", "RIFF", "RF64", "FORM"]) func noiseBehindAMagicIsNoSound(magic: String)
  {
    var generator = SeededGenerator.printed(for: "noise after \(magic)")
    let forms = magic == "FORM" ? ["AIFF", "AIFC"] : ["WAVE"]
    for round in 0..<2_000 {
      let count = Int.random(in: 0...200, using: &generator)
      let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let head =
        magic == "caff"
        ? Array("caff".utf8) + [0, 1, 0, 0]
        : Array(magic.utf8) + noise.prefix(4) + Array(forms[round % forms.count].utf8)
      #expect(DamagedFile.complaint(about: head + noise) == nil)
    }
  }
}
