import AudioFormats
import Testing

/// The bytes that stand before the audio, written out by hand from the formats' specifications.
struct GoldenHeader: Sendable, CustomTestStringConvertible {
  let cell: Cell
  let frameCount: Int
  /// All up to the zeros of the filler.
  let start: String
  /// All after them.
  let end: String

  var testDescription: String { "\(cell.testDescription), \(frameCount) frames" }
}

@Suite struct HeaderBytesTests {
  private static func cell(
    _ container: Container, _ coding: DataFormat.Coding, channels: Int, rate: Double
  ) -> Cell {
    Cell(container: container, coding: coding, channelCount: channels, sampleRate: rate)
  }

  @Test("the header is Apple's, field by field", arguments: caf + wave + aiff)
  func theHeaderIsApples(golden: GoldenHeader) throws {
    let header = try golden.cell.file(frames: golden.frameCount)[..<4_096]
    let (start, end) = (hex(golden.start), hex(golden.end))
    #expect(digits(header.prefix(start.count)) == digits(start))
    #expect(digits(header.suffix(end.count)) == digits(end))
    #expect(header.dropFirst(start.count).dropLast(end.count).allSatisfy { $0 == 0 })
  }

  /// Core Audio Format Specification 1.0: file header, 'desc', 'chan', 'pakt', 'free', 'data'.
  private static let caf: [GoldenHeader] = [
    GoldenHeader(
      cell: cell(.caf, .ima4, channels: 1, rate: 44_100), frameCount: 100,
      start: """
        63616666 0001 0000
        64657363 0000000000000020  40E5888000000000 696D6134 00000000
          00000022 00000040 00000001 00000000
        70616B74 0000000000000018  0000000000000000 0000000000000064 00000000 0000001C
        66726565 0000000000000F8C
        """,
      end: "64617461 0000000000000048 00000001"),
    GoldenHeader(
      cell: cell(.caf, .ima4, channels: 2, rate: 48_000), frameCount: 128,
      start: """
        63616666 0001 0000
        64657363 0000000000000020  40E7700000000000 696D6134 00000000
          00000044 00000040 00000002 00000000
        6368616E 000000000000000C  00650002 00000000 00000000
        70616B74 0000000000000018  0000000000000000 0000000000000080 00000000 00000040
        66726565 0000000000000F74
        """,
      end: "64617461 00000000000000D0 00000001"),
    GoldenHeader(
      cell: cell(.caf, .linearPCM(.int16(.littleEndian)), channels: 1, rate: 22_050),
      frameCount: 1,
      start: """
        63616666 0001 0000
        64657363 0000000000000020  40D5888000000000 6C70636D 00000002
          00000002 00000001 00000001 00000010
        66726565 0000000000000FB0
        """,
      end: "64617461 0000000000000006 00000001"),
    GoldenHeader(
      cell: cell(.caf, .linearPCM(.float32(.bigEndian)), channels: 2, rate: 44_100),
      frameCount: 3,
      start: """
        63616666 0001 0000
        64657363 0000000000000020  40E5888000000000 6C70636D 00000001
          00000008 00000001 00000002 00000020
        6368616E 000000000000000C  00650002 00000000 00000000
        66726565 0000000000000F98
        """,
      end: "64617461 000000000000001C 00000001"),
    GoldenHeader(
      cell: cell(.caf, .uLaw, channels: 1, rate: 8_000), frameCount: 5,
      start: """
        63616666 0001 0000
        64657363 0000000000000020  40BF400000000000 756C6177 00000000
          00000001 00000001 00000001 00000008
        66726565 0000000000000FB0
        """,
      end: "64617461 0000000000000009 00000001"),
  ]

  /// Multimedia Programming Interface and Data Specifications 1.0; WAVEFORMATEXTENSIBLE.
  private static let wave: [GoldenHeader] = [
    GoldenHeader(
      cell: cell(.wave, .linearPCM(.int16(.littleEndian)), channels: 2, rate: 44_100),
      frameCount: 3,
      start: """
        52494646 04100000 57415645
        666D7420 10000000  0100 0200 44AC0000 10B10200 0400 1000
        464C4C52 CC0F0000
        """,
      end: "64617461 0C000000"),
    GoldenHeader(
      cell: cell(.wave, .linearPCM(.uint8), channels: 1, rate: 22_050), frameCount: 5,
      start: """
        52494646 FE0F0000 57415645
        666D7420 10000000  0100 0100 22560000 22560000 0100 0800
        464C4C52 CC0F0000
        """,
      end: "64617461 05000000"),
    GoldenHeader(
      cell: cell(.wave, .uLaw, channels: 2, rate: 8_000), frameCount: 7,
      start: """
        52494646 06100000 57415645
        666D7420 12000000  0700 0200 401F0000 803E0000 0200 0800 0000
        66616374 04000000  07000000
        464C4C52 BE0F0000
        """,
      end: "64617461 0E000000"),
    GoldenHeader(
      cell: cell(.wave, .linearPCM(.int24(.littleEndian)), channels: 1, rate: 48_000),
      frameCount: 2,
      start: """
        52494646 FE0F0000 57415645
        666D7420 28000000  FEFF 0100 80BB0000 80320200 0300 1800
          1600 1800 04000000  0100 00000000 1000 8000 00AA00389B71
        464C4C52 B40F0000
        """,
      end: "64617461 06000000"),
    GoldenHeader(
      cell: cell(.wave, .linearPCM(.float32(.littleEndian)), channels: 2, rate: 44_100),
      frameCount: 1,
      start: """
        52494646 00100000 57415645
        666D7420 12000000  0300 0200 44AC0000 20620500 0800 2000 0000
        66616374 04000000  01000000
        464C4C52 BE0F0000
        """,
      end: "64617461 08000000"),
  ]

  /// Audio Interchange File Format 1.3; AIFF-C draft of 08/26/91.
  private static let aiff: [GoldenHeader] = [
    GoldenHeader(
      cell: cell(.aiff, .linearPCM(.int16(.bigEndian)), channels: 1, rate: 44_100),
      frameCount: 5,
      start: """
        464F524D 00001002 41494646
        434F4D4D 00000012  0001 00000005 0010 400EAC44000000000000
        464C4C52 00000FC2
        """,
      end: "53534E44 00000012 00000000 00000000"),
    GoldenHeader(
      cell: cell(.aifc, .ima4, channels: 2, rate: 22_050), frameCount: 100,
      start: """
        464F524D 00001080 41494643
        46564552 00000004 A2805140
        434F4D4D 0000001E  0002 00000002 0000 400DAC44000000000000
          696D6134 07 494D4120343A31
        4348414E 0000000C  00650002 00000000 00000000
        464C4C52 00000F96
        """,
      end: "53534E44 00000090 00000000 00000000"),
    GoldenHeader(
      cell: cell(.aifc, .linearPCM(.int16(.littleEndian)), channels: 1, rate: 48_000),
      frameCount: 2,
      start: """
        464F524D 00000FFC 41494643
        46564552 00000004 A2805140
        434F4D4D 00000018  0001 00000002 0010 400EBB80000000000000
          736F7774 00 00
        464C4C52 00000FB0
        """,
      end: "53534E44 0000000C 00000000 00000000"),
    GoldenHeader(
      cell: cell(.aifc, .uLaw, channels: 1, rate: 8_000), frameCount: 3,
      start: """
        464F524D 00000FFC 41494643
        46564552 00000004 A2805140
        434F4D4D 00000020  0001 00000003 0008 400BFA00000000000000
          756C6177 08 754C617720323A31 00
        464C4C52 00000FA8
        """,
      end: "53534E44 0000000B 00000000 00000000"),
  ]
}
